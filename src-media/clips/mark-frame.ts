import { drawWatermark } from '../render/draw-watermark.ts';
import { composePicture, type Overlay } from '../video/overlay.ts';
import type { YuvPicture } from '../video/yuv-picture.ts';

/** Draws the app's name onto frames. */
export class FrameMark {
  readonly #size: { readonly width: number; readonly height: number };
  readonly #overlay: Overlay | null;

  /** @param isWanted false: frames stay unchanged */
  constructor(size: { readonly width: number; readonly height: number }, isWanted: boolean) {
    this.#size = { width: size.width, height: size.height };
    this.#overlay = isWanted ? drawWatermark(size, 'BOTTOM_RIGHT') : null;
  }

  /**
   * Returns the planes with the mark drawn on them.
   *
   * @param planes luma, two of chroma, and alpha after them if present
   */
  draw(planes: Buffer): Buffer {
    const overlay = this.#overlay;
    if (!overlay) return planes;
    const { width, height } = this.#size;
    const count = (width * height * 3) / 2;
    const picture: YuvPicture = { width, height, data: planes.subarray(0, count) };
    const marked = composePicture(picture, [overlay]).data;
    if (planes.length === count) return marked;
    return Buffer.concat([marked, markAlpha(planes.subarray(count), width, overlay)]);
  }
}

/** Makes the mark opaque in the alpha plane. */
function markAlpha(plane: Buffer, width: number, overlay: Overlay): Buffer {
  const alpha = Buffer.from(plane);
  overlay.alpha.forEach((value, index) => {
    const row = overlay.y + Math.floor(index / overlay.width);
    const at = row * width + overlay.x + (index % overlay.width);
    alpha[at] = Math.max(alpha[at] ?? 0, value);
  });
  return alpha;
}
