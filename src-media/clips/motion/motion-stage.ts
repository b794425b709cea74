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
  /** Background of words in graphics laid over other pictures. */
  readonly panel: Hex;
  readonly headline: TypeStyle;
  readonly label: TypeStyle;
  readonly figure: TypeStyle;
  readonly quote: TypeStyle;
}

/** The canvas, area and theme of a piece. */
export interface MotionStage {
  readonly ctx: SKRSContext2D;
  readonly theme: MotionTheme;
  readonly width: number;
  readonly height: number;
  /** One hundredth of the short side, in pixels. */
  readonly unit: number;
  /** The part of the frame reserved for the piece. */
  readonly area: Box;
  readonly isTransparent: boolean;
  readonly isCentered: boolean;
  readonly languageCode: string;
}

/** Time of a frame, in seconds from the beginning. */
export interface MotionTime {
  readonly seconds: number;
  readonly total: number;
  /** 0 until the exit starts, 1 at its end. */
  readonly leaving: number;
}

/** An animation. The code creates it once and draws it for each frame. */
export interface MotionPiece {
  /** Time at which everything has appeared, in seconds. */
  readonly settledSeconds: number;
  draw(time: MotionTime): void;
}
