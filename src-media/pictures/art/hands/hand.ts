import type { Path2D, SKRSContext2D } from '@napi-rs/canvas';
import type { Hex } from '../../color/color.ts';
import type { Scheme } from '../../look/scheme.ts';
import type { Box } from '../geometry.ts';

/** Role of a shape: a `thing` stands alone, a `facet` is a part of it, a `panel` is a card to write on. */
type Part = 'thing' | 'facet' | 'panel';

/**
 * Drawing technique of a look's pictures: cut from paper, painted in washes, printed in dots. Another hand turns the
 * same shapes into a different picture.
 */
export interface Hand {
  /** Draws the ground behind everything, a gradient from top to bottom. */
  readonly sky: (box: Box, top: Hex, bottom: Hex) => void;
  readonly area: (path: Path2D, color: Hex, part: Part) => void;
  readonly line: (path: Path2D, color: Hex, width: number) => void;
  /** Called once, after all shapes are drawn. */
  readonly finish: () => void;
}

/** Canvas, colours and measures of a hand. */
export interface HandSheet {
  readonly ctx: SKRSContext2D;
  readonly scheme: Scheme;
  readonly width: number;
  readonly height: number;
  /** One hundredth of the frame's short side, in pixels; the unit of all strokes and textures. */
  readonly unit: number;
  readonly seed: string;
}
