import { planesOf, type YuvPicture } from './yuv-picture.ts';

/** A drawn picture with transparency, not premultiplied; four bytes per pixel. */
export interface RgbaImage {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array | Uint8ClampedArray;
}

/** A drawing laid over a picture. Position and size are even, so that it aligns with chroma samples. */
export interface Overlay {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
  readonly alpha: Uint8Array;
  readonly blue: Uint8Array;
  readonly red: Uint8Array;
  /** Alpha of the chroma samples; each stands for four pixels. */
  readonly chromaAlpha: Uint8Array;
}

/**
 * Converts a drawn image to an overlay in BT.709 and limited range, like the pictures.
 *
 * @param image of even size
 * @param x even
 * @param y even
 */
export function createOverlay(image: RgbaImage, x: number, y: number): Overlay {
  const { width, height, rgba } = image;
  const luma = new Uint8Array(width * height);
  const alpha = new Uint8Array(width * height);
  for (let index = 0; index < luma.length; index += 1) {
    const at = index * 4;
    luma[index] = 16 + (219 / 255) * lumaOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0) + 0.5;
    alpha[index] = rgba[at + 3] ?? 0;
  }
  return { x, y, width, height, luma, alpha, ...chromaOf(image) };
}

function lumaOf(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Averages the chroma of each two by two pixels, weighted by alpha. */
function chromaOf({ width, height, rgba }: RgbaImage): Pick<Overlay, 'blue' | 'red' | 'chromaAlpha'> {
  const columns = width / 2;
  const count = columns * (height / 2);
  const planes = {
    blue: new Uint8Array(count),
    red: new Uint8Array(count),
    chromaAlpha: new Uint8Array(count),
  };
  for (let index = 0; index < count; index += 1) {
    const corner = (Math.floor(index / columns) * 2 * width + (index % columns) * 2) * 4;
    let red = 0;
    let green = 0;
    let blue = 0;
    let weight = 0;
    for (const at of [corner, corner + 4, corner + width * 4, corner + width * 4 + 4]) {
      const share = rgba[at + 3] ?? 0;
      red += (rgba[at] ?? 0) * share;
      green += (rgba[at + 1] ?? 0) * share;
      blue += (rgba[at + 2] ?? 0) * share;
      weight += share;
    }
    const seen = Math.max(1, weight);
    const light = lumaOf(red / seen, green / seen, blue / seen);
    planes.blue[index] = 128 + ((224 / 255) * (blue / seen - light)) / 1.8556 + 0.5;
    planes.red[index] = 128 + ((224 / 255) * (red / seen - light)) / 1.5748 + 0.5;
    planes.chromaAlpha[index] = weight / 4 + 0.5;
  }
  return planes;
}

/**
 * Returns a copy of the picture with the overlays drawn in order. Overlays must lie completely inside the picture.
 *
 * @param target memory of the copy, as long as the picture's; a loop uses the same for all its pictures
 */
export function composePicture(
  picture: YuvPicture,
  overlays: readonly Overlay[],
  target = Buffer.allocUnsafe(picture.data.length),
): YuvPicture {
  picture.data.copy(target);
  const composed: YuvPicture = { ...picture, data: target };
  const planes = planesOf(composed);
  for (const overlay of overlays) {
    const place = { x: overlay.x, y: overlay.y, columns: overlay.width, stride: picture.width };
    blend(planes.luma, overlay.luma, overlay.alpha, place);
    const chromaPlace = {
      x: overlay.x / 2,
      y: overlay.y / 2,
      columns: overlay.width / 2,
      stride: picture.width / 2,
    };
    blend(planes.blue, overlay.blue, overlay.chromaAlpha, chromaPlace);
    blend(planes.red, overlay.red, overlay.chromaAlpha, chromaPlace);
  }
  return composed;
}

interface PlanePlace {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly stride: number;
}

function blend(plane: Buffer, values: Uint8Array, alphas: Uint8Array, place: PlanePlace): void {
  for (let index = 0; index < values.length; index += 1) {
    const alpha = alphas[index] ?? 0;
    if (alpha === 0) continue;
    const row = Math.floor(index / place.columns);
    const at = (place.y + row) * place.stride + place.x + (index - row * place.columns);
    const below = plane[at] ?? 0;
    plane[at] = Math.round(below + (((values[index] ?? 0) - below) * alpha) / 255);
  }
}
