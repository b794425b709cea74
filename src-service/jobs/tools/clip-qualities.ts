import type { ModelQuality } from '../../../src-shared/api/common.ts';

/** What a quality comes to. Pixels of the short side, and the longest clip in seconds. */
export const clipQualities: Readonly<
  Record<ModelQuality, { readonly shortSide: number; readonly mostSeconds: number }>
> = {
  LOW: { shortSide: 480, mostSeconds: 15 },
  STANDARD: { shortSide: 720, mostSeconds: 20 },
  HIGH: { shortSide: 1080, mostSeconds: 30 },
  MAX: { shortSide: 1080, mostSeconds: 30 },
};
