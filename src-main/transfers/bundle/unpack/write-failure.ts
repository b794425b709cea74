import { AppError, type ErrorCode } from '../../../../src-shared/app-error.ts';
import { isSystemError } from '../../../foundation/system-error.ts';
import { bundleRefusal, printableName } from '../bundle-refusal.ts';
import type { UnpackFault } from './unpack-fault.ts';

const writeCodes: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EFBIG: 'disk_full',
  ENAMETOOLONG: 'path_too_long',
  EEXIST: 'conflict',
};

/** Converts a fault of an unpacking thread into an error for the user. */
export function toAppError(fault: UnpackFault): AppError {
  if (fault.kind === 'content') return bundleRefusal(fault.relativePath, fault.violation);
  const entry = printableName(fault.relativePath);
  const { code, syscall, kind } = fault;
  const errorCode =
    kind === 'read' ? 'file_unreadable' : (writeCodes[code] ?? 'delivery_folder_not_writable');
  const action = kind === 'read' ? 'read from the bundle' : 'written';
  return new AppError(errorCode, `"${entry}" could not be ${action}: ${code} (${syscall}).`, {
    details: { entry, reason: code },
  });
}

/** Converts a system error on making or listing a folder into an `AppError`; returns any other error unchanged. */
export function asWriteFailure(error: unknown, relativePath: string): unknown {
  if (!isSystemError(error)) return error;
  return toAppError({ kind: 'write', relativePath, code: error.code, syscall: error.syscall });
}
