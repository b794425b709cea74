import type { YuvPicture } from '../../video/yuv-picture.ts';

/** A sequence of pictures, drawn one at a time. */
export interface Shot extends Disposable {
  /** Draws the next picture over all of `target`. */
  drawNext(target: YuvPicture): void;
}

/** Size, length and camera movement of a shot. */
export interface ShotPlan {
  readonly width: number;
  readonly height: number;
  readonly durationFrames: number;
  /** Description of the move; empty if the seed picks one. */
  readonly motionPrompt: string;
  readonly seed: string;
  /** True if its first picture is the unchanged still or clip. */
  readonly startsWhole: boolean;
}
