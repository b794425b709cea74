/** An error of the operating system, such as `ENOSPC`, as Node reports it. */
export interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
}

/** True for an error of the operating system; false for a parser's error or a bug. */
export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
