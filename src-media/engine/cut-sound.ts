import {
  type GainPoint,
  type SoundPart,
  soundsBetween,
} from '../../src-timeline/model/playing/sounds-between.ts';
import { secondsOfFrames } from '../../src-timeline/model/rational-time.ts';
import { type Timeline, timelineDurationFrames } from '../../src-timeline/model/timeline.ts';
import type { ClipSound } from '../av/clip-sound.ts';
import { silence, type SoundSource, type StereoBlock } from '../av/stereo.ts';
import { samplesPerSecond } from '../project-content.ts';
import { limitSum } from './limit-sum.ts';
import { soundOf } from './make-proxy.ts';

/** Longest piece of a file that is read at once, in samples. */
const pieceSamples = samplesPerSecond;

/** A sound of the cut; times in samples of the movie. */
interface PlacedSound {
  readonly part: SoundPart;
  readonly start: number;
  readonly end: number;
}

/** Mixes the sounds of a cut in order, as loud as the service's movie. Files without sound are silent. */
export class CutSound implements SoundSource {
  readonly #paths: Readonly<Record<string, string>>;
  readonly #samplesPerFrame: number;
  readonly #sounds: readonly PlacedSound[];
  readonly #open = new Map<PlacedSound, PlayedFile | null>();
  #at = 0;

  /** @param paths of the media by id */
  constructor(timeline: Timeline, paths: Readonly<Record<string, string>>) {
    this.#paths = paths;
    this.#samplesPerFrame = secondsOfFrames(samplesPerSecond, timeline.frameRate);
    const parts = soundsBetween(timeline, 0, timelineDurationFrames(timeline));
    this.#sounds = parts.map((part) => ({
      part,
      start: Math.round(part.startFrame * this.#samplesPerFrame),
      end: Math.round(part.endFrame * this.#samplesPerFrame),
    }));
  }

  get isSilent(): boolean {
    return this.#sounds.length === 0;
  }

  read(count: number): StereoBlock {
    const block = silence(count);
    for (const sound of this.#sounds) {
      const from = Math.max(sound.start, this.#at);
      const to = Math.min(sound.end, this.#at + count);
      if (from < to) this.#add(block, sound, from, to);
      if (sound.end <= this.#at + count) this.#close(sound);
    }
    this.#at += count;
    limitSum(block.left);
    limitSum(block.right);
    return block;
  }

  #add(block: StereoBlock, sound: PlacedSound, from: number, to: number): void {
    const played = this.#open.get(sound) ?? this.#begin(sound);
    if (!played) return;
    const { left, right } = played.read(to - from);
    const gains = new GainCourse(sound.part.gains, this.#samplesPerFrame);
    for (let index = 0; index < to - from; index += 1) {
      const gain = gains.at(from + index);
      const target = from - this.#at + index;
      block.left[target] = (block.left[target] ?? 0) + gain * (left[index] ?? 0);
      block.right[target] = (block.right[target] ?? 0) + gain * (right[index] ?? 0);
    }
  }

  #begin(sound: PlacedSound): PlayedFile | null {
    if (this.#open.has(sound)) return null;
    const { media, sourceFrame, clip } = sound.part;
    const path = this.#paths[media.mediaId];
    const file = path === undefined ? null : soundOf(path);
    const played =
      file && new PlayedFile(file, Math.round(sourceFrame * this.#samplesPerFrame), clip.speed ?? 1);
    this.#open.set(sound, played);
    return played;
  }

  #close(sound: PlacedSound): void {
    this.#open.get(sound)?.[Symbol.dispose]();
    this.#open.delete(sound);
  }

  [Symbol.dispose](): void {
    for (const played of this.#open.values()) played?.[Symbol.dispose]();
    this.#open.clear();
  }
}

/** A file's sound from a sample on, at a speed that changes its pitch. */
class PlayedFile implements SoundSource {
  readonly #file: ClipSound;
  readonly #speed: number;
  /** Place between the two samples held, 0 to 1, from which the next one is made. */
  #place = 0;
  #held: StereoBlock;

  constructor(file: ClipSound, firstSample: number, speed: number) {
    this.#file = file;
    this.#speed = speed;
    for (let left = firstSample; left > 0 && !file.isOver; left -= pieceSamples) {
      file.read(Math.min(left, pieceSamples));
    }
    this.#held = speed === 1 ? silence(0) : file.read(2);
  }

  read(count: number): StereoBlock {
    if (this.#speed === 1) return this.#file.read(count);
    const block = silence(count);
    const needed = Math.floor(this.#place + count * this.#speed) + 2;
    const source = this.#extended(needed);
    for (let index = 0; index < count; index += 1) {
      const exact = this.#place + index * this.#speed;
      const before = Math.floor(exact);
      const share = exact - before;
      for (const side of ['left', 'right'] as const) {
        const [first = 0, second = 0] = source[side].subarray(before, before + 2);
        block[side][index] = first + (second - first) * share;
      }
    }
    const end = this.#place + count * this.#speed;
    const passed = Math.floor(end);
    this.#place = end - passed;
    this.#held = { left: source.left.slice(passed), right: source.right.slice(passed) };
    return block;
  }

  #extended(length: number): StereoBlock {
    const missing = Math.max(0, length - this.#held.left.length);
    const more = this.#file.read(missing);
    const source = silence(this.#held.left.length + missing);
    for (const side of ['left', 'right'] as const) {
      source[side].set(this.#held[side]);
      source[side].set(more[side], this.#held[side].length);
    }
    return source;
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }
}

/** Gains between points, asked for in order. */
class GainCourse {
  readonly #points: readonly GainPoint[];
  readonly #samplesPerFrame: number;
  #next = 0;

  constructor(points: readonly GainPoint[], samplesPerFrame: number) {
    this.#points = points;
    this.#samplesPerFrame = samplesPerFrame;
  }

  at(sample: number): number {
    const frame = sample / this.#samplesPerFrame;
    while ((this.#points[this.#next]?.frame ?? Infinity) <= frame) this.#next += 1;
    const before = this.#points[this.#next - 1];
    const after = this.#points[this.#next];
    if (!before || !after) return (before ?? after)?.gain ?? 1;
    return before.gain + ((after.gain - before.gain) * (frame - before.frame)) / (after.frame - before.frame);
  }
}
