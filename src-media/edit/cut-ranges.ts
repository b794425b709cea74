import type { SoundRange } from '../audio/find-speech.ts';

/** Sorts ranges and merges those that touch or overlap. Drops empty ones. */
export function mergeRanges(ranges: readonly SoundRange[]): SoundRange[] {
  const merged: SoundRange[] = [];
  const ordered = ranges.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  for (const range of ordered) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else merged.push(range);
  }
  return merged;
}

/** Returns the total number of samples in the ranges. @param ranges merged */
export function lengthOfRanges(ranges: readonly SoundRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Returns the position of a sample after the cuts are removed. @param cuts merged */
export function placeAfterCuts(sample: number, cuts: readonly SoundRange[]): number {
  return cuts.reduce((place, { start, end }) => place - Math.max(0, Math.min(sample, end) - start), sample);
}
