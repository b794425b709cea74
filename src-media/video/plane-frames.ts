import type { AVPixelFormat } from 'node-av/constants';
import { FFmpegError, Frame, Rational } from 'node-av/lib';

/** Size and pixel format of a picture's bytes. */
export interface PlaneLayout {
  readonly width: number;
  readonly height: number;
  readonly format: AVPixelFormat;
}

/** Allocates a frame for a picture of square pixels. The caller disposes of the frame. */
export function emptyFrame(layout: PlaneLayout): Frame {
  const frame = frameWithout(layout);
  FFmpegError.throwIfError(frame.allocBuffer(), 'picture');
  return frame;
}

/** Keeps the bytes that a frame points into alive as long as the frame. */
const bytesOfFrame = new WeakMap<Frame, Buffer>();

/**
 * Makes a frame with a copy of tightly packed planes. The caller disposes of the frame. node-av's `fromBuffer` does not
 * copy: its frame points into the buffer, which may be freed and reused while the frame is still being encoded.
 *
 * @throws FFmpegError for fewer bytes than the picture has
 */
export function frameOfPlanes(bytes: Buffer, layout: PlaneLayout): Frame {
  using pointing = frameWithout(layout);
  bytesOfFrame.set(pointing, bytes);
  FFmpegError.throwIfError(pointing.fromBuffer(bytes), 'picture');
  const frame = emptyFrame(layout);
  FFmpegError.throwIfError(frame.copy(pointing), 'picture');
  return frame;
}

function frameWithout({ width, height, format }: PlaneLayout): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.width = width;
  frame.height = height;
  frame.format = format;
  frame.sampleAspectRatio = new Rational(1, 1);
  return frame;
}
