import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVA420P } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { framesPerSecond } from '../project-content.ts';
import { frameOfPlanes } from '../video/plane-frames.ts';
import { tagBt709, type YuvPicture } from '../video/yuv-picture.ts';

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

/**
 * Makes a frame with a copy of tightly packed planes. The caller frees it.
 *
 * @param data luma, both chroma planes and, with alpha, the alpha plane
 */
export function clipFrame(
  data: Buffer,
  size: { readonly width: number; readonly height: number },
  hasAlpha: boolean,
): Frame {
  const { width, height } = size;
  const format = hasAlpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P;
  const frame = frameOfPlanes(data, { width, height, format });
  tagBt709(frame);
  return frame;
}
