import type { YuvPicture } from '../../video/yuv-picture.ts';
import { blurGrid } from '../warp/blur-grid.ts';
import { type BackgroundModel, fullPlanes } from './background-model.ts';

/** Distance, in noise levels, from which a place surely belongs to the foreground. */
const surely = 3.1;
const hardly = 1.3;
/** Weight of the previous mask, which keeps edges from flickering. */
const memory = 0.45;

/** Computes the foreground mask of each picture in turn. */
export class ForegroundMask {
  readonly #model: BackgroundModel;
  #before: Float32Array | null = null;

  constructor(model: BackgroundModel) {
    this.#model = model;
  }

  /** Returns the mask in the model's size, from 0, background, to 1, foreground. */
  next(picture: YuvPicture): Float32Array {
    const { width, height } = this.#model;
    const distance = blurGrid(this.#distances(picture), width, height, 1);
    const raw = distance.map((value) => Math.max(0, Math.min(1, (value - hardly) / (surely - hardly))));
    const solid = trimEdge(fillHoles(dropSpecks(raw, width, height), width, height), width, height);
    const before = this.#before;
    const steady = before
      ? solid.map((value, at) => {
          const last = before[at] ?? 0;
          return Math.abs(value - last) > 0.35 ? value : last * memory + value * (1 - memory);
        })
      : solid;
    this.#before = steady;
    return steady;
  }

  #distances(picture: YuvPicture): Float32Array {
    const { expected, spread } = this.#model;
    const planes = fullPlanes(picture);
    const count = spread.length;
    return spread.map((noise, at) => {
      const luma = Math.abs((planes[at] ?? 0) - (expected[at] ?? 0)) / (9 + 2.2 * noise);
      const blue = Math.abs((planes[count + at] ?? 0) - (expected[count + at] ?? 0)) / (4.5 + 0.6 * noise);
      const red =
        Math.abs((planes[2 * count + at] ?? 0) - (expected[2 * count + at] ?? 0)) / (4.5 + 0.6 * noise);
      // A shadow is darker but keeps the hue, so luma alone counts for less.
      return Math.hypot(0.85 * luma, blue, red);
    });
  }
}

/** Removes small isolated areas. */
function dropSpecks(mask: Float32Array, width: number, height: number): Float32Array {
  const around = blurGrid(mask, width, height, 3);
  return mask.map((value, at) =>
    (around[at] ?? 0) < 0.3 ? value * Math.max(0, ((around[at] ?? 0) - 0.12) / 0.18) : value,
  );
}

/** Fills holes that no background path connects with the frame's edges. */
function fillHoles(mask: Float32Array, width: number, height: number): Float32Array {
  const closed = blurGrid(mask, width, height, 2).map((value) => (value > 0.5 ? 1 : 0));
  const outside = floodFromEdges(closed, width, height);
  return mask.map((value, at) => ((outside[at] ?? 0) === 1 ? value : Math.max(value, 1)));
}

/** Removes the outer half pixel of the mask, where background shows through. */
function trimEdge(mask: Float32Array, width: number, height: number): Float32Array {
  return blurGrid(mask, width, height, 1).map((value) => Math.max(0, Math.min(1, (value - 0.56) / 0.36)));
}

/** Marks all background that is connected with an edge of the frame. */
function floodFromEdges(closed: Float32Array, width: number, height: number): Uint8Array {
  const outside = new Uint8Array(width * height);
  const stack: number[] = [];
  const visit = (at: number): void => {
    if (outside[at] !== 0 || closed[at] !== 0) return;
    outside[at] = 1;
    stack.push(at);
  };
  for (let x = 0; x < width; x += 1) {
    visit(x);
    visit((height - 1) * width + x);
  }
  for (let y = 0; y < height; y += 1) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width;
    if (x > 0) visit(at - 1);
    if (x < width - 1) visit(at + 1);
    if (at >= width) visit(at - width);
    if (at < width * (height - 1)) visit(at + width);
  }
  return outside;
}
