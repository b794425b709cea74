import type { LevelPoint, MotionPoint } from './timeline.ts';

/** Some numbers at a frame; between two of them they change evenly. */
export interface Keyframe {
  readonly frame: number;
  readonly values: readonly number[];
}

function between(before: Keyframe, after: Keyframe, frame: number): readonly number[] {
  const share = (frame - before.frame) / (after.frame - before.frame);
  return before.values.map((value, index) => value + ((after.values[index] ?? value) - value) * share);
}

/**
 * The numbers at each of some frames: those of the nearest keyframe before the first and after the last. Frames are in
 * order as keyframes are, so that each is looked at once: a clip may have one on every frame.
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

/** The numbers at one frame, as `valuesAtFrames`. */
export function valuesAt(keyframes: readonly Keyframe[], frame: number): readonly number[] {
  return valuesAtFrames(keyframes, [frame])[0] ?? [];
}

/** One list of keyframes out of two, at the frames of both, each with the values of the first and then the second. */
export function joinKeyframes(first: readonly Keyframe[], second: readonly Keyframe[]): readonly Keyframe[] {
  const all = new Set([...first, ...second].map(({ frame }) => frame));
  const frames = [...all].toSorted((a, b) => a - b);
  const others = valuesAtFrames(second, frames);
  return valuesAtFrames(first, frames).map((values, index) => ({
    frame: frames[index] ?? 0,
    values: [...values, ...(others[index] ?? [])],
  }));
}

/** Keyframes for formats that have none before a frame: what lies there goes, and the values at that frame stay. */
export function keyframesFrom(keyframes: readonly Keyframe[], firstFrame: number): readonly Keyframe[] {
  if (keyframes.every(({ frame }) => frame >= firstFrame)) return keyframes;
  const values = valuesAt(keyframes, firstFrame);
  return [{ frame: firstFrame, values }, ...keyframes.filter(({ frame }) => frame > firstFrame)];
}

/** The same up to a frame. */
export function keyframesUntil(keyframes: readonly Keyframe[], lastFrame: number): readonly Keyframe[] {
  if (keyframes.every(({ frame }) => frame <= lastFrame)) return keyframes;
  const values = valuesAt(keyframes, lastFrame);
  return [...keyframes.filter(({ frame }) => frame < lastFrame), { frame: lastFrame, values }];
}

/** Keyframes in order, one a frame, the last that was given. */
export function orderedKeyframes(keyframes: readonly Keyframe[]): readonly Keyframe[] {
  return [...new Map(keyframes.map((one) => [one.frame, one])).values()].toSorted(
    (a, b) => a.frame - b.frame,
  );
}

/**
 * Keyframes at the frames next to theirs. Of several that come to one frame the last stays, and the first before it where
 * there is room: a step stays one.
 */
function atWholeFrames(keyframes: readonly Keyframe[]): readonly Keyframe[] {
  if (keyframes.every(({ frame }) => Number.isInteger(frame))) return keyframes;
  const groups = [...Map.groupBy(keyframes, ({ frame }) => Math.round(frame))];
  return groups.flatMap(([frame, some], index) => {
    const [first, last] = [some[0], some.at(-1)];
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
 * Keyframes of a clip that is played so many times as fast, at the same frames of its media.
 * @param keyframes may lie between frames: where a clip at another speed was cut, its part begins between two.
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

/** Below what any program plays. */
export const silenceDb = -96;

/** Decibels of sound multiplied by a factor; at least -96. */
export function decibelsOf(factor: number): number {
  return factor > 0 ? Math.max(silenceDb, 20 * Math.log10(factor)) : silenceDb;
}

export function levelsOfKeyframes(keyframes: readonly Keyframe[]): readonly LevelPoint[] {
  return keyframes.map(({ frame, values: [levelDb = 0] }) => ({ frame, levelDb }));
}
