import { clipExtras } from '../../model/clip-extras.ts';
import { decibelsOf } from '../../model/keyframes.ts';
import { endFrameOf, type Placement, withEndsMoved } from '../../model/placement.ts';
import type { Clip, ClipFades, ClipTransition, LevelPoint, MediaReference } from '../../model/timeline.ts';
import type { OpenShotCurve, OpenShotItem } from './openshot-schema.ts';

/** Place on a layer, in frames. */
export interface LayerSpan {
  readonly startFrame: number;
  readonly durationFrames: number;
  /** First frame of the media. */
  readonly firstFrame: number;
}

/** A clip with its place on its layer. */
export interface LayerClip extends Placement {
  readonly layer: number;
  readonly item: OpenShotItem;
  readonly media: MediaReference;
  /** True if its speed changes. */
  readonly hasUnreadSpeed: boolean;
}

type Timing = Pick<Clip, 'speed' | 'isReversed' | 'sourceStartFrame'>;

/** Reads a constant speed: a straight line of media frames, which count from 1. Null for any other curve. */
function timingOf(curve: OpenShotCurve): Timing | null {
  const [first, last, ...more] = curve?.Points ?? [];
  if (!first || !last || more.length > 0 || last.co.X <= first.co.X || last.co.Y === first.co.Y) return null;
  const speed = (last.co.Y - first.co.Y) / (last.co.X - first.co.X);
  const sourceStartFrame = Math.max(0, Math.round(Math.min(first.co.Y, last.co.Y)) - 1);
  return Math.abs(speed) > 1000 ? null : { speed: Math.abs(speed), isReversed: speed < 0, sourceStartFrame };
}

/** Picture and sound of one file are linked. */
function linkIdOf({ id }: OpenShotItem, { size, audioChannels }: MediaReference): string | null {
  return size !== null && audioChannels !== null ? (id ?? null) : null;
}

export function readLayerClip(
  item: OpenShotItem,
  media: MediaReference,
  { startFrame, durationFrames, firstFrame }: LayerSpan,
): LayerClip {
  const isStill = media.kind === 'still';
  const timing = isStill ? null : timingOf(item.time);
  const clip: Clip = {
    kind: 'clip',
    name: item.title || media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame: isStill ? 0 : (timing?.sourceStartFrame ?? firstFrame),
    durationFrames,
    linkId: linkIdOf(item, media),
    note: null,
    ...clipExtras({ speed: timing?.speed, isReversed: timing?.isReversed }),
  };
  const hasCurve = (item.time?.Points ?? []).length > 1;
  const hasUnreadSpeed = !isStill && timing === null && hasCurve;
  return { startFrame, clip, layer: item.layer ?? 0, item, media, hasUnreadSpeed };
}

/** Returns the sound of a clip with its levels. A curve of volume counts media frames from 1. */
export function withLevels({ startFrame, clip, item }: LayerClip): Placement {
  const points = item.volume?.Points ?? [];
  if (points.every(({ co }) => co.Y === 1)) return { startFrame, clip };
  const levels = points.map(({ co }): LevelPoint => ({
    frame: points.length === 1 ? 0 : Math.round(co.X) - 1 - clip.sourceStartFrame,
    levelDb: decibelsOf(co.Y),
  }));
  return { startFrame, clip: { ...clip, levels } };
}

interface WithTransitions {
  readonly placements: readonly Placement[];
  /** Transitions that belong to no clip. */
  readonly unused: readonly LayerSpan[];
}

/**
 * Returns the pictures of a layer without overlaps. Where two overlap, the later covers the earlier, with a dissolve if
 * a transition lies there. Other transitions at the ends of clips are fades.
 */
export function withTransitions(
  clips: readonly LayerClip[],
  transitions: readonly LayerSpan[],
): WithTransitions {
  const ordered = clips.toSorted((a, b) => a.startFrame - b.startFrame);
  const unused = new Set(transitions);
  const take = (isAt: (span: LayerSpan) => boolean): LayerSpan | undefined => {
    const found = [...unused].find(isAt);
    if (found) unused.delete(found);
    return found;
  };
  const placements: Placement[] = [];
  for (const [index, { startFrame, clip, media }] of ordered.entries()) {
    const before = ordered[index - 1];
    const next = ordered[index + 1];
    const overlap = before ? Math.min(endFrameOf(before) - startFrame, clip.durationFrames) : 0;
    const into = take((span) => span.startFrame === startFrame && span.durationFrames <= clip.durationFrames);
    const end = Math.min(startFrame + clip.durationFrames, next?.startFrame ?? Infinity);
    const isCovered = end < startFrame + clip.durationFrames;
    const out = isCovered ? undefined : take((span) => span.startFrame + span.durationFrames === end);
    const transition: ClipTransition | null =
      into && overlap > 0 ? { style: 'FADE', durationFrames: overlap } : null;
    const fades: ClipFades = {
      inFrames: into && overlap <= 0 ? into.durationFrames : 0,
      outFrames: out?.durationFrames ?? 0,
    };
    const longer = end - startFrame - clip.durationFrames;
    if (end <= startFrame) continue;
    const shown = withEndsMoved(clip, { later: 0, longer, isStill: media.kind === 'still' });
    placements.push({ startFrame, clip: { ...shown, ...clipExtras({ transition, fades }) } });
  }
  return { placements, unused: [...unused] };
}
