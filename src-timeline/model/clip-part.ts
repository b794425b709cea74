import { clipExtras } from './clip-extras.ts';
import {
  atSpeed,
  type Keyframe,
  keyframesFrom,
  keyframesOfLevels,
  keyframesOfMotion,
  keyframesUntil,
  levelsOfKeyframes,
  motionOfKeyframes,
} from './keyframes.ts';
import { headFramesOf } from './placement.ts';
import type { Clip } from './timeline.ts';

interface ClipPart {
  /** First frame in the clip, counted from the clip's first. Negative if the part begins earlier; may be fractional. */
  readonly firstFrame: number;
  readonly durationFrames: number;
  /** Frames of the clip per frame of the part; 1 if absent. */
  readonly speed?: number;
  /** True if the part keeps what the clip has at its beginning; `hasEnd` is the same for the end. */
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
}

/** Returns the clip with a part's keyframes, markers, fades and transition, counted from the part's first frame. */
export function withExtrasOf(clip: Clip, part: ClipPart): Clip {
  const { transition, fades, motion, levels, markers, ...rest } = clip;
  const { firstFrame, durationFrames, speed = 1, hasStart, hasEnd } = part;
  const start = hasStart ? clipExtras({ transition }) : {};
  const within = (points: readonly Keyframe[]): readonly Keyframe[] => {
    const moved = atSpeed(
      points.map(({ frame, values }) => ({ frame: frame - firstFrame, values })),
      speed,
    );
    const started = keyframesFrom(moved, 0 - headFramesOf(start));
    return withoutRepeats(hasEnd ? started : keyframesUntil(started, durationFrames - 1));
  };
  return {
    ...rest,
    ...start,
    ...clipExtras({
      fades: fades && {
        inFrames: hasStart ? fades.inFrames : 0,
        outFrames: hasEnd ? fades.outFrames : 0,
      },
      motion: motion && motionOfKeyframes(within(keyframesOfMotion(motion))),
      levels: levels && levelsOfKeyframes(within(keyframesOfLevels(levels))),
      markers: markers
        ?.map((marker) => ({ ...marker, frame: Math.round((marker.frame - firstFrame) / speed) }))
        .filter(({ frame }) => frame >= 0 && frame < durationFrames),
    }),
  };
}

/** Reduces values that never change to one keyframe. */
function withoutRepeats(points: readonly Keyframe[]): readonly Keyframe[] {
  const [first] = points;
  const isConstant = points.every(({ values }) =>
    values.every((value, index) => value === first?.values[index]),
  );
  return first && isConstant ? [{ frame: 0, values: first.values }] : points;
}
