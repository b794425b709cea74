import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import { serviceExitCodes } from '../../../src-shared/service-exit-codes.ts';

/** A line of the service's log. */
const logLine = z.object({ message: z.string(), error: z.string().optional() });

/**
 * Returns the reason why the local service is not running.
 * @param code exit code of its process; null if that never ran.
 * @param lastWords end of its standard error, which includes lines of its log.
 */
export function serviceEndError(code: number | null, lastWords: string): AppError {
  if (code === serviceExitCodes.diskFull) {
    return new AppError('service_stopped', 'The local service cannot keep its files: the disk is full.', {
      details: { reason: 'disk_full' },
    });
  }
  const words = lastWords.trim().split('\n').map(plainWords).join(' ');
  return new AppError(
    'service_stopped',
    `The local service is not running. It ended with ${String(code)}. ${words}`,
  );
}

/** Returns the error of a package made for hosted services only. */
export function serviceNotIncluded(): AppError {
  return new AppError('service_stopped', 'This installation has no local service.', {
    details: { reason: 'not_included' },
  });
}

/** Returns a line without the format of the log and without the stack trace. */
function plainWords(line: string): string {
  try {
    const { message, error } = logLine.parse(JSON.parse(line));
    return error === undefined ? `${message}.` : `${message}: ${error.split('\n')[0] ?? ''}`;
  } catch {
    return line;
  }
}
