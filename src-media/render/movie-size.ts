import type { ExportQuality } from '../../src-shared/api/projects.ts';

/** Pixels of the movie's short side. */
const shortSides: Readonly<Record<ExportQuality, number>> = {
  STANDARD: 480,
  HIGH: 720,
  FULL_HIGH: 1080,
  ULTRA_HIGH: 2160,
};

/** Returns the frame size of a movie with the project's shape at a quality; both sides are even. */
export function movieSize(
  project: { readonly width: number; readonly height: number },
  quality: ExportQuality,
): { width: number; height: number } {
  const scale = shortSides[quality] / Math.min(project.width, project.height);
  const even = (length: number): number => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(project.width), height: even(project.height) };
}
