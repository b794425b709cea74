import type { YuvPicture } from '../../video/yuv-picture.ts';

/** Pictures that follow each other, drawn one by one. */
export interface Shot extends Disposable {
  /** Draws the next picture over all of `target`. */
  drawNext(target: YuvPicture): void;
}

/** How a shot moves, and for how long. */
export interface ShotPlan {
  readonly width: number;
  readonly height: number;
  readonly durationFrames: number;
  /** In words; empty for a move the seed picks. */
  readonly motionPrompt: string;
  readonly seed: string;
  /** True: its first picture is the still or clip exactly as it is. */
  readonly startsWhole: boolean;
}
