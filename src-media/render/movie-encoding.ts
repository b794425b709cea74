import { framesPerSecond } from '../project-content.ts';
import type { VideoEncoderSettings } from '../video/video-encoder.ts';

/** How all parts of a movie are encoded, so that they can be joined. */
export function movieEncoding(frame: {
  readonly width: number;
  readonly height: number;
}): VideoEncoderSettings {
  return { width: frame.width, height: frame.height, rateFactor: 18, keyFrameInterval: 2 * framesPerSecond };
}
