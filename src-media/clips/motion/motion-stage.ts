import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../../pictures/art/geometry.ts';
import type { Hex } from '../../pictures/color/color.ts';
import type { TypeStyle } from '../../pictures/text/type-style.ts';

/** The colours and type of a motion graphic. */
export interface MotionTheme {
  readonly ground: Hex;
  readonly ink: Hex;
  readonly accent: Hex;
  readonly second: Hex;
  readonly third: Hex;
  /** Behind words that stand on somebody else's picture. */
  readonly panel: Hex;
  readonly headline: TypeStyle;
  readonly label: TypeStyle;
  readonly figure: TypeStyle;
  readonly quote: TypeStyle;
}

/** Where a piece is drawn, and with what. */
export interface MotionStage {
  readonly ctx: SKRSContext2D;
  readonly theme: MotionTheme;
  readonly width: number;
  readonly height: number;
  /** One hundredth of the short side, in pixels. */
  readonly unit: number;
  /** The part of the frame the piece has for itself. */
  readonly area: Box;
  readonly isTransparent: boolean;
  readonly isCentered: boolean;
  readonly languageCode: string;
}

/** When a frame is, in seconds from the beginning. */
export interface MotionTime {
  readonly seconds: number;
  readonly total: number;
  /** 0 while the graphic stands, to 1 when it has left. */
  readonly leaving: number;
}

/** Something animated; it is made once and drawn for each frame. */
export interface MotionPiece {
  /** When all of it has come in, in seconds. */
  readonly settledSeconds: number;
  draw(time: MotionTime): void;
}
