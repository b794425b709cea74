import { senseBreakPenalty } from '../../src-shared/script/sense-breaks.ts';
import { textColumns, unspacedLetters } from '../../src-shared/script/speakable.ts';
import type { CaptionLayoutOptions, CaptionedScene } from '../media-engine.ts';
import { samplesPerFrame, samplesPerSecond } from '../project-content.ts';
import { breakLines } from './break-lines.ts';

/** A caption has at most this many lines. */
const maxLines = 2;

/**
 * Columns a line may have: 42 on wide frames, fewer on narrow ones, and 18 East Asian letters (36 columns) where a
 * text is written in them.
 */
function columnsPerLine(aspect: { readonly width: number; readonly height: number }, text: string): number {
  const ratio = aspect.width / aspect.height;
  const forShape = ratio >= 1.5 ? 42 : ratio >= 1 ? Math.round(32 + (ratio - 1) * 20) : 28;
  return unspacedLetters.test(text) && !/\p{Script=Thai}/u.test(text) ? Math.min(36, forShape) : forShape;
}

/** Words of a scene that are shown together. */
export interface Cue {
  readonly firstWord: number;
  /** The word behind the last one. */
  readonly endWord: number;
  readonly lines: readonly string[];
}

const shortestSeconds = 0.7;
const comfortableSeconds = 1.3;
const longishSeconds = 5.5;
const longestSeconds = 7;
const columnsPerSecond = 20;

interface BestCut {
  readonly cost: number;
  readonly from: number;
  readonly lines: readonly string[];
}

/** Cuts a scene's words into cues where it reads best: at the ends of sentences and clauses, long enough to be read. */
export function cutIntoCues(scene: CaptionedScene, options: CaptionLayoutOptions): Cue[] {
  const cutter = new CueCutter(scene, options);
  const best: BestCut[] = [{ cost: 0, from: 0, lines: [] }];
  for (let end = 1; end <= scene.words.length; end += 1) best.push(cheapestCue(cutter, best, end));
  const cues: Cue[] = [];
  for (let end = scene.words.length; end > 0;) {
    const { from, lines } = best[end] ?? { from: 0, lines: [] };
    cues.unshift({ firstWord: from, endWord: end, lines });
    end = from;
  }
  return cues;
}

function cheapestCue(cutter: CueCutter, best: readonly BestCut[], end: number): BestCut {
  let cheapest: BestCut | null = null;
  for (let from = end - 1; from >= 0; from -= 1) {
    const cue = cutter.cueOf(from, end);
    if (!cue) break;
    const cost = (best[from]?.cost ?? 0) + cue.cost;
    if (!cheapest || cost < cheapest.cost) cheapest = { cost, from, lines: cue.lines };
  }
  return cheapest ?? { cost: Infinity, from: end - 1, lines: [] };
}

/** Knows what a run of words costs as a cue. */
class CueCutter {
  readonly #scene: CaptionedScene;
  readonly #languageCode: string;
  readonly #maxColumns: number;

  constructor(scene: CaptionedScene, options: CaptionLayoutOptions) {
    this.#scene = scene;
    this.#languageCode = options.languageCode;
    this.#maxColumns = columnsPerLine(options.aspect, scene.text);
  }

  /** Null when the words do not fit into one caption; a single word always does. */
  cueOf(from: number, end: number): { readonly cost: number; readonly lines: readonly string[] } | null {
    const { text, words } = this.#scene;
    const start = this.#startOf(from);
    const cueText = text.slice(start, this.#startOf(end)).trimEnd();
    if (end - from > 1 && textColumns(cueText) > this.#maxColumns * maxLines) return null;
    const breaks = words.slice(from + 1, end).map((_, index) => this.#startOf(from + 1 + index) - start);
    const broken = breakLines(cueText, breaks, this.#maxColumns, this.#languageCode);
    const seconds = this.#secondsOf(from, end);
    if (end - from > 1 && (!broken || seconds > longestSeconds)) return null;
    return {
      lines: broken?.lines ?? [cueText.replace(/\s+/gu, ' ').trim()],
      cost: 1.5 + (broken?.cost ?? 0) + this.#cutCost(end) + costOfTime(seconds, textColumns(cueText)),
    };
  }

  /** Where a word's text begins; what stands before the first word belongs to it, behind the last to the last. */
  #startOf(word: number): number {
    const { text, words } = this.#scene;
    if (word === 0) return 0;
    return words[word]?.textStart ?? text.length;
  }

  #secondsOf(from: number, end: number): number {
    const { words, durationFrames } = this.#scene;
    const first = words[from]?.startSample ?? 0;
    const next = words[end]?.startSample ?? durationFrames * samplesPerFrame;
    return (next - first) / samplesPerSecond;
  }

  #cutCost(end: number): number {
    const { text, words } = this.#scene;
    if (end >= words.length) return 0;
    const offset = this.#startOf(end);
    if (/\n\s*$/u.test(text.slice(0, offset))) return 0;
    const before = text.slice(Math.max(0, offset - 40), offset).trimEnd();
    return senseBreakPenalty(before, text.slice(offset, offset + 40), this.#languageCode);
  }
}

function costOfTime(seconds: number, columns: number): number {
  const tooShort = seconds < shortestSeconds ? 12 : Math.max(0, comfortableSeconds - seconds) * 5;
  const tooLong = Math.max(0, seconds - longishSeconds) * 3;
  const tooFast = Math.max(0, columns / Math.max(0.1, seconds) - columnsPerSecond) * 0.4;
  return tooShort + tooLong + tooFast;
}
