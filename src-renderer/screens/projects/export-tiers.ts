import type { AspectRatio } from '../../../src-shared/api/common.ts';
import type { ExportQuality } from '../../../src-shared/api/projects.ts';

/** Lines on the short side (contract supplement §2.2). */
const linesOf: Readonly<Record<ExportQuality, number>> = {
  STANDARD: 480,
  HIGH: 720,
  FULL_HIGH: 1080,
  ULTRA_HIGH: 2160,
};

/** The frame of a tier in pixels, such as `1920×1080`; even in both sides. */
export function frameOfTier(quality: ExportQuality, { width, height }: AspectRatio): string {
  const short = linesOf[quality];
  const long = Math.round((short * Math.max(width, height)) / Math.min(width, height) / 2) * 2;
  return width >= height ? `${String(long)}×${String(short)}` : `${String(short)}×${String(long)}`;
}
