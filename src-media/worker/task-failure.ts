import { MediaError, type MediaErrorCode } from '../media-error.ts';
import { TaskCancelled } from './task-control.ts';

/** A task's failure in a form that crosses threads and processes. */
export interface TaskFailure {
  /** Null for an unexpected error, which is a bug. */
  readonly code: MediaErrorCode | 'cancelled' | null;
  readonly message: string;
  readonly stack: string | null;
  /** Error code of the operating system, such as `ENOSPC`. */
  readonly systemCode: string | null;
}

export function failureOf(error: unknown): TaskFailure {
  const { message, stack = null } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof TaskCancelled ? 'cancelled' : error instanceof MediaError ? error.code : null;
  return { code, message, stack, systemCode: systemCodeOf(error) };
}

/** Returns the operating system's code of an error or of its cause. */
function systemCodeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isSystemError = 'code' in error && typeof error.code === 'string' && !(error instanceof MediaError);
  return isSystemError ? String(error.code) : systemCodeOf(error.cause);
}

/** Restores the error. @param signal signal of the failed task; a cancelled task fails with its reason */
export function errorOf(failure: TaskFailure, signal: AbortSignal): unknown {
  if (failure.code === 'cancelled') {
    return signal.aborted ? signal.reason : new MediaError('disposed', 'The media engine is shut down.');
  }
  const system =
    failure.systemCode === null
      ? null
      : Object.assign(new Error(failure.message), { code: failure.systemCode });
  const options = system ? { cause: system } : {};
  if (failure.code !== null) return new MediaError(failure.code, failure.message, options);
  const bug = new Error(failure.message, options);
  if (failure.stack !== null) bug.stack = failure.stack;
  return bug;
}
