import { keyframesOfMotion, valuesAt } from '../keyframes.ts';
import { headFramesOf, overlapFramesOf, sourceLengthOf } from '../placement.ts';
import type { Clip, Gap, MediaReference, MotionPoint, Timeline, TransitionStyle } from '../timeline.ts';

/** A picture clip with its place. Transitions show it before its start and after its end. */
export interface PictureUse {
  readonly trackIndex: number;
  /** Frame of the sequence at which the clip itself begins. */
  readonly startFrame: number;
  readonly clip: Clip;
  /** What follows on its track. */
  readonly next: Clip | Gap | undefined;
  readonly media: MediaReference;
}

/** A picture as it is shown at one frame. */
export interface PictureLayer {
  readonly use: PictureUse;
  /** Frame of the media at the sequence's rate, from its first; held at both ends. 0 for stills. */
  readonly sourceFrame: number;
  /** Scale and middle, as in `MotionPoint`. */
  readonly place: Pick<MotionPoint, 'scale' | 'x' | 'y'>;
  /** 0 to 1; below 1 in a fade from or to black. */
  readonly opacity: number;
  /** Null outside transitions. Both pictures of one have the same style and share, from 0 up to but excluding 1. */
  readonly transition: {
    readonly part: 'outgoing' | 'incoming';
    readonly style: TransitionStyle;
    readonly share: number;
  } | null;
}

/** First frame of the sequence that shows a picture. */
export function firstShownFrame({ startFrame, clip }: Pick<PictureUse, 'startFrame' | 'clip'>): number {
  return startFrame - headFramesOf(clip);
}

/** Frame after the last one that shows a picture. */
export function endShownFrame({
  startFrame,
  clip,
  next,
}: Pick<PictureUse, 'startFrame' | 'clip' | 'next'>): number {
  return startFrame + clip.durationFrames + (next?.kind === 'clip' ? overlapFramesOf(next) : 0);
}

/** Returns the pictures shown between two frames, the second excluded: tracks bottom to top, each in order. */
export function picturesBetween(
  { tracks, media }: Timeline,
  fromFrame: number,
  toFrame: number,
): readonly PictureUse[] {
  return tracks.flatMap(({ kind, items }, trackIndex) => {
    if (kind !== 'video') return [];
    const uses: PictureUse[] = [];
    let startFrame = 0;
    for (const [index, clip] of items.entries()) {
      const itemStart = startFrame;
      startFrame += clip.durationFrames;
      if (clip.kind === 'gap' || clip.isDisabled === true) continue;
      const place = { startFrame: itemStart, clip, next: items[index + 1] };
      if (firstShownFrame(place) >= toFrame || endShownFrame(place) <= fromFrame) continue;
      // Looked up last, because long cuts have many media and this runs for every frame.
      const shown = media.find(({ mediaId }) => mediaId === clip.mediaId);
      if (shown) uses.push({ ...place, trackIndex, media: shown });
    }
    return uses;
  });
}

/**
 * Returns the pictures that make up a frame of the sequence, bottom to top. During a transition a track has two: the
 * outgoing and then the incoming one.
 */
export function picturesAt(timeline: Timeline, frame: number): readonly PictureLayer[] {
  return picturesBetween(timeline, frame, frame + 1).map((use) => layerOf(use, frame, timeline));
}

/** Returns a picture as it is shown at a frame of the sequence, from its first shown one up to its last. */
export function layerOf(
  use: PictureUse,
  frame: number,
  size: Pick<Timeline, 'width' | 'height'>,
): PictureLayer {
  const ofClip = frame - use.startFrame;
  return {
    use,
    sourceFrame: sourceFrameAt(use, ofClip),
    place: placeAt(use, ofClip, size),
    opacity: opacityAt(use.clip, ofClip),
    transition: transitionAt(use, frame),
  };
}

/** @param frame from the clip's first. */
function sourceFrameAt({ clip, media }: PictureUse, frame: number): number {
  if (media.durationFrames === null) return 0;
  const passed = Math.floor(frame * (clip.speed ?? 1) + 1e-6);
  const shown =
    clip.isReversed === true
      ? clip.sourceStartFrame + sourceLengthOf(clip) - 1 - passed
      : clip.sourceStartFrame + passed;
  return Math.max(0, Math.min(media.durationFrames - 1, shown));
}

/** Returns the place of a picture. One without motion is shown whole, as large as the frame allows. */
function placeAt(
  { clip: { motion = [] }, media }: PictureUse,
  frame: number,
  { width, height }: Pick<Timeline, 'width' | 'height'>,
): PictureLayer['place'] {
  if (motion.length === 0) {
    const size = media.size ?? { width, height };
    return { scale: Math.min(width / size.width, height / size.height), x: 0, y: 0 };
  }
  const [scale = 1, x = 0, y = 0] = valuesAt(keyframesOfMotion(motion), frame);
  return { scale, x, y };
}

function opacityAt({ fades, durationFrames }: Clip, frame: number): number {
  if (!fades) return 1;
  const opened = fades.inFrames > 0 ? frame / fades.inFrames : 1;
  const left = fades.outFrames > 0 ? (durationFrames - 1 - frame) / fades.outFrames : 1;
  return Math.max(0, Math.min(1, opened, left));
}

function transitionAt(use: PictureUse, frame: number): PictureLayer['transition'] {
  const { clip, next, startFrame } = use;
  const endFrame = startFrame + clip.durationFrames;
  if (clip.transition && frame < startFrame + overlapFramesOf(clip))
    return { part: 'incoming', ...courseAt(clip.transition, frame - firstShownFrame(use)) };
  if (next?.kind === 'clip' && next.transition && frame >= endFrame - headFramesOf(next))
    return { part: 'outgoing', ...courseAt(next.transition, frame - endFrame + headFramesOf(next)) };
  return null;
}

/** @param frame from the transition's first, which shows only the outgoing picture, as in the service's movie. */
function courseAt({ style, durationFrames }: NonNullable<Clip['transition']>, frame: number) {
  return { style, share: frame / durationFrames };
}
