import type { ClipExtras } from '../../model/clip-extras.ts';
import {
  decibelsOf,
  joinKeyframes,
  type Keyframe,
  levelsOfKeyframes,
  motionOfKeyframes,
} from '../../model/keyframes.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type {
  Clip,
  ClipFades,
  MediaReference,
  MotionPoint,
  Timeline,
  TimelineFormat,
} from '../../model/timeline.ts';
import { unreadElement } from '../xml/xml-copy.ts';
import { childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import { formatMltKeyframes, keyframesOfFilter, parseMltKeyframes } from './mlt-keyframes.ts';
import { frameAttribute, framesOfMltTime, propertiesOf } from './mlt-nodes.ts';
import type { MltProperties } from './mlt-parts.ts';
import { placeExtrasOf, readPlaceExtras } from './mlt-place-extras.ts';
import type { ShownClip } from './shown-clips.ts';

interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Default scale and place of a picture, fitted into the frame. */
function fittedMotion(size: FrameSize, frame: FrameSize): readonly MotionPoint[] {
  return [{ frame: 0, scale: Math.min(frame.width / size.width, frame.height / size.height), x: 0, y: 0 }];
}

/**
 * Returns left, top, width, height and opacity of a picture in the frame, as keyframes from the first visible frame.
 * @param opacities at such frames; opaque without any.
 */
function rectOfMotion(
  { clip: { motion }, media, headFrames }: ShownClip,
  frame: FrameSize,
  opacities: readonly Keyframe[],
): string {
  const size = media.size ?? frame;
  const points = (motion ?? fittedMotion(size, frame)).map((point) => ({
    frame: point.frame,
    values: [point.scale, point.x, point.y],
  }));
  const placed = keyframesOfFilter(points, headFrames);
  const opaque = placed.slice(0, 1).map((one) => ({ ...one, values: [1] }));
  const joined = joinKeyframes(placed, opacities.length > 0 ? opacities : opaque);
  const rects = joined.map(({ frame: at, values: [scale = 1, x = 0, y = 0, opacity = 1] }) => {
    const width = size.width * scale;
    const height = size.height * scale;
    const left = (frame.width - width) / 2 + x * frame.width;
    const top = (frame.height - height) / 2 + y * frame.height;
    return { frame: at, values: [left, top, width, height, opacity] };
  });
  return formatMltKeyframes(rects);
}

/** Returns the properties of a picture's placing filter, except its kind; null if the clip needs no such filter. */
export function placeProperties(
  shown: ShownClip,
  timeline: Timeline,
  format: 'KDENLIVE' | 'SHOTCUT',
): { readonly rect: string; readonly others: MltProperties } | null {
  const extras = placeExtrasOf(shown.clip, format, timeline.frameRate, shown.headFrames);
  if (!shown.clip.motion && extras === null) return null;
  return {
    rect: rectOfMotion(shown, timeline, extras?.opacities ?? []),
    others: extras?.properties ?? {},
  };
}

/** Reads scale and place. A picture is fitted into its rectangle and keeps its aspect ratio. */
function motionOfRect(
  keyframes: readonly Keyframe[],
  size: FrameSize,
  frame: FrameSize,
): Pick<ClipExtras, 'motion'> {
  const points = keyframes.map(({ frame: at, values: [left = 0, top = 0, width = 0, height = 0] }) => ({
    frame: at,
    values: [
      Math.min(width / size.width, height / size.height),
      (left + width / 2 - frame.width / 2) / frame.width,
      (top + height / 2 - frame.height / 2) / frame.height,
    ],
  }));
  return { motion: motionOfKeyframes(points) };
}

export function levelText({ levels = [] }: Clip, shownBefore: number): string {
  const points = levels.map(({ frame, levelDb }) => ({ frame, values: [levelDb] }));
  return formatMltKeyframes(keyframesOfFilter(points, shownBefore));
}

export interface EffectsContext {
  readonly format: TimelineFormat;
  readonly rate: FrameRate;
  readonly frame: FrameSize;
  readonly media: MediaReference;
  /** First frame of the clip at its cut, as filters count. */
  readonly firstFrame: number;
}

type ReadEffects = Pick<ClipExtras, 'motion' | 'levels' | 'unread'> & { readonly fades?: Partial<ClipFades> };

/** First frame of a filter. Kdenlive saves some at −1, which MLT counts as 0. */
function firstFrameOf(filter: XmlNode, { rate }: EffectsContext): number {
  return Math.max(0, frameAttribute(filter, 'in', rate) ?? 0);
}

/** Converts keyframes from the filter's first frame to the clip's. */
function keyframesOf(text: string, filter: XmlNode, context: EffectsContext): readonly Keyframe[] {
  const filterIn = firstFrameOf(filter, context);
  const found = parseMltKeyframes(text, context.rate);
  if (found.length === 1) return found.map((one) => ({ ...one, frame: 0 }));
  return found.map((one) => ({ ...one, frame: one.frame + filterIn - context.firstFrame }));
}

const fadeNames: Readonly<Record<string, keyof ClipFades>> = {
  fadein: 'inFrames',
  fade_from_black: 'inFrames',
  fadeInVolume: 'inFrames',
  fadeInBrightness: 'inFrames',
  fadeout: 'outFrames',
  fade_to_black: 'outFrames',
  fadeOutVolume: 'outFrames',
  fadeOutBrightness: 'outFrames',
};

function readFade(
  filter: XmlNode,
  properties: ReadonlyMap<string, string>,
  side: keyof ClipFades,
  context: EffectsContext,
): ReadEffects {
  const { rate } = context;
  const animated = properties.get(side === 'inFrames' ? 'shotcut:animIn' : 'shotcut:animOut');
  const last = frameAttribute(filter, 'out', rate) ?? 0;
  const whole = last - firstFrameOf(filter, context) + 1;
  const length = animated === undefined ? whole : framesOfMltTime(animated, rate);
  return { fades: { [side]: Math.max(0, length ?? 0) } };
}

/** Reads levels in decibels, or as a factor, with which both editors mute. Null if the filter measures the sound. */
function readLevels(
  filter: XmlNode,
  properties: ReadonlyMap<string, string>,
  context: EffectsContext,
): readonly Keyframe[] | null {
  const level = properties.get('level');
  if (level !== undefined) return keyframesOf(level, filter, context);
  const gain = properties.get('gain') ?? '';
  const factors = /^[\s\d.:,;=|~-]+$/.test(gain) ? keyframesOf(gain, filter, context) : [];
  if (factors.length === 0) return null;
  return factors.map(({ frame, values: [factor = 1] }) => ({ frame, values: [decibelsOf(factor)] }));
}

const isPlace = (service: string): boolean => service === 'qtblend' || service === 'affine';

function readPlace(
  filter: XmlNode,
  properties: ReadonlyMap<string, string>,
  rect: string,
  context: EffectsContext,
): ReadEffects {
  const read = (text: string): readonly Keyframe[] => keyframesOf(text, filter, context);
  const rects = read(rect);
  return {
    ...motionOfRect(rects, context.media.size ?? context.frame, context.frame),
    unread: readPlaceExtras(context.format, properties, rects, read),
  };
}

function readFilter(filter: XmlNode, context: EffectsContext): ReadEffects {
  const properties = propertiesOf(filter);
  const service = properties.get('mlt_service') ?? '';
  const name = properties.get('kdenlive_id') ?? properties.get('shotcut:filter') ?? service;
  const isOff = properties.get('disable') === '1' || properties.has('internal_added');
  if (isOff) return {};
  const fade = fadeNames[name];
  if (fade !== undefined) return readFade(filter, properties, fade, context);
  const rect = properties.get(service === 'affine' ? 'transition.rect' : 'rect');
  if (isPlace(service) && rect !== undefined) return readPlace(filter, properties, rect, context);
  const levels = service === 'volume' ? readLevels(filter, properties, context) : null;
  if (levels !== null) return { levels: levelsOfKeyframes(levels) };
  return { unread: [unreadElement(context.format, name, filter)] };
}

/** Reads the effects in the filters of a clip. */
export function readMltEffects(
  filters: readonly XmlNode[],
  context: EffectsContext,
): Pick<ClipExtras, 'motion' | 'levels' | 'fades' | 'unread'> {
  const found = filters.map((filter) => readFilter(filter, context));
  const motion = found.findLast((one) => one.motion)?.motion;
  const levels = found.findLast((one) => one.levels)?.levels;
  return {
    ...(motion && { motion }),
    ...(levels && { levels }),
    fades: found.reduce((all, { fades }) => ({ ...all, ...fades }), { inFrames: 0, outFrames: 0 }),
    unread: found.flatMap(({ unread }) => unread ?? []),
  };
}

export function filtersOf(node: XmlNode): readonly XmlNode[] {
  return childrenNamed(node, 'filter');
}
