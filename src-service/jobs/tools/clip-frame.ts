import type { AspectRatio, ModelQuality } from '../../../src-shared/api/common.ts';
import { invalidParameter } from '../../api-error.ts';

const mostElongated = 4;
const wide: AspectRatio = { width: 16, height: 9 };

/** What a quality comes to. Pixels of the short side, and the longest clip in seconds. */
export const clipQualities: Readonly<
  Record<ModelQuality, { readonly shortSide: number; readonly mostSeconds: number }>
> = {
  LOW: { shortSide: 480, mostSeconds: 15 },
  STANDARD: { shortSide: 720, mostSeconds: 20 },
  HIGH: { shortSide: 1080, mostSeconds: 30 },
  MAX: { shortSide: 1080, mostSeconds: 30 },
};

/** Even pixels of a clip. @throws ApiError 400 for shapes no encoder takes. */
export function clipFrame(
  ratio: AspectRatio | undefined,
  shortSide: number,
): { width: number; height: number } {
  const { width, height } = ratio ?? wide;
  const long = Math.max(width / height, height / width);
  if (long > mostElongated) {
    throw invalidParameter('aspectRatio', `must not be more than ${mostElongated} times as long as wide`);
  }
  const longSide = Math.round((shortSide * long) / 2) * 2;
  return width >= height ? { width: longSide, height: shortSide } : { width: shortSide, height: longSide };
}
