import {
  AV_PIX_FMT_YUVA444P10LE,
  SWS_ACCURATE_RND,
  SWS_BICUBIC,
  SWS_FULL_CHR_H_INT,
} from 'node-av/constants';
import { FFmpegError, type Frame, SoftwareScaleContext } from 'node-av/lib';
import { ClipDecoder } from '../av/clip-decoder.ts';
import { MovieWriter } from '../av/movie-writer.ts';
import { MediaError } from '../media-error.ts';
import type { TaskControl } from '../task-options.ts';
import { emptyFrame } from '../video/plane-frames.ts';
import { tagBt709 } from '../video/yuv-picture.ts';
import { clipRate } from './clip-frames.ts';
import type { EditorClipRequest } from './clip-tools.ts';

/**
 * Converts a transparent clip to the format editors import (MOV, ProRes 4444 with straight alpha), without sound. Holds
 * the last picture if the clip is too short.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`, `encoding_failed`
 */
export function makeEditorClip(request: EditorClipRequest, control: TaskControl): null {
  const { inputPath, outputPath, durationFrames } = request;
  using decoder = new ClipDecoder(inputPath);
  let decoded = decoder.next();
  if (!decoded) throw new MediaError('unreadable_media', 'No picture of the clip could be decoded.');
  const { width, height } = decoded.frame;
  using picture = new EditorPicture({ width, height });
  using writer = new MovieWriter({
    pictures: { kind: 'prores-4444', width, height, rate: clipRate },
    sound: null,
    outputPath,
  });
  for (let index = 0; index < durationFrames; index += 1) {
    control.checkpoint();
    // Shows a picture in the frame whose middle it covers, as the movie does.
    const middle = (index + 0.5) / clipRate.num;
    for (; decoded && decoded.seconds <= middle; decoded = decoder.next()) picture.set(decoded.frame);
    writer.writeFrame(picture.frame);
    control.progress((index + 1) / durationFrames);
  }
  writer.finish();
  return null;
}

/** Holds the next picture to write in the encoder's format: BT.709, limited range, straight alpha. */
class EditorPicture implements Disposable {
  readonly frame: Frame;
  readonly #scaler = new SoftwareScaleContext();

  constructor(size: { readonly width: number; readonly height: number }) {
    this.frame = emptyFrame({ ...size, format: AV_PIX_FMT_YUVA444P10LE });
    tagBt709(this.frame);
    this.#scaler.allocContext();
    this.#scaler.setOption('sws_flags', SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT);
  }

  set(source: Frame): void {
    FFmpegError.throwIfError(this.frame.makeWritable(), 'picture');
    FFmpegError.throwIfError(this.#scaler.scaleFrameSync(this.frame, source), 'color conversion');
  }

  [Symbol.dispose](): void {
    this.#scaler.freeContext();
    this.frame.free();
  }
}
