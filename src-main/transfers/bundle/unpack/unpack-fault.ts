import { isSystemError } from '../../../foundation/system-error.ts';
import type { Violation } from '../bundle-refusal.ts';

/** The reason why a file could not be unpacked, as plain data that passes between threads. */
export type UnpackFault = { readonly relativePath: string } & (
  | { readonly kind: 'content'; readonly violation: Violation }
  /** The operating system refused to read the bundle or to write the unpacked file. */
  | { readonly kind: 'read' | 'write'; readonly code: string; readonly syscall: string }
);

/** Carries a fault up to the code that reports it out of the thread. */
export class UnpackFailure extends Error {
  readonly fault: UnpackFault;

  constructor(fault: UnpackFault, cause?: unknown) {
    super(`${fault.kind} fault`, { cause });
    this.fault = fault;
  }
}
/** Converts a system error into a fault of the given file; returns any other error unchanged. */
export function asSystemFault(error: unknown, kind: 'read' | 'write', relativePath: string): unknown {
  if (!isSystemError(error)) return error;
  return new UnpackFailure({ kind, relativePath, code: error.code, syscall: error.syscall }, error);
}
