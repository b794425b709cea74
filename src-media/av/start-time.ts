import { AV_NOPTS_VALUE } from 'node-av/constants';
import type { FormatContext, Stream } from 'node-av/lib';

/** When the first of a file's streams begins, in seconds of the file's clock; 0 where the file does not say. */
export function startOfFile({ startTime }: FormatContext): number {
  return startTime === AV_NOPTS_VALUE ? 0 : Number(startTime) / 1_000_000;
}

/** When a stream begins, in seconds of its file's clock; 0 where it does not say. */
export function startOfStream({ startTime, timeBase }: Stream): number {
  return startTime === AV_NOPTS_VALUE ? 0 : (Number(startTime) * timeBase.num) / timeBase.den;
}
