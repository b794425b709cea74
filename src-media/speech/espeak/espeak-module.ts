import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The used part of the speech synthesiser's WebAssembly module. */
interface EspeakModule {
  readonly eSpeakNGWorker: new () => EspeakWorker;
}

export interface EspeakWorker {
  /** @returns 0 when the voice was found; an unknown name can also select a silent voice. */
  set_voice(name: string, language: string, gender: number, age: number, variant: number): number;
  /** Words per minute; the module's default is 175. */
  set_rate(wordsPerMinute: number): void;
  /** The module's default is 100, at which loud voices clip. */
  set_volume(percent: number): void;
  readonly samplerate: number;
  /** Calls back with sound and events in order, before it returns. The callback returns true to stop. */
  synthesize(text: string, onSound: (samples: Int16Array, events: readonly EspeakEvent[]) => boolean): void;
}

export interface EspeakEvent {
  readonly type: 'word' | 'phoneme' | 'sentence' | 'end' | 'samplerate' | 'mark' | 'play' | 'msg_terminated';
  /** One-based code point index in the text. */
  readonly text_position: number;
  /** Milliseconds from the beginning of the sound. */
  readonly audio_position: number;
  /** Name of a phoneme; empty for silence. */
  readonly id?: number | string | undefined;
}

type LoadModule = (options: {
  print(line: string): void;
  printErr(line: string): void;
  /** Returns the voice data, which the module only reads. */
  getPreloadedPackage(): ArrayBuffer;
}) => Promise<EspeakModule>;

/** Creates a synthesiser without state from earlier texts. */
export type MakeEspeak = () => Promise<EspeakWorker>;

/** Creates a worker with a fixed clock. A synthesiser seeds its noise by the clock, so all get the same seed. */
function makeWorker({ eSpeakNGWorker }: EspeakModule): EspeakWorker {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return new eSpeakNGWorker();
  } finally {
    Date.now = now;
  }
}

/** Reads the voices. Packaged builds contain them compressed. */
async function readVoices(file: string): Promise<Buffer> {
  const compressed = `${file}.gz`;
  return existsSync(compressed) ? promisify(gunzip)(await readFile(compressed)) : readFile(file);
}

/** Returns the path of the synthesiser's module. */
export function espeakPath(): string {
  return createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
}

/** Returns the path of the data with the voices beside the module. */
export function espeakDataOf(modulePath: string): string {
  return path.join(path.dirname(modulePath), 'espeak-ng.data');
}

/** Loads the data that all synthesisers of a thread share. Creating one takes about 50 ms. Suppresses its output. */
export async function loadEspeak(): Promise<MakeEspeak> {
  const modulePath = espeakPath();
  const { default: load } = (await import(pathToFileURL(modulePath).href)) as { default: LoadModule };
  const bytes = await readVoices(espeakDataOf(modulePath));
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
