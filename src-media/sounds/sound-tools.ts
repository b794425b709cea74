import type { TaskOptions } from '../task-options.ts';

/** Synthesises sounds by calculation only. All output is WAV at 48 kHz; the same seed gives the same sound. */
export interface SoundTools {
  /** Makes a stereo sound effect of the exact length, with no true peak above -1 dBTP. */
  generateEffect(request: SoundEffectRequest, options: TaskOptions): Promise<SoundFacts>;
  /** Composes an instrumental stereo piece at -16 LUFS of the given length, with a beginning and an end. */
  composeMusic(request: MusicRequest, options: TaskOptions): Promise<SoundFacts>;
  /** Joins mono recordings in order. */
  joinRecordings(request: JoinRecordingsRequest, options: TaskOptions): Promise<SoundFacts>;
}

export interface SoundFacts {
  readonly durationSeconds: number;
}

export interface SoundEffectRequest {
  readonly prompt: string;
  /** Seconds, 1 to 30. */
  readonly durationSeconds: number;
  /** Limits random variation: 0 is free, 1 follows the prompt literally. */
  readonly promptInfluence: number;
  readonly seed: string;
  readonly outputPath: string;
}

export interface MusicRequest {
  /** Moods, genres, tempo and key, in the user's words. */
  readonly prompt: string;
  /** 4 to 300. */
  readonly durationSeconds: number;
  readonly seed: string;
  readonly outputPath: string;
}

export interface JoinRecordingsRequest {
  /** WAV files in the format of recorded speech. */
  readonly inputPaths: readonly string[];
  readonly outputPath: string;
}
