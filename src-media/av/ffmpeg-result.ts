import { AVERROR_ENOSPC } from 'node-av/constants';
import { MediaError } from '../media-error.ts';

/**
 * Throws if an FFmpeg call failed.
 *
 * @param what name of the call, for the log
 * @throws MediaError `encoding_failed`; when the disk is full its cause has the code `ENOSPC`
 */
export function throwUnlessDone(result: number, what: string): void {
  if (result >= 0) return;
  const options =
    result === AVERROR_ENOSPC ? { cause: Object.assign(new Error('Disk full'), { code: 'ENOSPC' }) } : {};
  throw new MediaError('encoding_failed', `FFmpeg failed: ${what} (${result}).`, options);
}
