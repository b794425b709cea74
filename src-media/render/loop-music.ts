import { framesPerSecond, samplesPerFrame } from '../project-content.ts';

const maxSeamFrames = 2 * framesPerSecond;

/** How music is repeated until it is as long as a project. */
export interface MusicLoop {
  /** From one beginning to the next. */
  readonly periodFrames: number;
  /** So long the end of one and the beginning of the next are heard together. */
  readonly seamFrames: number;
  /** How often it begins; the last one is heard to its end. */
  readonly count: number;
}

/** Music that is long enough is not repeated: its period is then as long as it is. */
export function loopMusic(lengthFrames: number, totalFrames: number): MusicLoop {
  if (lengthFrames >= totalFrames)
    return { periodFrames: Math.max(1, lengthFrames), seamFrames: 0, count: 1 };
  const seamFrames = Math.min(maxSeamFrames, Math.floor(lengthFrames / 4));
  const periodFrames = Math.max(1, lengthFrames - seamFrames);
  return { periodFrames, seamFrames, count: Math.ceil((totalFrames - seamFrames) / periodFrames) };
}

/** How long a piece of at most `maxFrames` has to be so that its last repetition ends with a project of `totalFrames`. */
export function pieceFrames(totalFrames: number, maxFrames: number): number {
  if (totalFrames <= maxFrames) return totalFrames;
  const repeatedFrames = totalFrames - maxSeamFrames;
  const count = Math.ceil(repeatedFrames / (maxFrames - maxSeamFrames));
  return Math.ceil(repeatedFrames / count) + maxSeamFrames;
}

/** A piece of music, repeated without an audible seam. */
export class LoopedMusic {
  readonly #channels: readonly Float32Array[];
  readonly #periodSamples: number;
  readonly #seamSamples: number;
  readonly #count: number;

  /** @param channels left and right at 48 kHz, equally long */
  constructor(channels: readonly Float32Array[], totalFrames: number) {
    const length = channels[0]?.length ?? 0;
    const loop = loopMusic(Math.floor(length / samplesPerFrame), totalFrames);
    this.#channels = channels;
    this.#periodSamples = loop.periodFrames * samplesPerFrame;
    this.#seamSamples = loop.seamFrames * samplesPerFrame;
    this.#count = loop.count;
  }

  /** A sample of a channel, 0 left and 1 right, however far from the start. */
  at(channel: number, sample: number): number {
    const music = this.#channels[channel];
    if (!music) return 0;
    const repetition = Math.min(Math.floor(sample / this.#periodSamples), this.#count - 1);
    const place = sample - repetition * this.#periodSamples;
    const current = music[place] ?? 0;
    if (place >= this.#seamSamples || repetition === 0) return current;
    const share = place / this.#seamSamples;
    const ending = music[place + this.#periodSamples] ?? 0;
    // Equal power: the two are different music.
    return current * Math.sin((share * Math.PI) / 2) + ending * Math.cos((share * Math.PI) / 2);
  }
}
