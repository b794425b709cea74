import { z } from 'zod';
import { nominalFramesPerSecond } from './frame-rate.ts';
import { type FrameRate, secondsOfFrames } from './rational-time.ts';
import { formatTimecode, parseTimecode } from './timecode.ts';
import type { Timeline } from './timeline.ts';

/** Selectable frame rates; `DF` means drop-frame timecode. */
export const sequenceRateSchema = z.enum([
  '23.976',
  '24',
  '25',
  '29.97',
  '29.97 DF',
  '30',
  '50',
  '59.94',
  '60',
]);
export type SequenceRate = z.infer<typeof sequenceRateSchema>;

export const startTimecodeSchema = z.enum(['00:00:00:00', '01:00:00:00']);

/** The user's timing for documents; null keeps the project's. */
export const timingWishSchema = z.object({
  rate: sequenceRateSchema.nullable(),
  start: startTimecodeSchema.nullable(),
});
export type TimingWish = z.infer<typeof timingWishSchema>;

export const projectTiming: TimingWish = { rate: null, start: null };

/** Rate and timecode of a sequence. */
export type SequenceTiming = Pick<Timeline, 'frameRate' | 'startFrame' | 'isDropFrame'>;

const slow = (thousands: number): FrameRate => ({ numerator: thousands * 1000, denominator: 1001 });
const whole = (numerator: number): FrameRate => ({ numerator, denominator: 1 });

const exactRates: Readonly<Record<SequenceRate, FrameRate>> = {
  '23.976': slow(24),
  '24': whole(24),
  '25': whole(25),
  '29.97': slow(30),
  '29.97 DF': slow(30),
  '30': whole(30),
  '50': whole(50),
  '59.94': slow(60),
  '60': whole(60),
};

/** Returns the requested timing for a cut. Without a requested start, the label of the start timecode stays. */
export function timingOf({ rate, start }: TimingWish, cut: SequenceTiming): SequenceTiming {
  const frameRate = rate === null ? cut.frameRate : exactRates[rate];
  const isDropFrame = rate === null ? cut.isDropFrame : rate === '29.97 DF';
  const label = start ?? labelAt(cut, frameRate, isDropFrame);
  return { frameRate, isDropFrame, startFrame: parseTimecode(label, frameRate, isDropFrame).frames };
}

/** Counts the label of a cut's first frame at another rate. Labels that drop-frame skips move on to the next one. */
function labelAt(
  { frameRate, startFrame, isDropFrame }: SequenceTiming,
  rate: FrameRate,
  dropsFrames: boolean,
): string {
  const [, time = '', frames = '0'] =
    /^(.*)[:;](\d+)$/.exec(formatTimecode(startFrame, frameRate, isDropFrame)) ?? [];
  const nominal = nominalFramesPerSecond(rate);
  const counted = Math.floor((Number(frames) * nominal) / nominalFramesPerSecond(frameRate));
  // Drop-frame at 29.97 skips the first two labels of each minute that is not a multiple of ten.
  const least = dropsFrames && /[1-9]:00$/.test(time) ? 2 : 0;
  const frame = Math.min(nominal - 1, Math.max(counted, least));
  return `${time}:${String(frame).padStart(2, '0')}`;
}

/** True if a cut already has the timing. */
export function hasTiming(
  cut: SequenceTiming,
  { frameRate, startFrame, isDropFrame }: SequenceTiming,
): boolean {
  return (
    isSameRate(cut.frameRate, frameRate) && cut.startFrame === startFrame && cut.isDropFrame === isDropFrame
  );
}

export function isSameRate(one: FrameRate, other: FrameRate): boolean {
  return one.numerator * other.denominator === other.numerator * one.denominator;
}

/** Half a frame in milliseconds, the largest shift of a cut on a rate's grid. */
export function halfFrameMs(rate: SequenceRate): number {
  return secondsOfFrames(1, exactRates[rate]) * 500;
}
