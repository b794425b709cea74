import { clipExtras } from './clip-extras.ts';
import { withExtrasOf } from './clip-part.ts';
import { type Placement, sourceLengthOf } from './placement.ts';
import { TimelineParseError } from './timeline-parse-error.ts';
import type { Caption, Clip, ClipTransition, UnreadPart } from './timeline.ts';

/** No editor nests sequences this deeply. */
export const deepestNesting = 8;

/** Far more than any timeline has; fewer than a document needs that multiplies itself by nesting. */
const mostItems = 200_000;

/** Keeps the reading of nested sequences within bounds. One for each document. */
export class Nesting {
  readonly #open: string[] = [];
  readonly #firstUses = new Map<string, number>();
  #items = 0;

  /**
   * Reads a nested sequence. Null for one within itself or too deep: its time stays as a hole.
   * @param id the same for the same sequence.
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

  /** Counts what is read in nested sequences. @throws TimelineParseError where they hold too much. */
  count(items: number): void {
    if (this.#open.length === 0) return;
    this.#items += items;
    if (this.#items > mostItems) throw new TimelineParseError('The nested sequences hold too many clips.');
  }

  /** Behind the links within one use of a sequence, so that its uses are not linked; empty for the first. */
  linkSuffix(id: string, startFrame: number): string {
    const first = this.#firstUses.get(id) ?? startFrame;
    this.#firstUses.set(id, first);
    return first === startFrame ? '' : `-at-${String(startFrame)}`;
  }
}

/** How a sequence shows another one. */
export interface NestUse {
  /** Frames of the outer sequence. */
  readonly startFrame: number;
  readonly durationFrames: number;
  /** First frame of the nested sequence that is seen, whatever the direction. */
  readonly firstFrame: number;
  /** Frames of the nested sequence for one of the outer; 1 without it. */
  readonly speed?: number | undefined;
  readonly isReversed?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Into the nested sequence. */
  readonly transition?: ClipTransition | null | undefined;
  /** Effects on all of it. */
  readonly unread?: readonly UnreadPart[] | undefined;
  readonly linkSuffix: string;
}

/**
 * A clip of a nested sequence where the outer one shows it: trimmed, at both speeds, switched off with the whole, and
 * with the effects on the whole. Null for one that is not seen.
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

/** A caption of a nested sequence where the outer one shows it, cropped. Null for one that is not seen. */
export function placeNestedCaption(caption: Caption, use: NestUse): Caption | null {
  if (use.isDisabled === true) return null;
  const { firstFrame, speed = 1 } = use;
  const start = caption.startFrame - firstFrame;
  const windowFrames = sourceLengthOf({ ...use, speed });
  const [from, to] = shownRange([start, start + caption.durationFrames], windowFrames, use);
  return from < to ? { ...caption, startFrame: use.startFrame + from, durationFrames: to - from } : null;
}

/** Which frames of the outer sequence show some of the window of the nested one, both counted from its beginning. */
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

/** A cropped clip of a sequence that is played at another speed or backwards. */
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

/** The part of a nested sequence that is seen, in frames of its own. */
interface Window {
  readonly firstFrame: number;
  readonly durationFrames: number;
}

/**
 * The part of a clip within a window, its place counted from the window's first frame. Null for one outside. What
 * counts from a clip's first frame moves with it.
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
    ...{ firstFrame: late, durationFrames: length },
    ...{ hasStart: late === 0, hasEnd: cut === late },
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
