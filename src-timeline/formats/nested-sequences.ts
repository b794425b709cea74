import { clipExtras } from '../model/clip-extras.ts';
import { withExtrasOf } from '../model/clip-part.ts';
import { type Placement, sourceLengthOf } from '../model/placement.ts';
import { TimelineParseError } from '../model/timeline-parse-error.ts';
import type { Caption, Clip, ClipTransition, ItemWithoutMedia, UnreadPart } from '../model/timeline.ts';

/** Deeper than any editor nests sequences. */
export const deepestNesting = 8;

/** Far more than any timeline has, but fewer than in a document that multiplies itself by nesting. */
const maxItems = 200_000;

/** Limits the reading of nested sequences. One instance for each document. */
export class Nesting {
  readonly #open: string[] = [];
  readonly #firstUses = new Map<string, number>();
  #items = 0;

  /**
   * Reads a nested sequence. Null if it contains itself or is too deep; its time stays as a hole.
   * @param id identifies the sequence.
   */
  enter<Result>(id: string, read: () => Result): Result | null {
    if (this.#open.includes(id) || this.#open.length >= deepestNesting) return null;
    this.#open.push(id);
    try {
      return read();
    } finally {
      this.#open.pop();
    }
  }

  /** Counts items in nested sequences. @throws TimelineParseError above the limit. */
  count(items: number): void {
    if (this.#open.length === 0) return;
    this.#items += items;
    if (this.#items > maxItems) throw new TimelineParseError('The nested sequences hold too many clips.');
  }

  /** Returns a suffix for the links in one use of a sequence, which keeps uses unlinked; empty for the first use. */
  linkSuffix(id: string, startFrame: number): string {
    const first = this.#firstUses.get(id) ?? startFrame;
    this.#firstUses.set(id, first);
    return first === startFrame ? '' : `-at-${String(startFrame)}`;
  }
}

/** One use of a sequence within another. */
export interface NestUse {
  /** Frames of the outer sequence. */
  readonly startFrame: number;
  readonly durationFrames: number;
  /** First visible frame of the nested sequence, whatever the direction. */
  readonly firstFrame: number;
  /** Frames of the nested sequence per frame of the outer one; 1 if absent. */
  readonly speed?: number | undefined;
  readonly isReversed?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Transition into the nested sequence. */
  readonly transition?: ClipTransition | null | undefined;
  /** Effects on the whole sequence. */
  readonly unread?: readonly UnreadPart[] | undefined;
  readonly linkSuffix: string;
}

/**
 * Places a clip of a nested sequence where the outer one shows it. Applies the trim, the speed, the disabled state and
 * the effects of the whole. Null if the clip is not visible.
 */
export function placeNested(inner: Placement, isStill: boolean, use: NestUse): Placement | null {
  const { firstFrame, speed = 1, isReversed = false } = use;
  const durationFrames = sourceLengthOf({ ...use, speed });
  const cropped = cropPlacement(inner, isStill, { firstFrame, durationFrames });
  const isPlain = speed === 1 && !isReversed;
  const placed = cropped && (isPlain ? cropped : retime(cropped, isStill, durationFrames, use));
  if (placed === null) return null;
  const { clip } = placed;
  const startFrame = placed.startFrame + use.startFrame;
  return {
    startFrame,
    clip: {
      ...clip,
      linkId: clip.linkId === null ? null : clip.linkId + use.linkSuffix,
      ...clipExtras({
        transition: placed.startFrame === 0 ? (use.transition ?? clip.transition) : clip.transition,
        isDisabled: use.isDisabled === true || clip.isDisabled === true,
        unread: [...(clip.unread ?? []), ...(use.unread ?? [])],
      }),
    },
  };
}

/** Places and crops a caption of a nested sequence where the outer one shows it. Null if it is not visible. */
export function placeNestedCaption(caption: Caption, use: NestUse): Caption | null {
  return use.isDisabled === true ? null : placeNestedSpan(caption, use);
}

/** Places and crops a span of a nested sequence where the outer one shows it. Null if it is not visible. */
export function placeNestedSpan<Span extends Pick<Caption, 'startFrame' | 'durationFrames'>>(
  span: Span,
  use: NestUse,
): Span | null {
  const { firstFrame, speed = 1 } = use;
  const start = span.startFrame - firstFrame;
  const windowFrames = sourceLengthOf({ ...use, speed });
  const [from, to] = shownRange([start, start + span.durationFrames], windowFrames, use);
  return from < to ? { ...span, startFrame: use.startFrame + from, durationFrames: to - from } : null;
}

/** Places and crops an item without media of a nested sequence where the outer one shows it. Null if it is not visible. */
export function placeNestedItem(item: ItemWithoutMedia, use: NestUse): ItemWithoutMedia | null {
  const placed = placeNestedSpan(item, use);
  return placed && { ...placed, ...(use.isDisabled === true && { isDisabled: true }) };
}

/** Range of the outer sequence that shows a range of the nested one's window, both counted from the beginning. */
function shownRange(
  [start, end]: readonly [number, number],
  windowFrames: number,
  { durationFrames, speed = 1, isReversed = false }: NestUse,
): readonly [number, number] {
  const shownAt = (frame: number): number => Math.min(durationFrames, Math.max(0, Math.round(frame / speed)));
  return isReversed
    ? [shownAt(windowFrames - end), shownAt(windowFrames - start)]
    : [shownAt(start), shownAt(end)];
}

/** Retimes a cropped clip of a sequence that plays at another speed or backwards. */
function retime(
  { startFrame, clip }: Placement,
  isStill: boolean,
  windowFrames: number,
  use: NestUse,
): Placement | null {
  const { speed = 1, isReversed = false } = use;
  const [from, to] = shownRange([startFrame, startFrame + clip.durationFrames], windowFrames, use);
  if (to <= from) return null;
  const moved = <Point extends { readonly frame: number }>(point: Point): Point => {
    const frame = isReversed ? clip.durationFrames - 1 - point.frame : point.frame;
    return { ...point, frame: Math.round(frame / speed) };
  };
  const inOrder = <Point extends { readonly frame: number }>(points?: readonly Point[]): readonly Point[] =>
    (points ?? []).map(moved).toSorted((a, b) => a.frame - b.frame);
  const kept = { ...clip, durationFrames: to - from };
  for (const key of ['transition', 'motion', 'levels', 'markers', 'fades', 'speed', 'isReversed'])
    Reflect.deleteProperty(kept, key);
  return {
    startFrame: from,
    clip: {
      ...kept,
      ...clipExtras({
        transition: isReversed ? null : slowedTransition(clip, speed),
        motion: inOrder(clip.motion),
        levels: inOrder(clip.levels),
        markers: inOrder(clip.markers).map((marker) => ({
          ...marker,
          frame: Math.min(marker.frame, to - from - 1),
        })),
        ...(!isStill && {
          speed: Math.min(1000, (clip.speed ?? 1) * speed),
          isReversed: (clip.isReversed === true) !== isReversed,
        }),
      }),
    },
  };
}

function slowedTransition({ transition }: Clip, speed: number): ClipTransition | null {
  if (!transition) return null;
  const { framesBeforeCut = 0, ...kept } = transition;
  const before = Math.round(framesBeforeCut / speed);
  const durationFrames = Math.max(1, before, Math.round(transition.durationFrames / speed));
  return { ...kept, durationFrames, ...(before > 0 && { framesBeforeCut: before }) };
}

/** Visible part of a nested sequence, in its own frames. */
interface Window {
  readonly firstFrame: number;
  readonly durationFrames: number;
}

/**
 * Crops a clip to a window and counts its place from the window's first frame. Null for a clip outside. Keyframes and
 * markers move with the clip's first frame.
 */
function cropPlacement(
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
  const { speed = 1, isReversed } = clip;
  const skipped = isReversed === true ? cut - late : late;
  const part = {
    firstFrame: late,
    durationFrames: length,
    hasStart: late === 0,
    hasEnd: cut === late,
  };
  return {
    startFrame: startFrame + late - firstFrame,
    clip: {
      ...withExtrasOf(clip, part),
      sourceStartFrame: isStill ? 0 : clip.sourceStartFrame + Math.round(skipped * speed),
      durationFrames: length,
    },
  };
}
