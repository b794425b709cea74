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
 * A picture in the encoder's format: 8-bit YUV 4:2:0, BT.709, limited range, with three tightly packed planes. Width
 * and height are even.
 */
export interface YuvPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** Returns the planes of a picture as views of its data. */
export function planesOf({ width, height, data }: YuvPicture): { luma: Buffer; blue: Buffer; red: Buffer } {
  const lumaBytes = width * height;
  const chromaBytes = lumaBytes / 4;
  return {
    luma: data.subarray(0, lumaBytes),
    blue: data.subarray(lumaBytes, lumaBytes + chromaBytes),
    red: data.subarray(lumaBytes + chromaBytes, lumaBytes + 2 * chromaBytes),
  };
}

/** Makes a frame with a copy of the picture. The caller disposes of the frame. */
export function frameOf(picture: YuvPicture): Frame {
  const { data, width, height } = picture;
  const frame = frameOfPlanes(data, { width, height, format: AV_PIX_FMT_YUV420P });
  tagBt709(frame);
  return frame;
}

/** Tags a frame as BT.709 in limited range. */
export function tagBt709(frame: Frame): void {
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.colorRange = AVCOL_RANGE_MPEG;
}

/** Darkens a picture, from 1, unchanged, to 0, black; used for fades. */
export function dim(picture: YuvPicture, brightness: number): YuvPicture {
  const data = Buffer.from(picture.data);
  const lumaBytes = picture.width * picture.height;
  for (let index = 0; index < data.length; index += 1) {
    const black = index < lumaBytes ? 16 : 128;
    data[index] = Math.round(black + ((picture.data[index] ?? 0) - black) * brightness);
  }
  return { ...picture, data };
}
