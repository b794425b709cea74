import type { SoundRange } from '../audio/find-speech.ts';
import type { FocusPoint } from '../edit/add-zoom.ts';
import type { SceneSound } from '../edit/plan-clean-up.ts';
import type { TaskOptions } from '../task-options.ts';

export interface CutSoundRequest {
  /** A mono WAV at 48 kHz. */
  readonly inputPath: string;
  /** Ranges to remove, in order and without overlaps. */
  readonly cuts: readonly SoundRange[];
  /** Exact length of the result; the rest is silence. */
  readonly durationFrames: number;
  readonly outputPath: string;
}

/** Tools that analyse and change media for edits of finished projects. They read and write files by path. */
export interface RemixTools {
  /** Finds the pauses in a recorded scene. @throws MediaError `unreadable_media` */
  listenForPauses(path: string, options: TaskOptions): Promise<SceneSound>;
  /** Removes ranges of a recording and cross-fades the joints. @throws MediaError `unreadable_media` */
  cutSound(request: CutSoundRequest, options: TaskOptions): Promise<void>;
  /**
   * Finds the point of a still that attracts the eye first.
   *
   * @throws MediaError `unreadable_media`, `media_too_large`
   */
  findFocus(path: string, options: TaskOptions): Promise<FocusPoint>;
}
