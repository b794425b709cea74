/** Largest sum of decoded sound in memory: about three minutes in stereo. */
const maxBytes = 72 * 1024 * 1024;
const bytesPerSample = 4;

interface DecodedSound {
  readonly loading: Promise<AudioBuffer | null>;
  bytes: number;
  isFailed: boolean;
}

/** Decoded sounds by address. The ones unused for longest are dropped. */
export class SoundLibrary {
  readonly #context: BaseAudioContext;
  readonly #sounds = new Map<string, DecodedSound>();

  constructor(context: BaseAudioContext) {
    this.#context = context;
  }

  /** Returns a sound, decoded at the context's rate; null if it cannot be read. */
  get(url: string): Promise<AudioBuffer | null> {
    const known = this.#sounds.get(url);
    this.#sounds.delete(url);
    const sound = known ?? { loading: this.#read(url), bytes: 0, isFailed: false };
    this.#sounds.set(url, sound);
    return sound.loading;
  }

  /** Reads failed sounds again when they are wanted next. */
  forgetFailures(): void {
    for (const [url, { isFailed }] of this.#sounds) if (isFailed) this.#sounds.delete(url);
  }

  async #read(url: string): Promise<AudioBuffer | null> {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`The sound was answered with ${String(response.status)}.`);
      const buffer = await this.#context.decodeAudioData(await response.arrayBuffer());
      const sound = this.#sounds.get(url);
      if (sound) sound.bytes = buffer.length * buffer.numberOfChannels * bytesPerSample;
      this.#shrink();
      return buffer;
    } catch {
      const sound = this.#sounds.get(url);
      if (sound) sound.isFailed = true;
      return null;
    }
  }

  #shrink(): void {
    let bytes = 0;
    for (const [url, sound] of [...this.#sounds].reverse()) {
      bytes += sound.bytes;
      if (bytes > maxBytes && bytes !== sound.bytes) this.#sounds.delete(url);
    }
  }
}
