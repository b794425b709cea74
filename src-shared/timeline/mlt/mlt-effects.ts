import type { ClipExtras } from '../clip-extras.ts';
import {
  decibelsOf,
  type Keyframe,
  keyframesFrom,
  levelsOfKeyframes,
  motionOfKeyframes,
  orderedKeyframes,
} from '../keyframes.ts';
import type { FrameRate } from '../rational-time.ts';
import type { Clip, ClipFades, MediaReference, TimelineFormat } from '../timeline.ts';
import { unreadElement } from '../xml-copy.ts';
import { childrenNamed, type XmlNode } from '../xml-reader.ts';
import { frameAttribute, framesOfMltTime, propertiesOf } from './mlt-nodes.ts';

const shortNumber = (value: number): string => String(Number(value.toFixed(6)));

/** `0=0 0 1920 1080 1;59=-96 -54 2112 1188 1`. */
function formatKeyframes(keyframes: readonly Keyframe[]): string {
  return keyframes
    .map(({ frame, values }) => `${String(frame)}=${values.map(shortNumber).join(' ')}`)
    .join(';');
}

/**
 * Keyframes of a property, whatever way they go over into each other; one value alone counts at the first frame.
 * Percentages and units behind numbers are not looked at.
 */
function parseKeyframes(text: string, rate: FrameRate): readonly Keyframe[] {
  const parts = text.split(';').flatMap((part): Keyframe[] => {
    const [, place, values = ''] = /^(?:\s*([-\d:.,]+)[^=\d]?=)?(.*)$/s.exec(part) ?? [];
    const numbers = values
      .trim()
      .split(/[\s,/:x]+/)
      .map(Number.parseFloat);
    const frame = place === undefined ? 0 : framesOfMltTime(place, rate);
    if (frame === null || values.trim() === '' || !numbers.every(Number.isFinite)) return [];
    return [{ frame, values: numbers }];
  });
  return orderedKeyframes(parts);
}

interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Left, top, width, height and opacity of a picture in the frame, at frames from the first that is shown. */
export function rectOfMotion(
  { motion = [] }: Clip,
  media: MediaReference,
  frame: FrameSize,
  shownBefore: number,
): string {
  const size = media.size ?? frame;
  const points = motion.map((point) => ({
    frame: point.frame + shownBefore,
    values: [point.scale, point.x, point.y],
  }));
  const rects = keyframesFrom(points, 0).map(({ frame: at, values: [scale = 1, x = 0, y = 0] }) => {
    const [width, height] = [size.width * scale, size.height * scale];
    const left = (frame.width - width) / 2 + x * frame.width;
    const top = (frame.height - height) / 2 + y * frame.height;
    return { frame: at, values: [left, top, width, height, 1] };
  });
  return formatKeyframes(rects.length === 1 ? rects.map((one) => ({ ...one, frame: 0 })) : rects);
}

/** A picture is fitted into its rectangle and keeps its shape. */
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
  const points = levels.map(({ frame, levelDb }) => ({ frame: frame + shownBefore, values: [levelDb] }));
  const kept = keyframesFrom(points, 0);
  return formatKeyframes(kept.length === 1 ? kept.map((one) => ({ ...one, frame: 0 })) : kept);
}

export interface EffectsContext {
  readonly format: TimelineFormat;
  readonly rate: FrameRate;
  readonly frame: FrameSize;
  readonly media: MediaReference;
  /** The clip's first frame at its cut, as filters count. */
  readonly firstFrame: number;
}

type ReadEffects = Pick<ClipExtras, 'motion' | 'levels' | 'unread'> & { readonly fades?: Partial<ClipFades> };

/** Keyframes count from the filter's first frame, a clip's from its own. */
function keyframesOf(text: string, filter: XmlNode, context: EffectsContext): readonly Keyframe[] {
  const filterIn = frameAttribute(filter, 'in', context.rate) ?? 0;
  const found = parseKeyframes(text, context.rate);
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
  { rate }: EffectsContext,
): ReadEffects {
  const animated = properties.get(side === 'inFrames' ? 'shotcut:animIn' : 'shotcut:animOut');
  const [first, last] = ['in', 'out'].map((name) => frameAttribute(filter, name, rate));
  const length = animated === undefined ? (last ?? 0) - (first ?? 0) + 1 : framesOfMltTime(animated, rate);
  return { fades: { [side]: Math.max(0, length ?? 0) } };
}

/** Decibels, or a factor, which is how both editors mute a sound. Null where the filter measures the sound itself. */
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

function readFilter(filter: XmlNode, context: EffectsContext): ReadEffects {
  const properties = propertiesOf(filter);
  const service = properties.get('mlt_service') ?? '';
  const name = properties.get('kdenlive_id') ?? properties.get('shotcut:filter') ?? service;
  const isOff = properties.get('disable') === '1' || properties.has('internal_added');
  if (isOff) return {};
  const fade = fadeNames[name];
  if (fade !== undefined) return readFade(filter, properties, fade, context);
  const rect = properties.get(service === 'affine' ? 'transition.rect' : 'rect');
  if (isPlace(service) && rect !== undefined)
    return motionOfRect(
      keyframesOf(rect, filter, context),
      context.media.size ?? context.frame,
      context.frame,
    );
  const levels = service === 'volume' ? readLevels(filter, properties, context) : null;
  if (levels !== null) return { levels: levelsOfKeyframes(levels) };
  return { unread: [unreadElement(context.format, name, filter)] };
}

/** What the filters of a clip say. */
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
