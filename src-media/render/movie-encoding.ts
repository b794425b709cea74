import type { PictureSettings } from '../av/picture-encoder.ts';
import { framesPerSecond } from '../project-content.ts';

/** Returns the encoding settings shared by all parts of a movie, so that they can be joined. */
export function movieEncoding(frame: { readonly width: number; readonly height: number }): PictureSettings {
  return { kind: 'h264', width: frame.width, height: frame.height, rate: { num: framesPerSecond, den: 1 } };
}
