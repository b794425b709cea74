import {
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_RGB,
  SWS_ACCURATE_RND,
  SWS_BICUBIC,
  SWS_FULL_CHR_H_INP,
  SWS_FULL_CHR_H_INT,
} from 'node-av/constants';
import { FFmpegError, type Frame, SoftwareScaleContext } from 'node-av/lib';
import { emptyFrame, frameOfPlanes } from './plane-frames.ts';
import { frameOf, tagBt709, type YuvPicture } from './yuv-picture.ts';

/**
 * Converts packed 8-bit RGB into a picture for the encoder, with the BT.709 matrix in limited range.
 *
 * @param rgb three bytes per pixel; width and height are even
 */
export function rgbToYuv(rgb: Buffer, width: number, height: number): YuvPicture {
  using source = frameOfPlanes(rgb, { width, height, format: AV_PIX_FMT_RGB24 });
  tagRgb(source);
  using target = emptyFrame({ width, height, format: AV_PIX_FMT_YUV420P });
  tagBt709(target);
  return { width, height, data: convert(source, target) };
}

/** Converts a picture back to packed 8-bit RGB. */
export function yuvToRgb(picture: YuvPicture): Buffer {
  const { width, height } = picture;
  using source = frameOf(picture);
  using target = emptyFrame({ width, height, format: AV_PIX_FMT_RGB24 });
  tagRgb(target);
  return convert(source, target);
}

function tagRgb(frame: Frame): void {
  frame.colorSpace = AVCOL_SPC_RGB;
  frame.colorRange = AVCOL_RANGE_JPEG;
}

function convert(source: Frame, target: Frame): Buffer {
  using scaler = new SoftwareScaleContext();
  scaler.allocContext();
  scaler.setOption('sws_flags', SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP);
  FFmpegError.throwIfError(scaler.scaleFrameSync(target, source), 'color conversion');
  return target.toBuffer();
}
