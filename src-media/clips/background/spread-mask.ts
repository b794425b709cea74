import type { YuvPicture } from '../../video/yuv-picture.ts';

/**
 * Scales a small mask up to the size of its picture. Where the mask changes, it follows the picture's edges: each pixel
 * weights the neighbouring mask values by their similarity in brightness.
 *
 * @returns the alpha plane
 */
export function spreadMask(
  mask: Float32Array,
  small: { readonly width: number; readonly height: number },
  picture: YuvPicture,
): Buffer {
  const { width, height } = picture;
  const alpha = Buffer.alloc(width * height);
  const light = lightOf(picture, small);
  for (let y = 0; y < height; y += 1) {
    const down = Math.max(0, Math.min(small.height - 1.001, ((y + 0.5) * small.height) / height - 0.5));
    const row = Math.floor(down);
    const shareY = down - row;
    for (let x = 0; x < width; x += 1) {
      const across = Math.max(0, Math.min(small.width - 1.001, ((x + 0.5) * small.width) / width - 0.5));
      const column = Math.floor(across);
      const at = row * small.width + column;
      const shareX = across - column;
      const a = mask[at] as number;
      const b = mask[at + 1] as number;
      const c = mask[at + small.width] as number;
      const d = mask[at + small.width + 1] as number;
      if (a === b && a === c && a === d) {
        alpha[y * width + x] = a * 255;
        continue;
      }
      const own = picture.data[y * width + x] as number;
      const like = (index: number): number => 1 / (6 + Math.abs(own - (light[index] as number)));
      const weights = [
        (1 - shareX) * (1 - shareY) * like(at),
        shareX * (1 - shareY) * like(at + 1),
        (1 - shareX) * shareY * like(at + small.width),
        shareX * shareY * like(at + small.width + 1),
      ] as const;
      const sum = weights[0] + weights[1] + weights[2] + weights[3];
      alpha[y * width + x] =
        (255 * (a * weights[0] + b * weights[1] + c * weights[2] + d * weights[3])) / sum;
    }
  }
  return alpha;
}

/** Returns the luma of the picture at each place of the mask. */
function lightOf(
  picture: YuvPicture,
  small: { readonly width: number; readonly height: number },
): Float32Array {
  const light = new Float32Array(small.width * small.height);
  for (let at = 0; at < light.length; at += 1) {
    const x = Math.floor((((at % small.width) + 0.5) * picture.width) / small.width);
    const y = Math.floor(((Math.floor(at / small.width) + 0.5) * picture.height) / small.height);
    light[at] = picture.data[y * picture.width + x] ?? 0;
  }
  return light;
}
