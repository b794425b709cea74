import type { AspectRatio } from '../../src-shared/api/common.ts';
import type { ExportQuality } from '../../src-shared/api/projects.ts';
import type { MovieExport } from '../../src-shared/contract/export.ts';

/** Lines on the short side (contract supplement §2.2). */
const linesOf: Readonly<Record<ExportQuality, number>> = {
  STANDARD: 480,
  HIGH: 720,
  FULL_HIGH: 1080,
  ULTRA_HIGH: 2160,
};

/** Expected size and duration of an export; null if no earlier export provides a value. */
export interface ExportEstimate {
  readonly bytes: number | null;
  readonly seconds: number | null;
}

/** Returns the frame size of a tier in pixels, such as `1920×1080`; both sides are even. */
export function frameOfTier(quality: ExportQuality, { width, height }: AspectRatio): string {
  const short = linesOf[quality];
  const long = Math.round((short * Math.max(width, height)) / Math.min(width, height) / 2) * 2;
  return width >= height ? `${String(long)}×${String(short)}` : `${String(short)}×${String(long)}`;
}

/**
 * Estimates an export from earlier ones of the same project. Uses exports of the same tier as they were, others in
 * proportion to the number of pixels. Without a quality the service uses the third tier.
 * @param earlier newest first.
 */
export function estimateExport(
  quality: ExportQuality | undefined,
  earlier: readonly MovieExport[],
): ExportEstimate {
  const done = earlier.filter(({ state }) => state === 'succeeded');
  const sized = nearest(quality, done, ({ sizeBytes }) => sizeBytes);
  const timed = nearest(quality, done, ({ createdAt, finishedAt }) =>
    createdAt === null || finishedAt === null ? null : Math.max(1, finishedAt - createdAt),
  );
  return { bytes: sized, seconds: timed };
}

function nearest(
  quality: ExportQuality = 'FULL_HIGH',
  done: readonly MovieExport[],
  valueOf: (movie: MovieExport) => number | null,
): number | null {
  const known = done.flatMap((movie) => {
    const value = valueOf(movie);
    const share = (linesOf[quality] / linesOf[movie.options?.quality ?? 'FULL_HIGH']) ** 2;
    return value === null ? [] : [{ value: value * share, distance: Math.abs(Math.log(share)) }];
  });
  return known.sort((a, b) => a.distance - b.distance)[0]?.value ?? null;
}
