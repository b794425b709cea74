import type { AVPixelFormat } from 'node-av/constants';
import { FFmpegError, Frame, Rational } from 'node-av/lib';

/** How the bytes of a picture are to be read. */
export interface PlaneLayout {
  readonly width: number;
  readonly height: number;
  readonly format: AVPixelFormat;
}

/** A frame with room for a picture of square pixels; to be disposed by the caller. */
export function emptyFrame(layout: PlaneLayout): Frame {
  const frame = frameWithout(layout);
  FFmpegError.throwIfError(frame.allocBuffer(), 'picture');
  return frame;
}

/** Bytes that a frame points into; they stay for as long as the frame does. */
const bytesOfFrame = new WeakMap<Frame, Buffer>();

/**
 * A frame with a copy of planes that lie tight one behind the other; to be disposed by the caller. The frame that
 * node-av makes of a buffer is no copy: it points into the buffer, which may be gone, and its memory used by others,
 * while the frame is still encoded.
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
