import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { MediaEngine } from '@dailies/media';
import { voiceSampleOf } from '@dailies/media/script';
import { notFound } from '../api-error.ts';
import type { VoiceCatalogue } from './voice-catalogue.ts';

/** Spoken samples of the voices, each in its language. Made at the first request and kept until the service stops. */
export class VoiceSamples {
  readonly #deps: {
    readonly catalogue: VoiceCatalogue;
    readonly engine: MediaEngine;
    readonly temporaryFolder: string;
  };
  readonly #stop = new AbortController();
  readonly #made = new Map<string, Promise<string>>();

  constructor(deps: {
    readonly catalogue: VoiceCatalogue;
    readonly engine: MediaEngine;
    readonly temporaryFolder: string;
  }) {
    this.#deps = deps;
  }

  /**
   * Returns the path of a short WAV file.
   * @throws ApiError 404; MediaError `speech_failed`, which the next call retries.
   */
  pathOf(voiceId: string): Promise<string> {
    const known = this.#made.get(voiceId);
    if (known) return known;
    const making = this.#make(voiceId);
    this.#made.set(voiceId, making);
    making.catch(() => this.#made.delete(voiceId));
    return making;
  }

  /** Stops samples that are being spoken. */
  dispose(): void {
    this.#stop.abort();
  }

  /** Several requests may share the result, so only the end of the service aborts it. */
  async #make(voiceId: string): Promise<string> {
    const { catalogue, engine, temporaryFolder } = this.#deps;
    const entry = catalogue.voices.find(({ voice }) => voice.voiceId === voiceId);
    if (!entry) throw notFound('voice');
    const { voiceKey, voice } = entry;
    const { languageCode } = voice;
    const folder = path.join(temporaryFolder, 'voice-samples');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const halfPath = path.join(folder, `${voiceId}.part.wav`);
    const scene = { text: voiceSampleOf(languageCode), isHeading: false, startsParagraph: false };
    await engine.speakScene(
      { scene, voiceKey, languageCode, speed: 1, outputPath: halfPath },
      { signal: this.#stop.signal },
    );
    const outputPath = path.join(folder, `${voiceId}.wav`);
    await rename(halfPath, outputPath);
    return outputPath;
  }
}
