import { framesPerSecond, samplesPerFrame } from '../project-content.ts';

const maxSeamFrames = 2 * framesPerSecond;

/** Repetition of music over the length of a project. */
export interface MusicLoop {
  /** Frames between the starts of two repetitions. */
  readonly periodFrames: number;
  /** Frames in which the end of one repetition overlaps the beginning of the next. */
  readonly seamFrames: number;
  /** Number of repetitions; the last one plays to its end. */
  readonly count: number;
}

/** Plans the repetition. Music that is long enough plays once; its period is its length. */
export function loopMusic(lengthFrames: number, totalFrames: number): MusicLoop {
  if (lengthFrames >= totalFrames)
    return { periodFrames: Math.max(1, lengthFrames), seamFrames: 0, count: 1 };
  const seamFrames = Math.min(maxSeamFrames, Math.floor(lengthFrames / 4));
  const periodFrames = Math.max(1, lengthFrames - seamFrames);
  return { periodFrames, seamFrames, count: Math.ceil((totalFrames - seamFrames) / periodFrames) };
}

/** Returns the length of a piece, at most `maxFrames`, whose last repetition ends with a project of `totalFrames`. */
export function pieceFrames(totalFrames: number, maxFrames: number): number {
  if (totalFrames <= maxFrames) return totalFrames;
  const repeatedFrames = totalFrames - maxSeamFrames;
  const count = Math.ceil(repeatedFrames / (maxFrames - maxSeamFrames));
  return Math.ceil(repeatedFrames / count) + maxSeamFrames;
}

/** Repeats a piece of music without an audible seam. */
export class LoopedMusic {
  readonly #channels: readonly Float32Array[];
  readonly #periodSamples: number;
  readonly #seamSamples: number;
  readonly #count: number;

  /** @param channels left and right at 48 kHz, of equal length */
  constructor(channels: readonly Float32Array[], totalFrames: number) {
    const length = channels[0]?.length ?? 0;
    const loop = loopMusic(Math.floor(length / samplesPerFrame), totalFrames);
    this.#channels = channels;
    this.#periodSamples = loop.periodFrames * samplesPerFrame;
    this.#seamSamples = loop.seamFrames * samplesPerFrame;
    this.#count = loop.count;
  }

  /** Returns a sample of a channel, 0 left and 1 right, at any distance from the start. */
  at(channel: number, sample: number): number {
    const music = this.#channels[channel];
    if (!music) return 0;
    const repetition = Math.min(Math.floor(sample / this.#periodSamples), this.#count - 1);
    const place = sample - repetition * this.#periodSamples;
    const current = music[place] ?? 0;
    if (place >= this.#seamSamples || repetition === 0) return current;
    const share = place / this.#seamSamples;
    const ending = music[place + this.#periodSamples] ?? 0;
    // Cross-fades with equal power, because the two passages are unrelated.
    return current * Math.sin((share * Math.PI) / 2) + ending * Math.cos((share * Math.PI) / 2);
  }
}
