import type { VisualPacing } from '../../src-shared/api/common.ts';
import type { SpokenWord } from '../project-content.ts';
import type { TaskOptions } from '../task-options.ts';

/** Tools for the user's own recordings. */
export interface RecordingTools {
  /**
   * Cuts a recording into scenes and writes the sound of each as a mono 48 kHz WAV of whole frames. Together they are
   * as long as the recording, at narration loudness.
   *
   * @throws MediaError `nothing_to_speak` when the recording is silent or contains no word of the transcript
   */
  cut(request: CutRecordingRequest, options: TaskOptions): Promise<readonly RecordedScene[]>;
  /** Pads a recording with silence, or cuts it, to a whole number of frames; writes a mono WAV. */
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
  /** Null: pauses separate the scenes, and the scenes have no text. */
  readonly words: readonly TimedWord[] | null;
  readonly pacing: VisualPacing;
  /** Maximum number of scenes. */
  readonly maxScenes: number;
  /** Receives the files `speech-000.wav`, `speech-001.wav` and so on. */
  readonly outputFolder: string;
}

export interface RecordedScene {
  readonly fileName: string;
  /** Spoken text; empty without a transcript. */
  readonly text: string;
  /** True if a long pause precedes it. */
  readonly startsParagraph: boolean;
  readonly durationFrames: number;
  readonly words: readonly SpokenWord[];
}
