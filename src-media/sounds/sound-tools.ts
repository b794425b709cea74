import type { TaskOptions } from '../task-options.ts';

/** Makes sounds out of nothing but arithmetic. Everything is WAV at 48 kHz; the same seed gives the same sound. */
export interface SoundTools {
  /** A sound effect in stereo, exactly as long as asked for, with no true peak above -1 dBTP. */
  generateEffect(request: SoundEffectRequest, options: TaskOptions): Promise<SoundFacts>;
  /** An instrumental piece in stereo at -16 LUFS with a beginning and an end, as long as asked for. */
  composeMusic(request: MusicRequest, options: TaskOptions): Promise<SoundFacts>;
  /** Mono recordings one behind the other. */
  joinRecordings(request: JoinRecordingsRequest, options: TaskOptions): Promise<SoundFacts>;
}

export interface SoundFacts {
  readonly durationSeconds: number;
}

export interface SoundEffectRequest {
  readonly prompt: string;
  /** Seconds, 1 to 30. */
  readonly durationSeconds: number;
  /** 0 free, 1 to the letter: how far chance may move the sound. */
  readonly promptInfluence: number;
  readonly seed: string;
  readonly outputPath: string;
}

export interface MusicRequest {
  /** Moods, genres, tempo and key in the user's words. */
  readonly prompt: string;
  /** 4 to 300. */
  readonly durationSeconds: number;
  readonly seed: string;
  readonly outputPath: string;
}

export interface JoinRecordingsRequest {
  /** WAV files as speech is recorded. */
  readonly inputPaths: readonly string[];
  readonly outputPath: string;
}
