import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import { serviceExitCodes } from '../../../src-shared/service-exit-codes.ts';

/** A line of the service's log. */
const logLine = z.object({ message: z.string(), error: z.string().optional() });

/**
 * Why the local service is not running.
 * @param code of its process; null when that never ran.
 * @param lastWords the last it wrote on standard error: lines of its log among others.
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

/** For a package made for hosted services only. */
export function serviceNotIncluded(): AppError {
  return new AppError('service_stopped', 'This installation has no local service.', {
    details: { reason: 'not_included' },
  });
}

/** A line without the form of the log and without the places in the program. */
function plainWords(line: string): string {
  try {
    const { message, error } = logLine.parse(JSON.parse(line));
    return error === undefined ? `${message}.` : `${message}: ${error.split('\n')[0] ?? ''}`;
  } catch {
    return line;
  }
}
