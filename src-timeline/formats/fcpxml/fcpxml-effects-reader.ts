import { type ClipExtras, clipExtras } from '../../model/clip-extras.ts';
import {
  joinKeyframes,
  type Keyframe,
  levelsOfKeyframes,
  motionOfKeyframes,
  orderedKeyframes,
  silenceDb,
  valuesAt,
} from '../../model/keyframes.ts';
import { type FrameRate, type RationalTime, subtractTimes } from '../../model/rational-time.ts';
import type {
  ClipFades,
  ClipTransition,
  MediaReference,
  MotionPoint,
  TimelineMarker,
  UnreadPart,
} from '../../model/timeline.ts';
import { unreadElement } from '../xml/xml-copy.ts';
import { childOf, childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import { isSwitchedOff, mutesOf, volumeOf } from './fcpxml-components.ts';
import { readUnlessOdd, timeAttribute, zeroTime } from './fcpxml-resource-reader.ts';
import { framesOfFcpxmlTime } from './fcpxml-time.ts';
import { readFcpxmlUnread } from './fcpxml-unread-reader.ts';

export interface SequenceFormat {
  /** As stated: times count in it. */
  readonly frameRate: FrameRate;
  readonly width: number;
  readonly height: number;
}

/** An item that has markers. */
interface MarkerContext {
  readonly sequence: SequenceFormat;
  readonly durationFrames: number;
  /** Start of the item's own time. */
  readonly localStart: RationalTime;
}

interface EffectsContext extends MarkerContext {
  readonly media: MediaReference;
}

function framesAfterStart(node: XmlNode, name: string, { localStart, sequence }: MarkerContext): number {
  const time = timeAttribute(node, name) ?? localStart;
  return framesOfFcpxmlTime(subtractTimes(time, localStart), sequence.frameRate);
}

const numbersOf = (text: string): readonly number[] =>
  text
    .trim()
    .split(/\s+/)
    .map((part) => Number.parseFloat(part));

function parameterOf(adjustment: XmlNode, name: string): XmlNode | null {
  return childrenNamed(adjustment, 'param').find((node) => node.attributes.get('name') === name) ?? null;
}

/** Reads the keyframes of a parameter, or its constant value from an attribute of the adjustment or parameter. */
function readKeyframes(adjustment: XmlNode, name: string, context: EffectsContext): readonly Keyframe[] {
  const parameter = parameterOf(adjustment, name);
  const nodes = parameter === null ? [] : (childOf(parameter, 'keyframeAnimation')?.children ?? []);
  const keyframes = nodes.map((node) => ({
    frame: framesAfterStart(node, 'time', context),
    values: numbersOf(node.attributes.get('value') ?? ''),
  }));
  const text = adjustment.attributes.get(name) ?? parameter?.attributes.get('value');
  const alone = text === undefined ? [] : [{ frame: 0, values: numbersOf(text) }];
  const found = keyframes.length > 0 ? keyframes : alone;
  return orderedKeyframes(found.filter(({ values }) => values.every(Number.isFinite)));
}

/** Reads the fade in and fade out of a parameter. */
function readFades(
  adjustment: XmlNode | null,
  closing: ClipTransition | null,
  context: EffectsContext,
): ClipFades {
  const parameter = adjustment === null ? null : parameterOf(adjustment, 'amount');
  const framesOf = (name: string): number => {
    const fade = parameter === null ? null : childOf(parameter, name);
    const length = fade === null ? zeroTime : (timeAttribute(fade, 'duration') ?? zeroTime);
    return Math.max(0, framesOfFcpxmlTime(length, context.sequence.frameRate));
  };
  const closingFrames = Math.min(closing?.framesBeforeCut ?? 0, context.durationFrames);
  return { inFrames: framesOf('fadeIn'), outFrames: Math.max(framesOf('fadeOut'), closingFrames) };
}

/** Reads scale, relative to the fitted picture, and place, in hundredths of the frame's height, upwards. */
function readMotion(node: XmlNode, context: EffectsContext): readonly MotionPoint[] {
  const adjustment = childOf(node, 'adjust-transform');
  const { sequence, media } = context;
  if (adjustment === null || adjustment.attributes.get('enabled') === '0') return [];
  const scale = readKeyframes(adjustment, 'scale', context);
  const place = readKeyframes(adjustment, 'position', context);
  if (scale.length + place.length === 0) return [];
  const fit =
    media.size === null
      ? 1
      : Math.min(sequence.width / media.size.width, sequence.height / media.size.height);
  const still = (value: number): Keyframe[] => [{ frame: 0, values: [value, value] }];
  const joined = joinKeyframes(scale.length > 0 ? scale : still(1), place.length > 0 ? place : still(0));
  const points = joined.map(({ frame, values: [relative = 1, , right = 0, up = 0] }) => ({
    frame,
    values: [relative * fit, (right * sequence.height) / (100 * sequence.width), up === 0 ? 0 : -up / 100],
  }));
  return motionOfKeyframes(points);
}

/** @param closing the transition from the picture to nothing. */
export function readPictureEffects(
  node: XmlNode,
  closing: ClipTransition | null,
  context: EffectsContext,
): ClipExtras {
  return clipExtras({
    motion: readUnlessOdd(() => readMotion(node, context)),
    fades: readUnlessOdd(() => readFades(childOf(node, 'adjust-blend'), closing, context)),
  });
}

function kindOfMarker({ name, attributes }: XmlNode): Pick<TimelineMarker, 'kind'> {
  if (name === 'chapter-marker') return { kind: 'chapter' };
  const completed = attributes.get('completed');
  if (completed === undefined) return {};
  return { kind: completed === '1' ? 'completed' : 'to-do' };
}

function readMarker(node: XmlNode, context: MarkerContext): TimelineMarker {
  const { attributes } = node;
  const length = timeAttribute(node, 'duration');
  const frames = length === null ? 1 : framesOfFcpxmlTime(length, context.sequence.frameRate);
  return {
    frame: framesAfterStart(node, 'start', context),
    name: attributes.get('value') ?? '',
    note: attributes.get('note') ?? '',
    ...kindOfMarker(node),
    ...(frames > 1 && { durationFrames: frames }),
  };
}

const isMarker = ({ name }: XmlNode): boolean => name === 'marker' || name === 'chapter-marker';

/** Reads the visible markers of an item, in frames from its first. */
export function readMarkers(node: XmlNode, context: MarkerContext): readonly TimelineMarker[] {
  return node.children.filter(isMarker).flatMap((one) => {
    const marker = readUnlessOdd(() => readMarker(one, context));
    return marker !== null && marker.frame >= 0 && marker.frame < context.durationFrames ? [marker] : [];
  });
}

/** Returns the markers whose times cannot be read. */
function oddMarkers(node: XmlNode, context: MarkerContext): readonly UnreadPart[] {
  return node.children
    .filter((one) => isMarker(one) && readUnlessOdd(() => readMarker(one, context)) === null)
    .map((one) => unreadElement('FCPXML', one.attributes.get('value') ?? one.name, one));
}

/** Returns the adjustments whose values cannot be read. */
function oddAdjustments(node: XmlNode, context: EffectsContext): readonly UnreadPart[] {
  const readers: Readonly<Record<string, (adjustment: XmlNode) => unknown>> = {
    'adjust-transform': () => readMotion(node, context),
    'adjust-blend': (adjustment) => readFades(adjustment, null, context),
    'adjust-volume': () => readSound(node, null, context),
  };
  return node.children
    .filter((one) => readers[one.name] && readUnlessOdd(() => readers[one.name]?.(one) ?? true) === null)
    .map((one) => unreadElement('FCPXML', one.name, one));
}

/** Reads the parts that belong to a clip as a whole. */
export function readOwnParts(node: XmlNode, context: EffectsContext): Pick<ClipExtras, 'markers' | 'unread'> {
  return {
    markers: readMarkers(node, context),
    unread: [...readFcpxmlUnread(node), ...oddAdjustments(node, context), ...oddMarkers(node, context)],
  };
}

/** Adds silence within a range of the clip to its levels. */
function withMute(levels: readonly Keyframe[], mute: XmlNode, context: EffectsContext): readonly Keyframe[] {
  const duration = timeAttribute(mute, 'duration');
  const { frameRate } = context.sequence;
  const start = Math.max(0, framesAfterStart(mute, 'start', context));
  const length = duration === null ? context.durationFrames : framesOfFcpxmlTime(duration, frameRate);
  const end = Math.min(context.durationFrames, start + length);
  if (end <= start) return levels;
  const heardAt = (frame: number): Keyframe => ({
    frame,
    values: levels.length > 0 ? valuesAt(levels, frame) : [0],
  });
  return orderedKeyframes([
    ...levels.filter(({ frame }) => frame < start || frame >= end),
    ...(start > 0 ? [heardAt(start - 1)] : []),
    ...[start, end - 1].map((frame) => ({ frame, values: [silenceDb] })),
    ...(end < context.durationFrames ? [heardAt(end)] : []),
  ]);
}

function readSound(
  node: XmlNode,
  closing: ClipTransition | null,
  context: EffectsContext,
): Pick<ClipExtras, 'levels' | 'fades'> {
  const adjustment = volumeOf(node);
  const levels = adjustment === null ? [] : readKeyframes(adjustment, 'amount', context);
  return {
    levels: levelsOfKeyframes(mutesOf(node).reduce((all, mute) => withMute(all, mute, context), levels)),
    fades: readFades(adjustment, closing, context),
  };
}

/** @param closing the transition from the sound to nothing. */
export function readSoundEffects(
  node: XmlNode,
  closing: ClipTransition | null,
  context: EffectsContext,
): ClipExtras {
  return clipExtras({
    ...readUnlessOdd(() => readSound(node, closing, context)),
    isDisabled: isSwitchedOff(node, context.media.audioChannels ?? 1),
  });
}
