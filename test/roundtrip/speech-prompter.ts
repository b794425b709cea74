import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

interface Worker {
  set_voice(name: string): number;
  synthesize(text: string, hear: (audio: Int16Array) => boolean): void;
}

interface Module {
  readonly eSpeakNGWorker: new () => Worker;
}

/** The speech synthesiser alone, to compare the engine's speech with the text itself. */
export class SpeechPrompter {
  readonly #worker: Worker;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  static async start(voice: string): Promise<SpeechPrompter> {
    const path = createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
    const { default: load } = (await import(pathToFileURL(path).href)) as { default: () => Promise<Module> };
    const espeak = await load();
    const worker = new espeak.eSpeakNGWorker();
    worker.set_voice(voice);
    return new SpeechPrompter(worker);
  }

  /** Returns samples from −1 to 1 at 22.05 kHz. */
  speak(text: string): Float32Array {
    const parts: Float32Array[] = [];
    this.#worker.synthesize(text, (audio) => {
      parts.push(Float32Array.from(audio, (sample) => sample / 32_768));
      return false;
    });
    const sound = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let position = 0;
    for (const part of parts) {
      sound.set(part, position);
      position += part.length;
    }
    return sound;
  }
}
