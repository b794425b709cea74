import type { FocusPoint } from '../edit/add-zoom.ts';
import { readImage } from '../media/open-image.ts';

const side = 48;
/** Minimum distance of the focus from each edge, as a share of the side. Closer, the frame would leave the picture. */
const margin = 0.25;

interface Plane {
  readonly pixels: Uint8Array;
  readonly channels: number;
}

function difference({ pixels, channels }: Plane, one: number, other: number): number {
  let sum = 0;
  for (let channel = 0; channel < Math.min(3, channels); channel += 1) {
    sum += Math.abs((pixels[one * channels + channel] ?? 0) - (pixels[other * channels + channel] ?? 0));
  }
  return sum;
}

/**
 * Returns the centre of salient areas, weighted by contrast and closeness to the middle of the picture.
 *
 * @param plane 48 by 48 pixels
 */
export function focusOf(plane: Plane): FocusPoint {
  let sum = 0;
  let sumX = 0;
  let sumY = 0;
  for (let y = 1; y < side - 1; y += 1) {
    for (let x = 1; x < side - 1; x += 1) {
      const at = y * side + x;
      const contrast = difference(plane, at - 1, at + 1) + difference(plane, at - side, at + side);
      const fromX = (x + 0.5) / side - 0.5;
      const fromY = (y + 0.5) / side - 0.5;
      const weight = contrast ** 2 * (1 - Math.min(1, fromX ** 2 + fromY ** 2));
      sum += weight;
      sumX += weight * (x + 0.5);
      sumY += weight * (y + 0.5);
    }
  }
  const inside = (value: number) => Math.max(margin, Math.min(1 - margin, value));
  return sum === 0 ? { x: 0.5, y: 0.5 } : { x: inside(sumX / sum / side), y: inside(sumY / sum / side) };
}

/** Finds the point of a still that attracts the eye first. */
export function findFocus(path: string): Promise<FocusPoint> {
  return readImage(path, async (image) => {
    const small = image.autoOrient().flatten().toColourspace('srgb').resize(side, side, { fit: 'fill' });
    const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
    return focusOf({ pixels: data, channels: info.channels });
  });
}
