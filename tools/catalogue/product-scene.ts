import type { SKRSContext2D } from '@napi-rs/canvas';

/** A sample product on a grid of 1024, standing on y = 830, with its background colours. */
export interface ProductScene {
  readonly from: string;
  readonly to: string;
  readonly floor: string;
  /** Centre and radius of the shadow. */
  readonly shadow: readonly [x: number, radius: number];
  readonly draw: (ctx: SKRSContext2D) => void;
}

/** Side length of a picture in pixels. */
export const productSide = 1024;
/** Y coordinate of the ground under the products. */
export const floorY = 830;

/** Creates a gradient for a round body lit from the left: bright, the plain colour, then dark towards the right. */
export function turned(
  ctx: SKRSContext2D,
  [x0, x1]: readonly [number, number],
  colors: readonly [string, string, string, string],
): SKRSContext2D['fillStyle'] {
  const fade = ctx.createLinearGradient(x0, 0, x1, 0);
  for (const [index, stop] of [0, 0.28, 0.72, 1].entries())
    fade.addColorStop(stop, colors[index] ?? '#000000');
  return fade;
}
