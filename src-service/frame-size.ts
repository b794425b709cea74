import type { AspectRatio } from '../src-shared/api/common.ts';
import { invalidParameter } from './api-error.ts';

const projectShortSide = 1080;
const maxElongated = 4;

function even(pixels: number): number {
  return Math.round(pixels / 2) * 2;
}

/**
 * Returns the size of a frame in even pixels, by default with a project's short side of 1080.
 * @throws ApiError 400 for shapes no encoder takes
 */
export function frameSizeOf(
  { width, height }: AspectRatio,
  shortSide = projectShortSide,
): { width: number; height: number } {
  if (Math.max(width / height, height / width) > maxElongated) {
    throw invalidParameter('aspectRatio', `must not be more than ${maxElongated} times as long as wide`);
  }
  return width >= height
    ? { width: even((shortSide * width) / height), height: shortSide }
    : { width: shortSide, height: even((shortSide * height) / width) };
}
