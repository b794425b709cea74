import type { ModelQuality } from '../src-shared/api/common.ts';

/** Limits of each quality: the short side in pixels, and the longest clip in seconds. */
export const clipQualities: Readonly<
  Record<ModelQuality, { readonly shortSide: number; readonly maxSeconds: number }>
> = {
  LOW: { shortSide: 480, maxSeconds: 15 },
  STANDARD: { shortSide: 720, maxSeconds: 20 },
  HIGH: { shortSide: 1080, maxSeconds: 30 },
  MAX: { shortSide: 1080, maxSeconds: 30 },
};
