import type { ClipExtras } from '../clip-extras.ts';
import type { Clip, UnreadPart } from '../timeline.ts';
import type { OtioObject } from './otio-json.ts';
import { kindOfSchema } from './otio-nodes.ts';
import { isPlainOtioEffect, nameOfOtioEffect } from './otio-plain-effects.ts';
import type { OtioEffect, OtioNode } from './otio-schema.ts';

/** The speed of a clip, and the effects it came with. */
export function otioEffects({ speed, isReversed, unread }: Clip): readonly OtioObject[] {
  const carried = (unread ?? []).filter(({ format }) => format === 'OTIO');
  const scalar = (speed ?? 1) * (isReversed === true ? -1 : 1);
  const warp: OtioObject = {
    OTIO_SCHEMA: 'LinearTimeWarp.1',
    metadata: {},
    name: '',
    effect_name: 'LinearTimeWarp',
    time_scalar: scalar,
  };
  const others = carried.map(({ source }) => JSON.parse(source) as OtioObject);
  return scalar === 1 ? others : [warp, ...others];
}

function unreadEffect(effect: OtioEffect): UnreadPart {
  const name = nameOfOtioEffect(effect);
  return { format: 'OTIO', name: name || kindOfSchema(effect.OTIO_SCHEMA), source: JSON.stringify(effect) };
}

/**
 * A frame that is held or a speed that changes is not in the model: such an effect is kept as it is, like all others
 * but those that change nothing.
 */
export function readOtioEffects(
  { effects }: OtioNode,
  isStill: boolean,
): Pick<ClipExtras, 'speed' | 'isReversed' | 'unread'> {
  const isWarp = ({ OTIO_SCHEMA: schema, time_scalar: scalar }: OtioEffect): boolean =>
    kindOfSchema(schema) === 'LinearTimeWarp' && scalar !== undefined && scalar !== 0;
  const all = effects ?? [];
  const scalar = all.filter(isWarp).reduce((product, { time_scalar: by = 1 }) => product * by, 1);
  const unread = all.filter((effect) => !isWarp(effect) && !isPlainOtioEffect(effect)).map(unreadEffect);
  return isStill ? { unread } : { unread, speed: Math.abs(scalar), isReversed: scalar < 0 };
}
