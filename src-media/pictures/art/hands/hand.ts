import type { Path2D, SKRSContext2D } from '@napi-rs/canvas';
import type { Hex } from '../../color/color.ts';
import type { Scheme } from '../../look/scheme.ts';
import type { Box } from '../geometry.ts';

/**
 * Role of a shape in the picture. `land` reaches the lower edge; a `thing` stands alone; a `facet` is a side of the
 * thing drawn before; a `panel` is a card to write on. A `light` shines: sun, moon, lamp; a `halo` is the air around a
 * light. A `mark` is too small for any treatment: stars, windows, birds.
 */
export type Part = 'land' | 'thing' | 'facet' | 'panel' | 'light' | 'halo' | 'mark';

/**
 * Drawing technique of a look's pictures: cut from paper, painted in washes, printed in dots. Another hand turns the
 * same shapes into a different picture.
 */
export interface Hand {
  /** Draws the empty sky behind everything. */
  readonly sky: (box: Box, top: Hex, bottom: Hex) => void;
  readonly area: (path: Path2D, color: Hex, part: Part) => void;
  readonly line: (path: Path2D, color: Hex, width: number) => void;
  /** Runs a drawing clipped to the path. */
  readonly inside: (path: Path2D, draw: () => void) => void;
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
