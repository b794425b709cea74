import type { FileInfo } from '../../../src-shared/api/files.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Files } from '../../api/files.ts';
import { wait } from '../../foundation/wait.ts';
import { unsupported } from '../../intake/inspect-file.ts';
import type { Clock } from '../../platform.ts';

const firstPauseMs = 1_500;
const longestPauseMs = 10_000;
const pauseGrowth = 1.3;
const longestPreparationMs = 3_600_000;

/** True if any rendition is ready (contract supplement §4.6). */
export function isReady(file: FileInfo): boolean {
  return sourcesOf(file).some(({ status }) => status === 'ready');
}

/**
 * Waits until the service has prepared an uploaded file. Polls at growing intervals, for an hour at most.
 * @throws AppError `file_type_unsupported` when the service cannot use it, `service_failed` after the hour, `not_found`
 * when the file no longer exists, and the errors of the client.
 */
export async function waitUntilReady(
  deps: { readonly files: Files; readonly clock: Clock },
  file: { readonly fileId: string; readonly displayName: string },
  signal: AbortSignal,
): Promise<void> {
  const { files, clock } = deps;
  const { fileId, displayName } = file;
  const giveUpMs = clock.monotonicMs() + longestPreparationMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * pauseGrowth)) {
    const info = await files.hydrate(fileId, signal, 'poll');
    if (isReady(info)) return;
    if (sourcesOf(info).some(({ status }) => status === 'failed')) throw unsupported(displayName);
    if (clock.monotonicMs() > giveUpMs) throw notPrepared(displayName);
    await wait(clock, pauseMs, signal);
  }
}

function sourcesOf(file: FileInfo) {
  const { thumbnailSource, previewSource, downloadSource, hlsSource } = file;
  return [thumbnailSource, previewSource, downloadSource, hlsSource].filter(
    (source) => source !== null && source !== undefined,
  );
}

function notPrepared(displayName: string): AppError {
  return new AppError('service_failed', `${displayName} was not prepared by the service within an hour.`, {
    details: { displayName, reason: 'not_prepared' },
  });
}
