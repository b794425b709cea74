import { slowDown } from '../../audio/slow-down.ts';
import type { Sound } from '../../av/wav.ts';
import type { SpeechMark, SpokenText } from '../speech-engine.ts';
import { type EspeakEvent, type EspeakWorker, loadEspeak, type MakeEspeak } from './espeak-module.ts';
import type { ReadJapanese } from './japanese-reader.ts';
import { prepareEspeakText } from './prepare-espeak-text.ts';

export interface EspeakRequest {
  readonly text: string;
  /** A voice file and optionally a voice variant, such as `gmw/en-US+f3`. */
  readonly voiceName: string;
  readonly languageCode: string;
  readonly speed: number;
}

/** Rate at speed 1. The synthesiser's default is too fast. */
const wordsPerMinute = 142;
/** Factors for languages that the synthesiser speaks faster or slower than human narrators. */
const languagePaces: Readonly<Record<string, number>> = { fr: 0.8, ru: 0.88, vi: 0.9, zh: 1.15, th: 1.25 };
/** The synthesiser speaks no slower and no faster; slower speech is stretched. */
const slowest = 80;
const fastest = 400;
/** Low enough that no voice clips; the gain is added afterwards. */
const volumePercent = 55;

/** The built-in speech synthesiser. Lives on a worker thread, because a call blocks until the text is spoken. */
export class EspeakSynthesizer {
  readonly #make: MakeEspeak;
  readonly #japanese: () => Promise<ReadJapanese>;

  private constructor(make: MakeEspeak, japanese: () => Promise<ReadJapanese>) {
    this.#make = make;
    this.#japanese = japanese;
  }

  /** @param japanese returns the reader of Japanese; called only when Japanese is spoken */
  static async load(japanese: () => Promise<ReadJapanese>): Promise<EspeakSynthesizer> {
    return new EspeakSynthesizer(await loadEspeak(), japanese);
  }

  /**
   * Speaks a text. Equal requests give equal sound: each uses a new synthesiser, because one keeps the state of its
   * voice and noise between texts.
   *
   * @param checkpoint called after each piece of sound; an error it throws ends the speech
   */
  async speak(request: EspeakRequest, checkpoint: () => void): Promise<SpokenText> {
    const isJapanese = /\/ja\b/u.test(request.voiceName);
    const reader = isJapanese ? await this.#japanese() : null;
    const prepared = prepareEspeakText(request.text, request.languageCode, reader);
    const worker = await this.#make();
    worker.set_voice(request.voiceName, '', 0, 0, 0);
    const pace = languagePaces[request.languageCode.split('-')[0] ?? ''] ?? 1;
    const rate = Math.round(wordsPerMinute * pace * request.speed);
    worker.set_rate(Math.max(slowest, Math.min(fastest, rate)));
    worker.set_volume(volumePercent);
    const { chunks, events } = collect(worker, prepared.text, checkpoint);
    const spoken = {
      sound: { samples: joinChunks(chunks), sampleRate: worker.samplerate },
      marks: marksOf(events, codePointOffsets(prepared.text)).map((mark) => ({
        ...mark,
        textOffset: prepared.sourceOf(mark.textOffset),
      })),
    };
    return rate < slowest ? stretched(spoken, rate / slowest) : spoken;
  }
}

/** Makes spoken text slower; its marks move with the sound. */
function stretched(
  { sound, marks }: { readonly sound: Sound; readonly marks: readonly SpeechMark[] },
  tempo: number,
): SpokenText {
  return {
    sound: slowDown(sound, tempo),
    marks: marks.map(({ textOffset, startSeconds, endSeconds }) => ({
      textOffset,
      startSeconds: startSeconds / tempo,
      endSeconds: endSeconds === null ? null : endSeconds / tempo,
    })),
  };
}

function collect(
  worker: EspeakWorker,
  text: string,
  checkpoint: () => void,
): { chunks: Int16Array[]; events: EspeakEvent[] } {
  const chunks: Int16Array[] = [];
  const events: EspeakEvent[] = [];
  const failures: unknown[] = [];
  worker.synthesize(text, (samples, found) => {
    chunks.push(samples);
    events.push(...found);
    try {
      checkpoint();
      return false;
    } catch (error) {
      failures.push(error);
      return true;
    }
  });
  if (failures.length > 0) throw failures[0];
  return { chunks, events };
}

function joinChunks(chunks: readonly Int16Array[]): Float32Array {
  const joined = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    for (const sample of chunk) {
      joined[at] = sample / 32_768;
      at += 1;
    }
  }
  return joined;
}

/** Returns the UTF-16 offset of each code point of a text. */
function codePointOffsets(text: string): number[] {
  const offsets: number[] = [];
  let offset = 0;
  for (const letter of text) {
    offsets.push(offset);
    offset += letter.length;
  }
  return offsets;
}

/** Returns words with their start times. A word ends at a silence before the next word. */
function marksOf(events: readonly EspeakEvent[], offsets: readonly number[]): SpeechMark[] {
  const marks: { textOffset: number; startSeconds: number; endSeconds: number | null }[] = [];
  for (const event of events) {
    const last = marks.at(-1);
    const seconds = event.audio_position / 1_000;
    if (event.type === 'word') {
      marks.push({
        textOffset: offsets[event.text_position - 1] ?? 0,
        startSeconds: seconds,
        endSeconds: null,
      });
    } else if (event.type === 'phoneme' && last) {
      if (event.id === '') last.endSeconds ??= seconds;
      else last.endSeconds = null;
    }
  }
  return marks;
}
