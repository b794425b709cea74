import { type Keyframe, keyframesFrom, orderedKeyframes } from '../../model/keyframes.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { framesOfMltTime } from './mlt-nodes.ts';

const shortNumber = (value: number): string => String(Number(value.toFixed(6)));

/** Formats keyframes as `0=0 0 1920 1080 1;59=-96 -54 2112 1188 1`. */
export function formatMltKeyframes(keyframes: readonly Keyframe[]): string {
  return keyframes
    .map(({ frame, values }) => `${String(frame)}=${values.map(shortNumber).join(' ')}`)
    .join(';');
}

/**
 * Parses the keyframes of a property with any interpolation. A single value counts at the first frame. Ignores percent
 * signs and units behind numbers.
 */
export function parseMltKeyframes(text: string, rate: FrameRate): readonly Keyframe[] {
  const parts = text.split(';').flatMap((part): Keyframe[] => {
    const [, place, values = ''] = /^(?:\s*(-?[\d:.,]+)[^=\d]?=)?(.*)$/s.exec(part) ?? [];
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

/** Shifts keyframes to a filter that begins `shownBefore` frames before the clip; a single one moves to frame 0. */
export function keyframesOfFilter(keyframes: readonly Keyframe[], shownBefore: number): readonly Keyframe[] {
  const kept = keyframesFrom(
    keyframes.map((one) => ({ ...one, frame: one.frame + shownBefore })),
    0,
  );
  return kept.length === 1 ? kept.map((one) => ({ ...one, frame: 0 })) : kept;
}
