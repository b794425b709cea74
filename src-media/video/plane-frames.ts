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
  const frame = emptyFrame(layout);
  copyPlanes(bytes, layout, frame);
  return frame;
}

/**
 * A frame that shows one picture after another. Prefer it in loops: to allocate a frame costs as much time as to fill
 * it, and glibc before 2.38 does not reuse the aligned memory of frames that were freed (its bug 14581).
 */
export class PlaneFrame implements Disposable {
  readonly frame: Frame;
  readonly #layout: PlaneLayout;

  constructor(layout: PlaneLayout) {
    this.#layout = layout;
    this.frame = emptyFrame(layout);
  }

  /** Copies tightly packed planes into the frame. @throws FFmpegError for fewer bytes than the picture has */
  fill(bytes: Buffer): Frame {
    FFmpegError.throwIfError(this.frame.makeWritable(), 'picture');
    copyPlanes(bytes, this.#layout, this.frame);
    return this.frame;
  }

  [Symbol.dispose](): void {
    this.frame.free();
  }
}

function copyPlanes(bytes: Buffer, layout: PlaneLayout, target: Frame): void {
  using pointing = frameWithout(layout);
  bytesOfFrame.set(pointing, bytes);
  FFmpegError.throwIfError(pointing.fromBuffer(bytes), 'picture');
  FFmpegError.throwIfError(target.copy(pointing), 'picture');
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
