import type { LevelPoint, MotionPoint } from './timeline.ts';

/** Values at a frame, interpolated linearly between keyframes. */
export interface Keyframe {
  readonly frame: number;
  readonly values: readonly number[];
}

function between(before: Keyframe, after: Keyframe, frame: number): readonly number[] {
  const share = (frame - before.frame) / (after.frame - before.frame);
  return before.values.map((value, index) => value + ((after.values[index] ?? value) - value) * share);
}

/**
 * Returns the values at each frame. Before the first keyframe and after the last, the nearest one applies. Frames and
 * keyframes are in order, so that one pass suffices: a clip may have a keyframe on every frame.
 */
export function valuesAtFrames(
  keyframes: readonly Keyframe[],
  frames: readonly number[],
): readonly (readonly number[])[] {
  let next = 0;
  let after = keyframes[0];
  return frames.map((frame) => {
    while (after && after.frame <= frame) after = keyframes[(next += 1)];
    const before = keyframes[next - 1];
    if (before === undefined || after === undefined) return (before ?? after)?.values ?? [];
    return before.frame === frame ? before.values : between(before, after, frame);
  });
}

/** Returns the values at one frame, like `valuesAtFrames`. */
export function valuesAt(keyframes: readonly Keyframe[], frame: number): readonly number[] {
  return valuesAtFrames(keyframes, [frame])[0] ?? [];
}

/** Merges two lists of keyframes, at the frames of both, each with the first list's values and then the second's. */
export function joinKeyframes(first: readonly Keyframe[], second: readonly Keyframe[]): readonly Keyframe[] {
  const all = new Set([...first, ...second].map(({ frame }) => frame));
  const frames = [...all].toSorted((a, b) => a - b);
  const others = valuesAtFrames(second, frames);
  return valuesAtFrames(first, frames).map((values, index) => ({
    frame: frames[index] ?? 0,
    values: [...values, ...(others[index] ?? [])],
  }));
}

/** Removes keyframes before a frame and keeps the values at that frame, for formats without earlier keyframes. */
export function keyframesFrom(keyframes: readonly Keyframe[], firstFrame: number): readonly Keyframe[] {
  if (keyframes.every(({ frame }) => frame >= firstFrame)) return keyframes;
  const values = valuesAt(keyframes, firstFrame);
  return [{ frame: firstFrame, values }, ...keyframes.filter(({ frame }) => frame > firstFrame)];
}

/** The same, for keyframes after a frame. */
export function keyframesUntil(keyframes: readonly Keyframe[], lastFrame: number): readonly Keyframe[] {
  if (keyframes.every(({ frame }) => frame <= lastFrame)) return keyframes;
  const values = valuesAt(keyframes, lastFrame);
  return [...keyframes.filter(({ frame }) => frame < lastFrame), { frame: lastFrame, values }];
}

/** Sorts keyframes and keeps the last one given for each frame. */
export function orderedKeyframes(keyframes: readonly Keyframe[]): readonly Keyframe[] {
  return [...new Map(keyframes.map((one) => [one.frame, one])).values()].toSorted(
    (a, b) => a.frame - b.frame,
  );
}

/**
 * Rounds keyframes to whole frames. Of several on one frame, keeps the last. If the next frame is free, the first stays
 * too and the last moves there, so that a step stays a step.
 */
function atWholeFrames(keyframes: readonly Keyframe[]): readonly Keyframe[] {
  if (keyframes.every(({ frame }) => Number.isInteger(frame))) return keyframes;
  const groups = [...Map.groupBy(keyframes, ({ frame }) => Math.round(frame))];
  return groups.flatMap(([frame, some], index) => {
    const first = some[0];
    const last = some.at(-1);
    if (!first || !last) return [];
    const hasRoom = first !== last && groups[index + 1]?.[0] !== frame + 1;
    return hasRoom
      ? [
          { ...first, frame },
          { ...last, frame: frame + 1 },
        ]
      : [{ ...last, frame }];
  });
}

/**
 * Rescales keyframes for a clip played at `speed`, so that they stay at the same frames of its media.
 * @param keyframes may be fractional, because a clip cut at another speed can begin between two frames.
 */
export function atSpeed(keyframes: readonly Keyframe[], speed: number): readonly Keyframe[] {
  return atWholeFrames(keyframes.map(({ frame, values }) => ({ frame: frame / speed, values })));
}

export function keyframesOfMotion(points: readonly MotionPoint[]): readonly Keyframe[] {
  return points.map(({ frame, scale, x, y }) => ({ frame, values: [scale, x, y] }));
}

export function keyframesOfLevels(points: readonly LevelPoint[]): readonly Keyframe[] {
  return points.map(({ frame, levelDb }) => ({ frame, values: [levelDb] }));
}

export function motionOfKeyframes(keyframes: readonly Keyframe[]): readonly MotionPoint[] {
  return keyframes.map(({ frame, values: [scale = 1, x = 0, y = 0] }) => ({ frame, scale, x, y }));
}

/** Quieter than any program plays. */
export const silenceDb = -96;

/** Converts a sound factor to decibels; at least -96. */
export function decibelsOf(factor: number): number {
  return factor > 0 ? Math.max(silenceDb, 20 * Math.log10(factor)) : silenceDb;
}

export function levelsOfKeyframes(keyframes: readonly Keyframe[]): readonly LevelPoint[] {
  return keyframes.map(({ frame, values: [levelDb = 0] }) => ({ frame, levelDb }));
}
