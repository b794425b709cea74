import type { ClipExtras } from '../../model/clip-extras.ts';
import { isHeldFrame, speedOfHeldFrame } from '../../model/placement.ts';
import type { Clip, UnreadPart } from '../../model/timeline.ts';
import type { OtioObject } from './otio-json.ts';
import { kindOfSchema } from './otio-nodes.ts';
import { isPlainOtioEffect, nameOfOtioEffect } from './otio-plain-effects.ts';
import type { OtioEffect, OtioNode } from './otio-schema.ts';

/** Returns the speed and the carried effects of a clip. A freeze effect is omitted if the clip plays again. */
export function otioEffects(clip: Clip): readonly OtioObject[] {
  const { speed, isReversed, unread } = clip;
  const isHeld = isHeldFrame(clip);
  const carried = (unread ?? []).filter(
    ({ format, isHold: isOfHold }) => format === 'OTIO' && (isHeld || isOfHold !== true),
  );
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

/** Highest speed that a clip can have. */
const fastest = 1000;

/** True if an effect sets a constant speed. */
function isWarp({ OTIO_SCHEMA: schema, time_scalar: scalar, enabled }: OtioEffect): boolean {
  return kindOfSchema(schema) === 'LinearTimeWarp' && enabled !== false && Boolean(scalar);
}

/** True if an effect holds the first frame of its clip. */
function isHold({ OTIO_SCHEMA: schema, time_scalar: scalar, enabled }: OtioEffect): boolean {
  const kind = kindOfSchema(schema);
  return enabled !== false && (kind === 'FreezeFrame' || (kind === 'LinearTimeWarp' && scalar === 0));
}

function unreadEffect(effect: OtioEffect, isOfHold: boolean): UnreadPart {
  const name = nameOfOtioEffect(effect) || kindOfSchema(effect.OTIO_SCHEMA);
  return { format: 'OTIO', name, source: JSON.stringify(effect), ...(isOfHold && { isHold: true }) };
}

/**
 * Reads speed and effects. Keeps an effect as it is, unless it only sets a speed or changes nothing. A freeze is kept
 * and also sets the clip's speed.
 * @param pictureFrames how long the clip is visible; null for sound, which is never held.
 */
export function readOtioEffects(
  { effects }: OtioNode,
  { isStill, pictureFrames }: { readonly isStill: boolean; readonly pictureFrames: number | null },
): Pick<ClipExtras, 'speed' | 'isReversed' | 'unread'> {
  const all = (effects ?? []).filter((effect) => effect !== null);
  const scalar = all.filter(isWarp).reduce((product, { time_scalar: by }) => product * (by ?? 1), 1);
  if (Math.abs(scalar) > fastest) return { unread: all.map((effect) => unreadEffect(effect, false)) };
  const isHeld = !isStill && pictureFrames !== null && all.some(isHold);
  const unread = all
    .filter((effect) => !isWarp(effect) && !isPlainOtioEffect(effect))
    .map((effect) => unreadEffect(effect, isHeld && isHold(effect)));
  if (isStill) return { unread };
  if (isHeld) return { unread, speed: speedOfHeldFrame(pictureFrames) };
  return { unread, speed: Math.abs(scalar), isReversed: scalar < 0 };
}
