import type { ClipExtras } from '../../model/clip-extras.ts';
import { valuesAt } from '../../model/keyframes.ts';
import { speedOfHeldFrame } from '../../model/placement.ts';
import type { UnreadPart } from '../../model/timeline.ts';
import { unreadElement } from '../xml/xml-copy.ts';
import { childOf, childrenNamed, childText, type XmlNode } from '../xml/xml-reader.ts';
import { type ItemRange, readHeldFrame } from './xmeml-item-reader.ts';
import { readBoolean, readNumber } from './xmeml-values.ts';

/** Speed of a clip and its first media frame. */
interface ReadSpeed extends Pick<ClipExtras, 'speed' | 'isReversed'> {
  readonly sourceStartFrame: number;
  /** Effects that the speed alone does not express. */
  readonly unread: readonly UnreadPart[];
}

/** The model's limit. */
const highestSpeed = 1000;

/** Largest distance in frames of a graph from a straight line that still counts as one speed. */
const tolerance = 0.5;

interface Remap {
  readonly filter: XmlNode;
  readonly effect: XmlNode;
}

/** Returns the effects that change the speed of a clip. */
function remapsOf(item: XmlNode): readonly Remap[] {
  return childrenNamed(item, 'filter').flatMap((filter) => {
    const effect = childOf(filter, 'effect');
    if (effect === null || readBoolean(filter, 'enabled') === false) return [];
    return childText(effect, 'effectid') === 'timeremap' ? [{ filter, effect }] : [];
  });
}

function keptRemap({ filter, effect }: Remap): UnreadPart {
  return unreadElement('PREMIERE_XML', childText(effect, 'name') ?? 'timeremap', filter);
}

function parameterOf(effect: XmlNode, id: string): XmlNode | null {
  return childrenNamed(effect, 'parameter').find((node) => childText(node, 'parameterid') === id) ?? null;
}

function isTrue(effect: XmlNode, id: string): boolean {
  const parameter = parameterOf(effect, id);
  return parameter !== null && readBoolean(parameter, 'value') === true;
}

/** A media frame at a frame of the clip's time. */
interface GraphPoint {
  readonly frame: number;
  readonly values: readonly [mediaFrame: number];
}

/** Reads the graph of a changing speed, in order. Premiere writes keyframes of huge negative values, which say nothing. */
function readGraph(effect: XmlNode): readonly GraphPoint[] {
  const graph = parameterOf(effect, 'graphdict');
  const points = (graph ? childrenNamed(graph, 'keyframe') : []).flatMap(
    (keyframe): readonly GraphPoint[] => {
      const frame = readNumber(keyframe, 'when');
      const mediaFrame = readNumber(keyframe, 'value');
      return frame === null || mediaFrame === null || mediaFrame < 0 ? [] : [{ frame, values: [mediaFrame] }];
    },
  );
  return points.toSorted((a, b) => a.frame - b.frame);
}

function heldAt(mediaFrame: number, durationFrames: number): ReadSpeed {
  return { sourceStartFrame: Math.round(mediaFrame), speed: speedOfHeldFrame(durationFrames), unread: [] };
}

/** Reads a graph over the clip: its one speed, else its mean over the media frames shown. */
function readCourse(
  graph: readonly GraphPoint[],
  firstFrame: number,
  durationFrames: number,
): Omit<ReadSpeed, 'unread'> & { readonly isConstant: boolean } {
  const lastFrame = firstFrame + durationFrames;
  const at = (frame: number): number => valuesAt(graph, frame)[0] ?? 0;
  const from = at(firstFrame);
  const to = at(lastFrame);
  const inside = graph.filter(({ frame }) => frame > firstFrame && frame < lastFrame);
  const isConstant = inside.every(({ frame, values: [mediaFrame] }) => {
    const straight = from + ((to - from) * (frame - firstFrame)) / durationFrames;
    return Math.abs(mediaFrame - straight) <= tolerance;
  });
  const shown = [from, to, ...inside.map(({ values: [mediaFrame] }) => mediaFrame)];
  const lowest = Math.min(...shown);
  const extent = Math.max(...shown) - lowest;
  if (extent === 0)
    return { sourceStartFrame: Math.round(lowest), speed: speedOfHeldFrame(durationFrames), isConstant };
  const speed = Math.min(highestSpeed, extent / durationFrames);
  return { sourceStartFrame: Math.round(lowest), speed, isReversed: to < from, isConstant };
}

function readRemap(remap: Remap, firstFrame: number, durationFrames: number): ReadSpeed {
  const { effect } = remap;
  const isVariable = isTrue(effect, 'variablespeed');
  const graph = isVariable ? readGraph(effect) : [];
  if (graph.length > 1) {
    const { isConstant, ...course } = readCourse(graph, firstFrame, durationFrames);
    return { ...course, unread: isConstant ? [] : [keptRemap(remap)] };
  }
  const parameter = parameterOf(effect, 'speed');
  const percent = (parameter && readNumber(parameter, 'value')) ?? 100;
  if (percent === 0 && !isVariable) return heldAt(firstFrame, durationFrames);
  const speed = percent === 0 ? 1 : Math.min(highestSpeed, Math.abs(percent) / 100);
  return {
    sourceStartFrame: Math.round(firstFrame * speed),
    speed,
    isReversed: percent < 0 || isTrue(effect, 'reverse'),
    unread: isVariable ? [keptRemap(remap)] : [],
  };
}

/**
 * Reads the speed of a clip. One that changes is read as its mean, and its effect is kept. A speed of zero holds the
 * first frame.
 */
export function readSpeed(item: XmlNode, { startFrame, endFrame, sourceStartFrame }: ItemRange): ReadSpeed {
  const durationFrames = endFrame - startFrame;
  const heldFrame = readHeldFrame(item);
  if (heldFrame !== null) return heldAt(heldFrame, durationFrames);
  const [remap, ...others] = remapsOf(item);
  if (remap === undefined) return { sourceStartFrame, unread: [] };
  const read = readRemap(remap, sourceStartFrame, durationFrames);
  return { ...read, unread: [...read.unread, ...others.map(keptRemap)] };
}
