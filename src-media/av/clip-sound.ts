import { samplesPerSecond } from '../project-content.ts';
import { SoundDecoder } from './sound-decoder.ts';
import { silence, type SoundSource, type StereoBlock } from './stereo.ts';

/** Reads the sound of any media file in stereo at 48 kHz, from its first picture on if it has pictures. */
export class ClipSound implements SoundSource {
  readonly #decoder: SoundDecoder;
  #ready: StereoBlock = silence(0);
  #hasEnded = false;

  /** @throws MediaError `unreadable_media` when the file has no sound that can be decoded */
  constructor(path: string) {
    this.#decoder = new SoundDecoder(path, 2);
    // Adds silence or skips sound, so that sound and pictures stay in sync.
    const lead = Math.round(this.#decoder.leadSeconds * samplesPerSecond);
    if (lead > 0) this.#ready = silence(lead);
    else if (lead < 0) this.read(-lead);
  }

  /** True after all sound was read. */
  get isOver(): boolean {
    return this.#hasEnded && this.#ready.left.length === 0;
  }

  /** End of the sound according to the file, in seconds from the first picture. */
  get endSeconds(): number {
    return this.#decoder.endSeconds;
  }

  read(count: number): StereoBlock {
    const parts: StereoBlock[] = [this.#ready];
    let have = this.#ready.left.length;
    while (have < count && !this.#hasEnded) {
      const [left, right] = this.#decoder.next() ?? [];
      this.#hasEnded = left === undefined;
      if (left && right) parts.push({ left: left.slice(), right: right.slice() });
      have += left?.length ?? 0;
    }
    const all = joined(parts);
    const block = silence(count);
    block.left.set(all.left.subarray(0, count));
    block.right.set(all.right.subarray(0, count));
    this.#ready = { left: all.left.slice(count), right: all.right.slice(count) };
    return block;
  }

  [Symbol.dispose](): void {
    this.#decoder[Symbol.dispose]();
  }
}

/** Reads the sound of a file up to a maximum length. @throws MediaError `unreadable_media` */
export function readSound(path: string, maxSeconds: number): StereoBlock {
  using sound = new ClipSound(path);
  const blocks: StereoBlock[] = [];
  for (let seconds = 0; seconds < maxSeconds && !sound.isOver; seconds += 1) {
    blocks.push(sound.read(Math.min(1, maxSeconds - seconds) * samplesPerSecond));
  }
  return joined(blocks);
}

function joined(parts: readonly StereoBlock[]): StereoBlock {
  const all = silence(parts.reduce((sum, part) => sum + part.left.length, 0));
  let at = 0;
  for (const part of parts) {
    all.left.set(part.left, at);
    all.right.set(part.right, at);
    at += part.left.length;
  }
  return all;
}
