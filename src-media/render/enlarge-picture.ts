import { AV_PIX_FMT_YUV420P, SWS_ACCURATE_RND, SWS_LANCZOS } from 'node-av/constants';
import { FFmpegError, Frame, SoftwareScaleContext } from 'node-av/lib';
import { frameOf, tagBt709, type YuvPicture } from '../video/yuv-picture.ts';

/** A larger copy of a picture whose middle is exactly where it was. */
export function enlargePicture(
  picture: YuvPicture,
  size: { readonly width: number; readonly height: number },
): YuvPicture {
  if (picture.width === size.width && picture.height === size.height) return picture;
  using source = frameOf(picture);
  using target = new Frame();
  target.alloc();
  target.width = size.width;
  target.height = size.height;
  target.format = AV_PIX_FMT_YUV420P;
  FFmpegError.throwIfError(target.allocBuffer(), 'picture');
  tagBt709(target);
  using scaler = new SoftwareScaleContext();
  scaler.allocContext();
  scaler.setOption('sws_flags', SWS_LANCZOS | SWS_ACCURATE_RND);
  FFmpegError.throwIfError(scaler.scaleFrameSync(target, source), 'enlargement');
  return { ...size, data: target.toBuffer() };
}
