import type { Sound } from '../av/wav.ts';
import type { EngineVoice } from '../media-engine.ts';

/** A speech engine: the built-in synthesiser, or the voices of the operating system. */
export interface SpeechEngine {
  /** Prefix of the keys of its voices. */
  readonly keyPrefix: string;
  /** Returns its voices, the best of each language first; empty if it cannot run. */
  voices(): Promise<readonly EngineVoice[]>;
  /**
   * Speaks a text with one of its voices.
   *
   * @throws MediaError `speech_failed`; the signal's reason when aborted
   */
  speak(request: SpeakTextRequest, signal: AbortSignal): Promise<SpokenText>;
}

export interface SpeakTextRequest {
  readonly text: string;
  readonly voiceKey: string;
  /** BCP 47 tag of the text. */
  readonly languageCode: string;
  /** 1 is normal; 0.5 to 2. */
  readonly speed: number;
}

export interface SpokenText {
  readonly sound: Sound;
  /** Times of parts of the text, in order; null if the voice does not provide them. */
  readonly marks: readonly SpeechMark[] | null;
}

/** Start of a spoken word. Words that a voice runs together may share one. */
export interface SpeechMark {
  /** UTF-16 offset into the requested text. */
  readonly textOffset: number;
  readonly startSeconds: number;
  /** End of its sound, if it is known to end before the next mark. */
  readonly endSeconds: number | null;
}
