import type { SoundRange } from '../audio/find-speech.ts';
import type { FocusPoint } from '../edit/add-zoom.ts';
import type { SceneSound } from '../edit/plan-clean-up.ts';
import type { TaskOptions } from '../task-options.ts';

export interface CutSoundRequest {
  /** A mono WAV at 48 kHz. */
  readonly inputPath: string;
  /** Ranges to leave out, in order, apart from each other. */
  readonly cuts: readonly SoundRange[];
  /** What is made is exactly this long, with silence at its end. */
  readonly durationFrames: number;
  readonly outputPath: string;
}

/** What edits of finished projects need to know of media, and do to it. Paths in, paths out. */
export interface RemixTools {
  /** Where nobody speaks in a recorded scene. @throws MediaError `unreadable_media` */
  listenForPauses(path: string, options: TaskOptions): Promise<SceneSound>;
  /** Leaves stretches of a recording out; the ends that meet are cross-faded. @throws MediaError `unreadable_media` */
  cutSound(request: CutSoundRequest, options: TaskOptions): Promise<void>;
  /** Where the eye goes first in a still. @throws MediaError `unreadable_media`, `media_too_large` */
  findFocus(path: string, options: TaskOptions): Promise<FocusPoint>;
}
