import type { ClipExtras } from '../../model/clip-extras.ts';
import {
  joinKeyframes,
  type Keyframe,
  levelsOfKeyframes,
  motionOfKeyframes,
  orderedKeyframes,
  decibelsOf,
} from '../../model/keyframes.ts';
import type { UnreadPart } from '../../model/timeline.ts';
import { unreadElement } from '../xml/xml-copy.ts';
import { childOf, childrenNamed, childText, type XmlNode } from '../xml/xml-reader.ts';
import { readBoolean, readInteger } from './xmeml-values.ts';

type ReadEffects = Pick<ClipExtras, 'motion' | 'levels' | 'unread'>;

function parameterOf(effect: XmlNode, id: string): XmlNode | null {
  return childrenNamed(effect, 'parameter').find((node) => childText(node, 'parameterid') === id) ?? null;
}

function numbersOf(value: XmlNode | null): readonly number[] {
  if (value === null) return [];
  const parts = value.children.length > 0 ? value.children.map(({ text }) => text) : [value.text];
  return parts.map(Number).filter(Number.isFinite);
}

/** Reads the values of a parameter in frames from the clip's first; a single value counts at the first. */
function readKeyframes(parameter: XmlNode | null, firstFrame: number): readonly Keyframe[] {
  if (parameter === null) return [];
  const keyframes = childrenNamed(parameter, 'keyframe').map((node) => ({
    frame: (readInteger(node, 'when') ?? 0) - firstFrame,
    values: numbersOf(childOf(node, 'value')),
  }));
  const alone = { frame: 0, values: numbersOf(childOf(parameter, 'value')) };
  const found = keyframes.length > 0 ? keyframes : [alone];
  return orderedKeyframes(found.filter(({ values }) => values.length > 0));
}

const isZero = (value: number): boolean => value === 0;

/** Returns all values of a parameter, including its keyframes. */
function valuesOf(parameter: XmlNode): readonly number[] {
  const holders = [parameter, ...childrenNamed(parameter, 'keyframe')];
  return holders.flatMap((holder) => numbersOf(childOf(holder, 'value')));
}

/** Reads rotation and other parts of a motion that the model does not cover. */
function readOtherMotion(effect: XmlNode): readonly UnreadPart[] {
  return childrenNamed(effect, 'parameter').flatMap((parameter) => {
    const id = childText(parameter, 'parameterid') ?? '';
    const isPlain = id === 'scale' || id === 'center' || valuesOf(parameter).every(isZero);
    return isPlain ? [] : [unreadElement('PREMIERE_XML', childText(parameter, 'name') ?? id, parameter)];
  });
}

/** Values without an effect in filters that some programs add to every clip. */
const plainValues: Readonly<Record<string, number>> = { opacity: 100, crop: 0, audiopan: 0 };

function changesNothing(effect: XmlNode, id: string): boolean {
  const plain = plainValues[id];
  const values = childrenNamed(effect, 'parameter').flatMap(valuesOf);
  return plain !== undefined && values.every((value) => value === plain);
}

function readMotion(effect: XmlNode, firstFrame: number): ReadEffects {
  const scale = readKeyframes(parameterOf(effect, 'scale'), firstFrame);
  const centre = readKeyframes(parameterOf(effect, 'center'), firstFrame);
  const unread = readOtherMotion(effect);
  if (scale.length + centre.length === 0) return { unread };
  const still = (values: number[]): Keyframe[] => [{ frame: 0, values }];
  const joined = joinKeyframes(
    scale.length > 0 ? scale : still([100]),
    centre.length > 0 ? centre : still([0, 0]),
  );
  const points = joined.map(({ frame, values: [percent = 100, ...place] }) => ({
    frame,
    values: [percent / 100, ...place],
  }));
  return { motion: motionOfKeyframes(points), unread };
}

function readLevels(effect: XmlNode, firstFrame: number): ReadEffects {
  const keyframes = readKeyframes(parameterOf(effect, 'level'), firstFrame);
  const inDecibels = keyframes.map(({ frame, values: [factor = 1] }) => ({
    frame,
    values: [decibelsOf(factor)],
  }));
  return keyframes.length === 0 ? {} : { levels: levelsOfKeyframes(inDecibels) };
}

function readFilter(filter: XmlNode, firstFrame: number): ReadEffects {
  const effect = childOf(filter, 'effect');
  if (effect === null || readBoolean(filter, 'enabled') === false) return {};
  const id = childText(effect, 'effectid') ?? '';
  if (id === 'basic') return readMotion(effect, firstFrame);
  if (id === 'audiolevels') return readLevels(effect, firstFrame);
  if (id === 'timeremap' || changesNothing(effect, id)) return {};
  return { unread: [unreadElement('PREMIERE_XML', childText(effect, 'name') ?? id, filter)] };
}

function readBlending(item: XmlNode): readonly UnreadPart[] {
  const mode = childOf(item, 'compositemode');
  const isPlain = mode === null || ['', 'normal'].includes(mode.text.trim().toLowerCase());
  return isPlain ? [] : [unreadElement('PREMIERE_XML', 'Composite Mode', mode)];
}

/**
 * Reads the effects in the filters and the blending of a clip, except its speed.
 * @param firstFrame of the clip, in the time of its media at its speed, in which keyframes count.
 */
export function readEffects(item: XmlNode, firstFrame: number): ReadEffects {
  const found = childrenNamed(item, 'filter').map((filter): ReadEffects => readFilter(filter, firstFrame));
  const unread = [...readBlending(item), ...found.flatMap((one) => one.unread ?? [])];
  return found.reduce((all, one) => ({ ...all, ...one, unread }), { unread });
}
