import { isSystemError } from '../../foundation/system-error.ts';
import type { Violation } from './bundle-refusal.ts';

/** Why a file could not be unpacked, as plain data that passes between threads. */
export type UnpackFault = { readonly relativePath: string } & (
  | { readonly kind: 'content'; readonly violation: Violation }
  /** The operating system refused to read the zip file or to write the unpacked one. */
  | { readonly kind: 'read' | 'write'; readonly code: string; readonly syscall: string }
);

/** A fault on its way to whoever carries it out of the thread. */
export class UnpackFailure extends Error {
  readonly fault: UnpackFault;

  constructor(fault: UnpackFault, cause?: unknown) {
    super(`${fault.kind} fault`, { cause });
    this.fault = fault;
  }
}
/** The operating system's refusal as a fault of the file it hit; any other error as it is. */
export function asSystemFault(error: unknown, kind: 'read' | 'write', relativePath: string): unknown {
  if (!isSystemError(error)) return error;
  return new UnpackFailure({ kind, relativePath, code: error.code, syscall: error.syscall }, error);
}
