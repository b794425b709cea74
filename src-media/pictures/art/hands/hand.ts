import type { Path2D, SKRSContext2D } from '@napi-rs/canvas';
import type { Hex } from '../../color/color.ts';
import type { Scheme } from '../../look/scheme.ts';
import type { Box } from '../geometry.ts';

/**
 * What a shape is in the picture. `land` reaches to the lower edge; a `thing` stands by itself; a `facet` is a side
 * of a thing that was just drawn; a `panel` is a card to be written on. A `light` shines: sun, moon, lamp; a `halo` is the air around it. A `mark` is too
 * small for any treatment: stars, windows, birds.
 */
export type Part = 'land' | 'thing' | 'facet' | 'panel' | 'light' | 'halo' | 'mark';

/**
 * How pictures of a look are made: cut from paper, washed with a brush, printed in dots. The same shapes drawn by
 * another hand are another picture.
 */
export interface Hand {
  /** The empty air behind everything. */
  readonly sky: (box: Box, top: Hex, bottom: Hex) => void;
  readonly area: (path: Path2D, color: Hex, part: Part) => void;
  readonly line: (path: Path2D, color: Hex, width: number) => void;
  /** Draws only inside the path. */
  readonly inside: (path: Path2D, draw: () => void) => void;
  /** Called once, when all shapes are drawn. */
  readonly finish: () => void;
}

/** What a hand draws on and with. */
export interface HandSheet {
  readonly ctx: SKRSContext2D;
  readonly scheme: Scheme;
  readonly width: number;
  readonly height: number;
  /** One hundredth of the frame's short side, in pixels; all strokes and textures are measured by it. */
  readonly unit: number;
  readonly seed: string;
}
