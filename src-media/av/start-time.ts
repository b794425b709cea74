import { AV_NOPTS_VALUE } from 'node-av/constants';
import type { FormatContext, Stream } from 'node-av/lib';

/** Returns the start of a file's first stream, in seconds of the file's clock; 0 if the file does not state it. */
export function startOfFile({ startTime }: FormatContext): number {
  return startTime === AV_NOPTS_VALUE ? 0 : Number(startTime) / 1_000_000;
}

/** Returns the start of a stream, in seconds of its file's clock; 0 if the stream does not state it. */
export function startOfStream({ startTime, timeBase }: Stream): number {
  return startTime === AV_NOPTS_VALUE ? 0 : (Number(startTime) * timeBase.num) / timeBase.den;
}
