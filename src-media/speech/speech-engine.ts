import type { Sound } from '../av/wav.ts';
import type { EngineVoice } from '../media-engine.ts';

/** Something that can speak: the built-in synthesiser, or voices of the operating system. */
export interface SpeechEngine {
  /** What keys of its voices begin with. */
  readonly keyPrefix: string;
  /** Its voices, the best of each language first; empty where it cannot run. */
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
  /** When which part of the text is heard, in order of time; null when the voice does not tell. */
  readonly marks: readonly SpeechMark[] | null;
}

/** The beginning of a spoken word. Words that a voice runs together may share one. */
export interface SpeechMark {
  /** UTF-16 offset into the text that was to be spoken. */
  readonly textOffset: number;
  readonly startSeconds: number;
  /** Where its sound ends, when it is known to end before the next mark. */
  readonly endSeconds: number | null;
}
