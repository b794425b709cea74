import { type CutEvent, endOf, type EventPair } from './cut-event.ts';

/** Shift of a frame of the delivered cut, derived from the pictures before and after it. */
export interface TimeMap {
  /** Shifts that explain an event's new place: those of its picture, by start and by end, and of the next picture. */
  shiftsAt(frame: number): readonly number[];
  /** Returns the frame after the present picture of a delivered frame; null without one. */
  endAt(frame: number): number | null;
}

const startShift = ({ before, after }: EventPair): number => after.startFrame - before.startFrame;
const endShift = ({ before, after }: EventPair): number => endOf(after) - endOf(before);

/** Index of the last item that starts at or before a frame; -1 if none does. */
export function lastStartingBy(starts: readonly number[], frame: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= frame) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** @param pairs Matched pictures, in any order. */
export function timeMapOf(pairs: readonly EventPair[]): TimeMap {
  const ordered = pairs.toSorted((a, b) => a.before.startFrame - b.before.startFrame);
  const starts = ordered.map(({ before }) => before.startFrame);
  return {
    shiftsAt: (frame) => {
      const index = lastStartingBy(starts, frame);
      const current = ordered[index];
      const next = ordered[index + 1];
      const shifts = [0];
      if (current) shifts.push(startShift(current), endShift(current));
      if (next) shifts.push(startShift(next));
      return shifts;
    },
    endAt: (frame) => {
      const current = ordered[lastStartingBy(starts, frame)];
      return current ? endOf(current.after) : null;
    },
  };
}

/**
 * Returns pairs of events that occur once in each cut, and so match without doubt.
 * @param keyOf Common key of two events; null for events without one.
 */
export function certainPairs(
  old: readonly CutEvent[],
  now: readonly CutEvent[],
  keyOf: (event: CutEvent) => string | null,
): readonly EventPair[] {
  const nowByKey = Map.groupBy(now, keyOf);
  return [...Map.groupBy(old, keyOf)].flatMap(([key, [before, ...more]]) => {
    const [after, ...others] = nowByKey.get(key) ?? [];
    const isCertain = key !== null && more.length + others.length === 0;
    return isCertain && before && after ? [{ before, after }] : [];
  });
}
