import { clipExtras } from '../clip-extras.ts';
import type { Placement } from '../placement.ts';

/** The part of a compound clip that is seen, in frames of its own. */
interface Window {
  readonly firstFrame: number;
  readonly durationFrames: number;
}

/**
 * The part of a clip within a window, its place counted from the window's first frame. Null for one outside. What
 * counts from a clip's first frame moves with it.
 */
export function cropPlacement(
  { startFrame, clip }: Placement,
  isStill: boolean,
  { firstFrame, durationFrames }: Window,
): Placement | null {
  const late = Math.max(0, firstFrame - startFrame);
  const end = Math.min(startFrame + clip.durationFrames, firstFrame + durationFrames);
  const length = end - startFrame - late;
  if (length < 1) return null;
  const cut = clip.durationFrames - length;
  if (cut === 0) return { startFrame: startFrame - firstFrame, clip };
  const { speed = 1, isReversed, motion, levels, markers, transition } = clip;
  const skipped = isReversed === true ? cut - late : late;
  const moved = laterBy(late);
  const kept = {
    ...clip,
    sourceStartFrame: isStill ? 0 : clip.sourceStartFrame + Math.round(skipped * speed),
  };
  for (const key of ['transition', 'motion', 'levels', 'markers']) Reflect.deleteProperty(kept, key);
  return {
    startFrame: startFrame + late - firstFrame,
    clip: {
      ...kept,
      durationFrames: length,
      ...clipExtras({
        transition: late === 0 ? transition : null,
        motion: motion?.map(moved),
        levels: levels?.map(moved),
        markers: markers?.map(moved).filter(({ frame }) => frame >= 0 && frame < length),
      }),
    },
  };
}

/** What counts from a frame counts from a later one. */
const laterBy =
  (frames: number) =>
  <Point extends { readonly frame: number }>(point: Point): Point => ({
    ...point,
    frame: point.frame - frames,
  });
