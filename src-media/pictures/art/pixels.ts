import type { SKRSContext2D } from '@napi-rs/canvas';
import { Random } from '../random.ts';

/** Changes all pixels of a canvas in place; four bytes per pixel, red first. */
export function editPixels(
  ctx: SKRSContext2D,
  width: number,
  height: number,
  edit: (bytes: Uint8ClampedArray) => void,
): void {
  const image = ctx.getImageData(0, 0, width, height);
  edit(image.data);
  ctx.putImageData(image, 0, 0);
}

/** A square of uniform random values, 0 to 255, to be tiled over a picture. */
export class Speckle {
  private static readonly side = 256;
  private readonly values: Uint8Array;

  constructor(seed: string) {
    const random = new Random(`speckle ${seed}`);
    this.values = new Uint8Array(Speckle.side ** 2);
    for (let index = 0; index < this.values.length; index++) this.values[index] = random.next() * 256;
  }

  at(x: number, y: number): number {
    const mask = Speckle.side - 1;
    return this.values[(y & mask) * Speckle.side + (x & mask)] ?? 0;
  }
}
