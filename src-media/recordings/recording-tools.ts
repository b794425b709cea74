import type { VisualPacing } from '../../src-shared/api/common.ts';
import type { SpokenWord } from '../project-content.ts';
import type { TaskOptions } from '../task-options.ts';

/** Work on somebody's own recording. */
export interface RecordingTools {
  /**
   * Cuts a recording into scenes and writes the sound of each as a mono 48 kHz WAV of whole frames, all together as
   * long as the recording, at the loudness of narration.
   *
   * @throws MediaError `nothing_to_speak` when there is nothing in it to be heard
   */
  cut(request: CutRecordingRequest, options: TaskOptions): Promise<readonly RecordedScene[]>;
  /** A mono WAV with silence behind it, or cut, so that it is a whole number of frames long. */
  pad(request: PadRecordingRequest, options: TaskOptions): Promise<void>;
}

export interface PadRecordingRequest {
  readonly inputPath: string;
  readonly durationFrames: number;
  readonly outputPath: string;
}

/** A word of a transcript with its time in the recording, in seconds. */
export interface TimedWord {
  readonly word: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface CutRecordingRequest {
  readonly inputPath: string;
  /** Null: pauses separate the scenes, and have no text. */
  readonly words: readonly TimedWord[] | null;
  readonly pacing: VisualPacing;
  /** The most scenes to make. */
  readonly maxScenes: number;
  /** Takes the files `speech-000.wav`, `speech-001.wav` and so on. */
  readonly outputFolder: string;
}

export interface RecordedScene {
  readonly fileName: string;
  /** What is said; empty where no transcript tells it. */
  readonly text: string;
  /** Whether a long pause is before it. */
  readonly startsParagraph: boolean;
  readonly durationFrames: number;
  readonly words: readonly SpokenWord[];
}
