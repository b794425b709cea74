import { canDropFrames } from './frame-rate.ts';
import type { FrameRate } from './rational-time.ts';
import { isSameRate } from './sequence-timing.ts';
import { formatTimecode, parseTimecode } from './timecode.ts';
import type { Timeline } from './timeline.ts';

/** Settings of a delivered sequence, which a returned document has too unless it states others. */
export type KnownSettings = Pick<Timeline, 'frameRate' | 'width' | 'height' | 'startFrame' | 'isDropFrame'>;

type Start = Pick<Timeline, 'startFrame' | 'isDropFrame'>;

/**
 * Returns the start of a sequence whose document states none: the delivered one, at another rate by its timecode; zero
 * if nothing is known.
 */
export function unstatedStart(known: KnownSettings | undefined, rate: FrameRate): Start {
  if (known === undefined) return { startFrame: 0, isDropFrame: false };
  const { startFrame, isDropFrame, frameRate } = known;
  if (isSameRate(frameRate, rate)) return { startFrame, isDropFrame };
  const label = formatTimecode(startFrame, frameRate, isDropFrame).replaceAll(';', ':');
  const drops = isDropFrame && canDropFrames(rate);
  try {
    return { startFrame: parseTimecode(label, rate, drops).frames, isDropFrame: drops };
  } catch (error) {
    // Another rate may lack the frame of the timecode.
    if (error instanceof RangeError) return { startFrame: 0, isDropFrame: drops };
    throw error;
  }
}
