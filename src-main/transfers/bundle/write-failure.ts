import { AppError, type ErrorCode } from '../../../src-shared/app-error.ts';
import { isSystemError } from '../../foundation/system-error.ts';
import { bundleRefusal } from './bundle-refusal.ts';
import { printableName } from './printable-name.ts';
import type { UnpackFault } from './unpack-fault.ts';

const writeCodes: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EFBIG: 'disk_full',
  ENAMETOOLONG: 'path_too_long',
  EEXIST: 'conflict',
};

/** What a fault met by an unpacking thread means to the user. */
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

/** The operating system's refusal to make or list a folder, as an `AppError`; any other error as it is. */
export function asWriteFailure(error: unknown, relativePath: string): unknown {
  if (!isSystemError(error)) return error;
  return toAppError({ kind: 'write', relativePath, code: error.code, syscall: error.syscall });
}
