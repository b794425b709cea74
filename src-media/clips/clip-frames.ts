import { framesPerSecond } from '../project-content.ts';
import type { YuvPicture } from '../video/yuv-picture.ts';

/** Frame rate of all newly made clips. */
export const clipRate = { num: framesPerSecond, den: 1 } as const;

/** Returns a black picture to draw on. */
export function blankPicture({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): YuvPicture {
  const data = Buffer.alloc((width * height * 3) / 2, 128);
  data.fill(16, 0, width * height);
  return { width, height, data };
}
