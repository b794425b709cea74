import {
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { frameOfPlanes } from './plane-frames.ts';

/**
 * A picture as the encoder takes it: 8-bit YUV 4:2:0, BT.709, limited range, the three planes tight one behind the
 * other. Width and height are even.
 */
export interface YuvPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** Where the planes of a picture lie in its data. */
export function planesOf({ width, height, data }: YuvPicture): { luma: Buffer; blue: Buffer; red: Buffer } {
  const lumaBytes = width * height;
  const chromaBytes = lumaBytes / 4;
  return {
    luma: data.subarray(0, lumaBytes),
    blue: data.subarray(lumaBytes, lumaBytes + chromaBytes),
    red: data.subarray(lumaBytes + chromaBytes, lumaBytes + 2 * chromaBytes),
  };
}

/** A frame with a copy of the picture; to be disposed by the caller. */
export function frameOf(picture: YuvPicture): Frame {
  const { data, width, height } = picture;
  const frame = frameOfPlanes(data, { width, height, format: AV_PIX_FMT_YUV420P });
  tagBt709(frame);
  return frame;
}

/** Says of a frame that it is BT.709 in limited range. */
export function tagBt709(frame: Frame): void {
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.colorRange = AVCOL_RANGE_MPEG;
}

/** A picture from bright (1) to black (0); used for fades. */
export function dim(picture: YuvPicture, brightness: number): YuvPicture {
  const data = Buffer.from(picture.data);
  const lumaBytes = picture.width * picture.height;
  for (let index = 0; index < data.length; index += 1) {
    const black = index < lumaBytes ? 16 : 128;
    data[index] = Math.round(black + ((picture.data[index] ?? 0) - black) * brightness);
  }
  return { ...picture, data };
}
