import type { Sound } from '../audio/wav.ts';
import type {
  ConformClipRequest,
  ConformStillRequest,
  DrawPictureRequest,
  MediaFacts,
  SpokenScene,
} from '../media-engine.ts';
import type { MediaErrorCode } from '../media-error.ts';
import type { EncodeNarrationRequest } from '../render/encode-narration.ts';
import type { EncodeSceneRequest } from '../render/encode-scene.ts';
import type { JoinMovieRequest } from '../render/join-movie.ts';
import type { EspeakVoiceEntry } from '../speech/espeak/espeak-module.ts';
import type { EspeakRequest } from '../speech/espeak/espeak-synthesizer.ts';
import type { FinishSpeechRequest } from '../speech/finish-speech.ts';
import type { SpeechMark, SpokenText } from '../speech/speech-engine.ts';

/** What the worker threads can be asked to do. Inputs and outputs cross threads as structured clones. */
export interface MediaTasks {
  listEspeakVoices: { input: null; output: readonly EspeakVoiceEntry[] };
  speakWithEspeak: { input: EspeakRequest; output: SpokenText };
  /** The gain in dB that a voice needs. */
  measureVoice: { input: Sound; output: number };
  /** Marks for a recording from how the built-in synthesiser speaks the same text. */
  borrowMarks: {
    input: { readonly sound: Sound; readonly guide: EspeakRequest };
    output: readonly SpeechMark[];
  };
  finishSpeech: { input: FinishSpeechRequest; output: SpokenScene };
  drawPicture: { input: DrawPictureRequest; output: null };
  conformStill: { input: ConformStillRequest; output: null };
  conformClip: { input: ConformClipRequest; output: { durationFrames: number } };
  probe: { input: string; output: MediaFacts | null };
  makeThumbnail: { input: ThumbnailRequest; output: null };
  encodeScene: { input: EncodeSceneRequest; output: null };
  encodeNarration: { input: EncodeNarrationRequest; output: null };
  joinMovie: { input: JoinMovieRequest; output: null };
}

export interface ThumbnailRequest {
  readonly inputPath: string;
  readonly outputPath: string;
  readonly maxSide: number;
}

export type MediaTaskName = keyof MediaTasks;

/** From the pool to a worker. A worker has one task at a time. */
export interface TaskOrder {
  readonly name: MediaTaskName;
  readonly input: unknown;
  readonly control: SharedArrayBuffer;
}

/** From a worker to the pool. */
export type TaskReport =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly failure: TaskFailure };

export interface TaskFailure {
  /** Null for a bug: an error nobody foresaw. */
  readonly code: MediaErrorCode | 'cancelled' | null;
  readonly message: string;
  readonly stack: string | null;
  /** What the operating system said, such as `ENOSPC`. */
  readonly systemCode: string | null;
}
