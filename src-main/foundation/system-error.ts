/** An error of the operating system, such as `ENOSPC`, as Node reports it. */
export interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
}

/** Tells the operating system's refusals from errors of a parser or a bug. */
export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
