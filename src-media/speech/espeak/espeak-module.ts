import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The part of the speech synthesiser's WebAssembly module that is used here. */
interface EspeakModule {
  readonly eSpeakNGWorker: new () => EspeakWorker;
}

export interface EspeakWorker {
  /** @returns 0 when the voice was found; an unknown name may also leave a silent voice. */
  set_voice(name: string, language: string, gender: number, age: number, variant: number): number;
  /** Words a minute; 175 is its own default. */
  set_rate(wordsPerMinute: number): void;
  /** 100 is its own default, at which loud voices are clipped. */
  set_volume(percent: number): void;
  readonly samplerate: number;
  list_voices(): readonly EspeakVoiceEntry[];
  /** Calls back with sound and events in order, from within this call; true from the callback ends it. */
  synthesize(text: string, onSound: (samples: Int16Array, events: readonly EspeakEvent[]) => boolean): void;
}

export interface EspeakVoiceEntry {
  readonly name: string;
  /** Path of the voice's file, such as `gmw/en-US`. */
  readonly identifier: string;
  readonly languages: readonly { readonly name: string; readonly priority: number }[];
}

export interface EspeakEvent {
  readonly type: 'word' | 'phoneme' | 'sentence' | 'end' | 'samplerate' | 'mark' | 'play' | 'msg_terminated';
  /** Counts code points of the text from 1. */
  readonly text_position: number;
  /** Milliseconds from the beginning of the sound. */
  readonly audio_position: number;
  /** Of a phoneme: its name; empty for silence. */
  readonly id?: number | string | undefined;
}

type LoadModule = (options: {
  print(line: string): void;
  printErr(line: string): void;
  /** The bytes of the voices, which are only read. */
  getPreloadedPackage(): ArrayBuffer;
}) => Promise<EspeakModule>;

/** Makes a synthesiser without a past. */
export type MakeEspeak = () => Promise<EspeakWorker>;

/** A synthesiser seeds its noise by the clock when it is made; here all have the same seed. */
function makeWorker({ eSpeakNGWorker }: EspeakModule): EspeakWorker {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return new eSpeakNGWorker();
  } finally {
    Date.now = now;
  }
}

/** A package has them compressed. */
async function readVoices(file: string): Promise<Buffer> {
  const compressed = `${file}.gz`;
  return existsSync(compressed) ? promisify(gunzip)(await readFile(compressed)) : readFile(file);
}

/** Loads what all synthesisers of a thread share. Making one takes about 50 ms. What it would print is dropped. */
export async function loadEspeak(): Promise<MakeEspeak> {
  const modulePath = createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
  const { default: load } = (await import(pathToFileURL(modulePath).href)) as { default: LoadModule };
  const bytes = await readVoices(path.join(path.dirname(modulePath), 'espeak-ng.data'));
  const voices = new Uint8Array(bytes).buffer;
  return async () => {
    const module = await load({
      print: () => undefined,
      printErr: () => undefined,
      getPreloadedPackage: () => voices,
    });
    return makeWorker(module);
  };
}
