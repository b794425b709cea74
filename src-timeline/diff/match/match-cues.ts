import { diffArrays } from 'diff';
import type { FrameSpan } from '../edit.ts';
import { lastStartingBy } from './time-map.ts';

/** A caption of a cut, in frames of the delivered cut's rate. */
export interface Cue extends FrameSpan {
  /** Its lines as one, without needless spaces. */
  readonly text: string;
  /** True if the next caption follows at once or a frame later. Formats may end such a caption a frame earlier. */
  readonly touchesNext: boolean;
}

export type CuePair = readonly [before: Cue, after: Cue];

interface MatchedCues {
  readonly pairs: readonly CuePair[];
  readonly gone: readonly Cue[];
  readonly fresh: readonly Cue[];
}

/** Most differences of texts whose order is compared, because the time for it grows with the square of their number. */
const mostDifferences = 200;

/** Pairs cues of the same text in the same order; with more differences, those whose texts occur once in both cuts. */
export function pairsInOrder(before: readonly Cue[], after: readonly Cue[]): readonly CuePair[] {
  const texts = (cues: readonly Cue[]): string[] => cues.map(({ text }) => text);
  const runs = diffArrays(texts(before), texts(after), { maxEditLength: mostDifferences });
  if (runs === undefined) return pairsOfSingles(before, after);
  const pairs: CuePair[] = [];
  let old = 0;
  let now = 0;
  for (const { added, removed, count } of runs) {
    for (let index = 0; !added && !removed && index < count; index += 1) {
      const one = before[old + index];
      const other = after[now + index];
      if (one && other) pairs.push([one, other]);
    }
    if (!added) old += count;
    if (!removed) now += count;
  }
  return pairs;
}

function pairsOfSingles(before: readonly Cue[], after: readonly Cue[]): readonly CuePair[] {
  const now = singles(after);
  return [...singles(before)].flatMap(([text, cue]): CuePair[] => {
    const other = now.get(text);
    return other ? [[cue, other]] : [];
  });
}

/** Returns the cues whose text occurs once, by their text. */
function singles(cues: readonly Cue[]): ReadonlyMap<string, Cue> {
  const found = new Map<string, Cue | null>();
  for (const cue of cues) found.set(cue.text, found.has(cue.text) ? null : cue);
  return new Map([...found].flatMap(([text, cue]) => (cue ? [[text, cue]] : [])));
}

function without(cues: readonly Cue[], taken: ReadonlySet<Cue>): readonly Cue[] {
  return taken.size === 0 ? cues : cues.filter((cue) => !taken.has(cue));
}

/**
 * Pairs cues of the same text: those that did not move first, then those in the same order, then the others.
 * @param framesFor frames at which a cue is expected to start if nobody moved it.
 */
export function matchTexts(
  before: readonly Cue[],
  after: readonly Cue[],
  framesFor: (cue: Cue) => readonly number[],
): MatchedCues {
  const keyOf = (startFrame: number, text: string): string => `${String(startFrame)} ${text}`;
  const byPlace = new Map(after.map((cue) => [keyOf(cue.startFrame, cue.text), cue]));
  const pairs: CuePair[] = [];
  const taken = new Set<Cue>();
  const take = (old: Cue, now: Cue | undefined): void => {
    if (!now || taken.has(now) || taken.has(old)) return;
    taken.add(old).add(now);
    pairs.push([old, now]);
  };
  for (const cue of before)
    for (const frame of framesFor(cue)) take(cue, byPlace.get(keyOf(frame, cue.text)));
  for (const [old, now] of pairsInOrder(without(before, taken), without(after, taken))) take(old, now);
  const rest = Map.groupBy(without(after, taken), ({ text }) => text);
  const next = new Map<string, number>();
  for (const cue of without(before, taken)) {
    const index = next.get(cue.text) ?? 0;
    next.set(cue.text, index + 1);
    take(cue, rest.get(cue.text)?.[index]);
  }
  return { pairs, gone: without(before, taken), fresh: without(after, taken) };
}

/**
 * Pairs cues of different texts in the same place, each with the first that shares more than half of the shorter one.
 * @param shiftsOf shifts of a cue that its pictures explain.
 * @param fresh in order and apart.
 */
export function matchPlaces(
  gone: readonly Cue[],
  fresh: readonly Cue[],
  shiftsOf: (cue: Cue) => readonly number[],
): MatchedCues {
  const starts = fresh.map(({ startFrame }) => startFrame);
  const taken = new Set<Cue>();
  const pairs: CuePair[] = [];
  for (const cue of gone) {
    const found = shiftsOf(cue)
      .flatMap((shift) => firstInPlace(cue, shift) ?? [])
      .toSorted((a, b) => a.startFrame - b.startFrame)[0];
    if (!found) continue;
    taken.add(cue).add(found);
    pairs.push([cue, found]);
  }
  return { pairs, gone: without(gone, taken), fresh: without(fresh, taken) };

  function firstInPlace(cue: Cue, shift: number): Cue | undefined {
    const start = cue.startFrame + shift;
    const end = cue.endFrame + shift;
    for (let at = Math.max(0, lastStartingBy(starts, start)); at < fresh.length; at += 1) {
      const other = fresh[at];
      if (!other || other.startFrame >= end) return undefined;
      const common = Math.min(end, other.endFrame) - Math.max(start, other.startFrame);
      const shorter = Math.min(end - start, other.endFrame - other.startFrame);
      if (common > 0.5 * shorter && !taken.has(other)) return other;
    }
    return undefined;
  }
}
