import { TimelineParseError } from '../timeline-parse-error.ts';
import type { ClipFades, ClipTransition } from '../timeline.ts';
import { childOf, childText, descendantOf, placeOf, type XmlNode } from '../xml-reader.ts';
import { styleOfEffect } from './xmeml-transition.ts';
import { readBoolean, readInteger, requireInteger } from './xmeml-values.ts';

/** Range of a clip on the sequence, and its first media frame. */
export interface ItemRange {
  readonly startFrame: number;
  readonly endFrame: number;
  /** At the clip's own speed. */
  readonly sourceStartFrame: number;
  /** Transition into the clip. */
  readonly transition: ClipTransition | null;
  readonly fades: ClipFades;
}

const alignmentOf = (transition: XmlNode): string => childText(transition, 'alignment') ?? 'center';

/** True for a transition from or to nothing, regardless of its neighbours. */
const isOneSided = (transition: XmlNode): boolean => alignmentOf(transition).endsWith('-black');

/** Returns the frame of the cut beneath a transition. */
function cutFrameOf(transition: XmlNode): number {
  const start = requireInteger(transition, 'start');
  const end = requireInteger(transition, 'end');
  const alignment = alignmentOf(transition);
  if (alignment.startsWith('start')) return start;
  return alignment.startsWith('end') ? end : Math.floor((start + end) / 2);
}

function readTransition(node: XmlNode | undefined, cutFrame: number): ClipTransition | null {
  if (node?.name !== 'transitionitem' || isOneSided(node)) return null;
  const [start, end] = [requireInteger(node, 'start'), requireInteger(node, 'end')];
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
  const [before, after] = [-1, 1].map((step) => neighbourTransition(siblings, index + step));
  const next = siblings[index + 2];
  const meetsNext =
    next?.name === 'clipitem' && [-1, endFrame].includes(readInteger(next, 'start') ?? endFrame);
  const opens = before && alignmentOf(before) === 'start-black' ? requireInteger(before, 'end') : startFrame;
  const isLast = after && (isOneSided(after) ? alignmentOf(after) === 'end-black' : !meetsNext);
  const closes = isLast ? requireInteger(after, 'start') : endFrame;
  return { inFrames: Math.max(0, opens - startFrame), outFrames: Math.max(0, endFrame - closes) };
}

/**
 * Reads the range of a clip on its track. At a transition, the format gives -1 for the place and the in-point at the
 * transition's start, so the reader computes the range from the cut.
 * @throws TimelineParseError for a clip without a place or with one before the sequence.
 */
export function readItemRange(siblings: readonly XmlNode[], index: number): ItemRange | null {
  const item = siblings[index];
  if (item === undefined) return null;
  const [start, end] = [requireInteger(item, 'start'), requireInteger(item, 'end')];
  const before = start === -1 ? neighbourTransition(siblings, index - 1) : null;
  const after = end === -1 ? neighbourTransition(siblings, index + 1) : null;
  const startFrame = before === null ? start : cutFrameOf(before);
  const endFrame = after === null ? end : cutFrameOf(after);
  const handleFrames = before === null ? 0 : startFrame - requireInteger(before, 'start');
  if (startFrame < 0 || endFrame < startFrame)
    throw new TimelineParseError('The clip has no place on its track.', placeOf(item));
  const sourceStartFrame = (readInteger(item, 'in') ?? 0) + handleFrames;
  return {
    startFrame,
    endFrame,
    sourceStartFrame,
    transition: readTransition(siblings[index - 1], startFrame),
    fades: readFades(siblings, index, { startFrame, endFrame }),
  };
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
