import { atSpeed, type Keyframe, valuesAtFrames } from '../model/keyframes.ts';
import { isHeld } from './draft.ts';
import type { EventPair } from './match/cut-event.ts';

/** Compares the values of two clips within the later clip, because nothing is visible beyond its ends. */
function differencesOf(
  one: readonly Keyframe[],
  other: readonly Keyframe[],
  shift: number,
  durationFrames: number,
): readonly number[][] {
  const last = Math.max(0, durationFrames - 1);
  const keyed = [...one.map(({ frame }) => frame - shift), ...other.map(({ frame }) => frame)];
  const inner = keyed.filter((frame) => frame > 0 && frame < last).toSorted((a, b) => a - b);
  const frames = [0, ...inner, last];
  const befores = valuesAtFrames(
    one,
    frames.map((frame) => frame + shift),
  );
  return valuesAtFrames(other, frames).map((after, row) =>
    after.map((value, index) => value - (befores[row]?.[index] ?? value)),
  );
}

const worstOf = (rows: readonly number[][]): number =>
  rows.reduce((worst, row) => Math.max(worst, ...row.map(Math.abs)), 0);

/** Stretches the second list of keyframes over the time of the first. */
function stretched(one: readonly Keyframe[], other: readonly Keyframe[]): readonly Keyframe[] {
  const start = one[0]?.frame ?? 0;
  const end = one.at(-1)?.frame ?? 0;
  const from = other[0]?.frame ?? 0;
  const to = other.at(-1)?.frame ?? 0;
  if (from === to) return other;
  const factor = (end - start) / (to - from);
  return other.map(({ frame, values }) => ({ frame: start + (frame - from) * factor, values }));
}

/**
 * Returns the smallest differences between a clip's old and new values, by the clip's own time or by its media's. After
 * a change of speed, an editor may keep keyframes in place in the clip or in the media. A still has no time of its own:
 * trimmed at its beginning, its motion continues from there, and some editors fit the whole motion into the rest.
 */
export function leastDifferences(
  one: readonly Keyframe[],
  other: readonly Keyframe[],
  pair: EventPair,
  head: number,
): readonly number[][] {
  const { before, after } = pair;
  const lost = before.durationFrames - after.durationFrames;
  const shifts = before.isStill ? [0, lost] : [0, head];
  const found = shifts.map((shift) => differencesOf(one, other, shift, after.durationFrames));
  if (before.isStill && lost !== 0)
    found.push(differencesOf(one, stretched(one, other), 0, before.durationFrames));
  const factor = isHeld(pair) ? 1 : Math.abs(after.speed / before.speed);
  if (factor !== 1) found.push(differencesOf(atSpeed(one, factor), other, head, after.durationFrames));
  return found.reduce((least, rows) => (worstOf(rows) < worstOf(least) ? rows : least));
}
