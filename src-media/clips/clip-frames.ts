import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVA420P } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { framesPerSecond } from '../project-content.ts';
import { tagBt709, type YuvPicture } from '../video/yuv-picture.ts';

/** The rate of all clips that are made new. */
export const clipRate = { num: framesPerSecond, den: 1 } as const;

/** A black picture to be drawn on. */
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
 * A frame with a copy of planes that lie tight one behind the other; to be freed by the caller.
 *
 * @param data luma, both chroma planes, and with alpha its plane behind them
 */
export function frameOfPlanes(
  data: Buffer,
  size: { readonly width: number; readonly height: number },
  hasAlpha: boolean,
): Frame {
  const frame = Frame.fromVideoBuffer(data, {
    width: size.width,
    height: size.height,
    format: hasAlpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: framesPerSecond },
    sampleAspectRatio: { num: 1, den: 1 },
  });
  tagBt709(frame);
  return frame;
}
