import type { ClipFades, ClipTransition } from '../../model/timeline.ts';
import { childOf, childText, descendantOf, type XmlNode } from '../xml/xml-reader.ts';
import { styleOfEffect } from './xmeml-transition.ts';
import { readBoolean, readInteger } from './xmeml-values.ts';

/** Range of an item on the sequence, and its first media frame. */
export interface ItemRange {
  /** At least 0. */
  readonly startFrame: number;
  /** After the start. */
  readonly endFrame: number;
  /** At the clip's own speed. Negative for a clip that begins before its media. */
  readonly sourceStartFrame: number;
  /** Transition into the clip. */
  readonly transition: ClipTransition | null;
  readonly fades: ClipFades;
  /** True if the values contradict each other, so that only the place is known, and that perhaps roughly. */
  readonly isOdd: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const alignmentOf = (transition: XmlNode): string => childText(transition, 'alignment') ?? 'center';

/** True for a transition from or to nothing, regardless of its neighbours. */
const isOneSided = (transition: XmlNode): boolean => alignmentOf(transition).endsWith('-black');

/** Reads the place of an element; null unless both ends are stated. */
export function readSpan(node: XmlNode): Span | null {
  const start = readInteger(node, 'start');
  const end = readInteger(node, 'end');
  return start === null || end === null ? null : { start, end };
}

/** Returns the frame of the cut beneath a transition; null without a transition or without its place. */
function cutFrameOf(transition: XmlNode | null): number | null {
  const span = transition && readSpan(transition);
  if (transition === null || span === null) return null;
  const alignment = alignmentOf(transition);
  if (alignment.startsWith('start')) return span.start;
  return alignment.startsWith('end') ? span.end : Math.floor((span.start + span.end) / 2);
}

function readTransition(node: XmlNode | null, cutFrame: number): ClipTransition | null {
  const span = node && readSpan(node);
  if (node === null || span === null || isOneSided(node)) return null;
  const { start, end } = span;
  const framesBeforeCut = cutFrame - start;
  if (end <= start || framesBeforeCut < 0 || cutFrame > end) return null;
  const style = styleOfEffect(childText(childOf(node, 'effect') ?? node, 'name'));
  return { style, durationFrames: end - start, ...(framesBeforeCut > 0 && { framesBeforeCut }) };
}

function neighbourTransition(siblings: readonly XmlNode[], index: number): XmlNode | null {
  const neighbour = siblings[index];
  return neighbour?.name === 'transitionitem' ? neighbour : null;
}

/** Length of the clip's own fades at each end. */
function readFades(
  siblings: readonly XmlNode[],
  index: number,
  { startFrame, endFrame }: Pick<ItemRange, 'startFrame' | 'endFrame'>,
): ClipFades {
  const before = neighbourTransition(siblings, index - 1);
  const after = neighbourTransition(siblings, index + 1);
  const next = siblings[index + 2];
  const meetsNext =
    next?.name === 'clipitem' && [-1, endFrame].includes(readInteger(next, 'start') ?? endFrame);
  const opens = before && alignmentOf(before) === 'start-black' ? readSpan(before)?.end : null;
  const isLast = after && (isOneSided(after) ? alignmentOf(after) === 'end-black' : !meetsNext);
  const closes = isLast ? readSpan(after)?.start : null;
  return {
    inFrames: Math.max(0, Math.min(endFrame, opens ?? startFrame) - startFrame),
    outFrames: Math.max(0, endFrame - Math.max(startFrame, closes ?? endFrame)),
  };
}

/** Reads one end of an item. Null if it is missing or -1, which refers to the transition there. */
function readEnd(item: XmlNode, name: 'start' | 'end'): number | null {
  const frame = readInteger(item, name);
  return frame === -1 ? null : frame;
}

/** Reads the number of frames from the in-point to the out-point; null unless it is positive. */
function readLength(item: XmlNode): number | null {
  const first = readInteger(item, 'in');
  const end = readInteger(item, 'out');
  return first === null || end === null || end <= first ? null : end - first;
}

/**
 * Returns the place of an item. An end that is missing follows from the transition, the length or the neighbour there,
 * else the item gets one frame.
 */
function readPlace(
  siblings: readonly XmlNode[],
  index: number,
  item: XmlNode,
): Span & { readonly isKnown: boolean } {
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  const length = readLength(item);
  const stated = readEnd(item, 'end') ?? cutFrameOf(neighbourTransition(siblings, index + 1));
  const start =
    readEnd(item, 'start') ??
    cutFrameOf(neighbourTransition(siblings, index - 1)) ??
    (stated !== null && length !== null ? stated - length : null) ??
    (previous && readEnd(previous, 'end')) ??
    0;
  const end = stated ?? (length === null ? next && readEnd(next, 'start') : start + length) ?? null;
  return { start, end: end ?? start + 1, isKnown: end !== null };
}

/**
 * Reads the range of an item on its track. At a transition, the format gives -1 for the place and the in-point at the
 * transition's start, so the reader computes the range from the cut. Null for an item of no length.
 * @param siblings The items and transitions of the track.
 */
export function readItemRange(siblings: readonly XmlNode[], index: number): ItemRange | null {
  const item = siblings[index];
  if (item === undefined) return null;
  const { start, end, isKnown } = readPlace(siblings, index, item);
  if (start === end) return null;
  const startFrame = Math.max(0, Math.min(start, end));
  const endFrame = Math.max(startFrame + 1, start, end);
  const before = neighbourTransition(siblings, index - 1);
  const isAtTransition = before !== null && readEnd(item, 'start') === null;
  const handleFrames = isAtTransition ? start - (readSpan(before)?.start ?? start) : 0;
  const first = readInteger(item, 'in') ?? 0;
  const out = readInteger(item, 'out') ?? -1;
  return {
    startFrame,
    endFrame,
    // -1 stands for no in-point.
    sourceStartFrame: (first === -1 ? 0 : first) + handleFrames + startFrame - Math.min(start, end),
    transition: readTransition(before, startFrame),
    fades: readFades(siblings, index, { startFrame, endFrame }),
    isOdd: !isKnown || end <= start || end <= 0 || (out !== -1 && out < first),
  };
}

/** Crops a range to the frames that its media has. Null if it has none of them. */
export function withinMedia(range: ItemRange): ItemRange | null {
  const missing = Math.max(0, -range.sourceStartFrame);
  if (missing === 0) return range;
  const startFrame = range.startFrame + missing;
  return startFrame < range.endFrame ? { ...range, startFrame, sourceStartFrame: 0, transition: null } : null;
}

/** Returns the media frame that a clip holds; null for a clip that plays. */
export function readHeldFrame(item: XmlNode): number | null {
  if (readBoolean(item, 'stillframe') !== true) return null;
  return Math.max(0, readInteger(item, 'stillframeoffset') ?? readInteger(item, 'in') ?? 0);
}

/** Returns the log note, which Premiere shows as the clip's note. */
export function readNote(item: XmlNode): string | null {
  const note = descendantOf(item, 'logginginfo', 'lognote')?.text ?? '';
  return note.trim() === '' ? null : note;
}

/** Returns the file's channel that a sound clip plays, from 1. */
export function readChannel(item: XmlNode): number {
  const source = childOf(item, 'sourcetrack');
  return (source === null ? null : readInteger(source, 'trackindex')) ?? 1;
}
