import { unspacedLetters } from '../../src-shared/script/speakable.ts';
import type { CaptionLayoutOptions, CaptionedScene } from '../media-engine.ts';
import { samplesPerFrame, samplesPerSecond } from '../project-content.ts';
import { breakLines } from './break-lines.ts';
import { BreakableText } from './breakable-text.ts';

/** Maximum number of lines in a caption. */
const maxLines = 2;

/**
 * Returns the maximum columns of a line: 42 on wide frames, fewer on narrow ones. East Asian text gets at most 18
 * letters (36 columns).
 */
function columnsPerLine(aspect: { readonly width: number; readonly height: number }, text: string): number {
  const ratio = aspect.width / aspect.height;
  const forShape = ratio >= 1.5 ? 42 : ratio >= 1 ? Math.round(32 + (ratio - 1) * 20) : 28;
  return unspacedLetters.test(text) && !/\p{Script=Thai}/u.test(text) ? Math.min(36, forShape) : forShape;
}

/** Words of a scene that are shown together. */
export interface Cue {
  readonly firstWord: number;
  /** Index after the last word. */
  readonly endWord: number;
  readonly lines: readonly string[];
}

const shortestSeconds = 0.7;
const comfortableSeconds = 1.3;
const longishSeconds = 5.5;
const longestSeconds = 7;
const columnsPerSecond = 20;

/** A run of words as a cue, with its cost and the break between its two lines. */
interface SetCue {
  readonly cost: number;
  readonly lineBreak: number | null;
}

interface BestCut extends SetCue {
  readonly from: number;
}

/** Cuts a scene's words into readable cues: at the ends of sentences and clauses, and long enough to read. */
export function cutIntoCues(scene: CaptionedScene, options: CaptionLayoutOptions): Cue[] {
  const cutter = new CueCutter(scene, options);
  const best: BestCut[] = [{ cost: 0, from: 0, lineBreak: null }];
  for (let end = 1; end <= scene.words.length; end += 1) best.push(cheapestCue(cutter, best, end));
  const cues: Cue[] = [];
  for (let end = scene.words.length; end > 0;) {
    const { from, lineBreak } = best[end] ?? { from: 0, lineBreak: null };
    cues.push({ firstWord: from, endWord: end, lines: cutter.linesOf(from, end, lineBreak) });
    end = from;
  }
  return cues.toReversed();
}

function cheapestCue(cutter: CueCutter, best: readonly BestCut[], end: number): BestCut {
  let cheapest: BestCut | null = null;
  for (let from = end - 1; from >= 0; from -= 1) {
    const cue = cutter.cueOf(from, end);
    if (!cue) break;
    const cost = (best[from]?.cost ?? 0) + cue.cost;
    if (!cheapest || cost < cheapest.cost) cheapest = { ...cue, cost, from };
  }
  return cheapest ?? { cost: Infinity, from: end - 1, lineBreak: null };
}

/** Computes the cost of a run of words as a cue. */
class CueCutter {
  readonly #scene: CaptionedScene;
  readonly #text: BreakableText;
  readonly #maxColumns: number;

  constructor(scene: CaptionedScene, options: CaptionLayoutOptions) {
    this.#scene = scene;
    this.#text = new BreakableText(scene.text, scene.words, options.languageCode);
    this.#maxColumns = columnsPerLine(options.aspect, scene.text);
  }

  /** Returns null if the words do not fit into one caption; a single word always fits. */
  cueOf(from: number, end: number): SetCue | null {
    const columns = this.#text.columnsBetween(from, end);
    const maxCueColumns = this.#maxColumns * maxLines;
    // Limits the word count as well, for words without visible letters.
    if (end - from > 1 && Math.max(columns, end - from) > maxCueColumns) return null;
    const seconds = this.#secondsOf(from, end);
    if (end - from > 1 && seconds > longestSeconds) return null;
    const broken = breakLines(this.#text, from, end, this.#maxColumns);
    if (end - from > 1 && !broken) return null;
    return {
      lineBreak: broken?.at ?? null,
      cost: 1.5 + (broken?.cost ?? 0) + this.#cutCost(end) + costOfTime(seconds, columns),
    };
  }

  linesOf(from: number, end: number, lineBreak: number | null): string[] {
    if (lineBreak === null) return [this.#text.lineBetween(from, end)];
    return [this.#text.lineBetween(from, lineBreak), this.#text.lineBetween(lineBreak, end)];
  }

  #secondsOf(from: number, end: number): number {
    const { words, durationFrames } = this.#scene;
    const first = words[from]?.startSample ?? 0;
    const next = words[end]?.startSample ?? durationFrames * samplesPerFrame;
    return (next - first) / samplesPerSecond;
  }

  #cutCost(end: number): number {
    return end >= this.#scene.words.length ? 0 : this.#text.costOf(end);
  }
}

function costOfTime(seconds: number, columns: number): number {
  const tooShort = seconds < shortestSeconds ? 12 : Math.max(0, comfortableSeconds - seconds) * 5;
  const tooLong = Math.max(0, seconds - longishSeconds) * 3;
  const tooFast = Math.max(0, columns / Math.max(0.1, seconds) - columnsPerSecond) * 0.4;
  return tooShort + tooLong + tooFast;
}
