import type { ClipExtras } from '../clip-extras.ts';
import { speedOfHeldFrame } from '../placement.ts';
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
  const others = carried.map(({ source }) => JSON.parse(source) as OtioEffect & OtioObject);
  return scalar === 1 || others.some(isHold) ? others : [warp, ...others];
}

/** Whether an effect holds the first frame of its clip. */
function isHold({ OTIO_SCHEMA: schema, time_scalar: scalar, enabled }: OtioEffect): boolean {
  const kind = kindOfSchema(schema);
  return enabled !== false && (kind === 'FreezeFrame' || (kind === 'LinearTimeWarp' && scalar === 0));
}

function unreadEffect(effect: OtioEffect): UnreadPart {
  const name = nameOfOtioEffect(effect);
  return { format: 'OTIO', name: name || kindOfSchema(effect.OTIO_SCHEMA), source: JSON.stringify(effect) };
}

/**
 * Effects that say more than a speed or change something are kept as they are: among them one that holds a frame, which
 * is read beside.
 * @param pictureFrames how long the clip is seen; null for a still and for sound, which are not held.
 */
export function readOtioEffects(
  { effects }: OtioNode,
  { isStill, pictureFrames }: { readonly isStill: boolean; readonly pictureFrames: number | null },
): Pick<ClipExtras, 'speed' | 'isReversed' | 'unread'> {
  const isWarp = ({ OTIO_SCHEMA: schema, time_scalar: scalar }: OtioEffect): boolean =>
    kindOfSchema(schema) === 'LinearTimeWarp' && scalar !== undefined && scalar !== 0;
  const all = effects ?? [];
  const scalar = all.filter(isWarp).reduce((product, { time_scalar: by = 1 }) => product * by, 1);
  const unread = all.filter((effect) => !isWarp(effect) && !isPlainOtioEffect(effect)).map(unreadEffect);
  if (isStill) return { unread };
  if (pictureFrames !== null && all.some(isHold)) return { unread, speed: speedOfHeldFrame(pictureFrames) };
  return { unread, speed: Math.abs(scalar), isReversed: scalar < 0 };
}
