import { clipExtras } from '../../model/clip-extras.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { Clip, TimelineMarker } from '../../model/timeline.ts';
import type { FoundTrack } from './xmeml-found.ts';

/** Converts frame counts from one rate to another, and notes whether all were whole. */
class ExactFrames {
  readonly #multiplier: number;
  readonly #divisor: number;
  isExact = true;

  constructor(from: FrameRate, to: FrameRate) {
    this.#multiplier = to.numerator * from.denominator;
    this.#divisor = to.denominator * from.numerator;
  }

  convert(frames: number): number {
    const product = frames * this.#multiplier;
    if (product % this.#divisor !== 0) this.isExact = false;
    return product / this.#divisor;
  }
}

/** Converts tracks of a sequence to another rate. Null if something on them lies between its frames. */
export function tracksAtRate(
  tracks: readonly FoundTrack[],
  from: FrameRate,
  to: FrameRate,
): readonly FoundTrack[] | null {
  const frames = new ExactFrames(from, to);
  const converted = tracks.map(({ clips, items }): FoundTrack => {
    const placed = clips.map((found) => ({
      ...found,
      placement: {
        startFrame: frames.convert(found.placement.startFrame),
        clip: clipAtRate(found.placement.clip, frames),
      },
    }));
    const others = items.map((found) => ({
      ...found,
      item: {
        ...found.item,
        startFrame: frames.convert(found.item.startFrame),
        durationFrames: frames.convert(found.item.durationFrames),
      },
    }));
    return { clips: placed, items: others };
  });
  return frames.isExact ? converted : null;
}

function clipAtRate(clip: Clip, frames: ExactFrames): Clip {
  const { transition, fades, motion, levels, markers } = clip;
  const atFrame = <Point extends { readonly frame: number }>(point: Point): Point => ({
    ...point,
    frame: frames.convert(point.frame),
  });
  return {
    ...clip,
    sourceStartFrame: frames.convert(clip.sourceStartFrame),
    durationFrames: frames.convert(clip.durationFrames),
    ...clipExtras({
      transition: transition && {
        ...transition,
        durationFrames: frames.convert(transition.durationFrames),
        ...(transition.framesBeforeCut !== undefined && {
          framesBeforeCut: frames.convert(transition.framesBeforeCut),
        }),
      },
      fades: fades && {
        inFrames: frames.convert(fades.inFrames),
        outFrames: frames.convert(fades.outFrames),
      },
      motion: motion?.map(atFrame),
      levels: levels?.map(atFrame),
      markers: markers?.map((marker) => markerAtRate(marker, frames)),
    }),
  };
}

function markerAtRate(marker: TimelineMarker, frames: ExactFrames): TimelineMarker {
  const { frame, durationFrames } = marker;
  return {
    ...marker,
    frame: frames.convert(frame),
    ...(durationFrames !== undefined && { durationFrames: frames.convert(durationFrames) }),
  };
}
