import { constants } from 'node:os';
import { sep } from 'node:path';
import { AppError, type ErrorCode } from '../../../src-shared/app-error.ts';
import { needsOf } from '../../../src-shared/error-policy.ts';

const codeOfSystemError: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EFBIG: 'disk_full',
  EACCES: 'delivery_folder_not_writable',
  EPERM: 'delivery_folder_not_writable',
  EROFS: 'delivery_folder_not_writable',
  EIO: 'delivery_folder_not_writable',
  EBUSY: 'delivery_folder_not_writable',
  EAGAIN: 'delivery_folder_not_writable',
  EMFILE: 'delivery_folder_not_writable',
  ENFILE: 'delivery_folder_not_writable',
  EXDEV: 'delivery_folder_not_writable',
  ENOTEMPTY: 'delivery_folder_not_writable',
  EISDIR: 'delivery_folder_not_writable',
  ELOOP: 'delivery_folder_not_writable',
  ENOTSUP: 'delivery_folder_not_writable',
  EOPNOTSUPP: 'delivery_folder_not_writable',
  ENOSYS: 'delivery_folder_not_writable',
  UNKNOWN: 'delivery_folder_not_writable',
  ENOENT: 'delivery_folder_missing',
  ENOTDIR: 'delivery_folder_missing',
  ENXIO: 'delivery_folder_missing',
  ENODEV: 'delivery_folder_missing',
  ESTALE: 'delivery_folder_missing',
  ENOTCONN: 'delivery_folder_missing',
  ETIMEDOUT: 'delivery_folder_missing',
  EHOSTDOWN: 'delivery_folder_missing',
  EHOSTUNREACH: 'delivery_folder_missing',
  ENAMETOOLONG: 'path_too_long',
};

/** Returns the system's code of an error, such as `ENOSPC`; empty if it has none. */
export function systemCodeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return '';
  // Node has no name for an exceeded quota.
  return 'errno' in error && error.errno === -constants.errno.EDQUOT ? 'EDQUOT' : error.code;
}

const lockedCodes = new Set(['EACCES', 'EPERM', 'EBUSY']);
const missingCodes = new Set(['ENOENT', 'ENOTDIR']);

/** Returns why a file cannot be read: `locked`, `missing`, or else the system's code. */
export function readFailureOf(error: unknown): string {
  const code = systemCodeOf(error);
  if (lockedCodes.has(code)) return 'locked';
  return missingCodes.has(code) ? 'missing' : code;
}

/** Replaces the path of a folder error inside `folder` with `folder` itself, which the user knows. */
export function atFolder(error: unknown, folder: string): unknown {
  const needs = needsOf(error);
  if (!(error instanceof AppError) || (needs !== 'space' && needs !== 'folder')) return error;
  const { path } = error.details;
  const isInside = typeof path !== 'string' || path.startsWith(folder + sep);
  if (!isInside) return error;
  return new AppError(error.code, error.message, {
    details: { ...error.details, path: folder },
    cause: error,
  });
}

/** What system codes say about a folder, and what to do, for logs and terminals. */
const wordsOfSystemError: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder. Check its path, or connect its drive.',
  ENOTDIR: 'it is a file, or in one. Name a folder.',
  EACCES: 'you have no permission. Change its permissions, or name another folder.',
  EPERM: 'you have no permission. Change its permissions, or name another folder.',
  EROFS: 'its drive is read-only. Name another folder.',
};

/** Returns the AppError for a known system error while writing under `folder`. Any other error stays as it is. */
export function folderErrorOf(error: unknown, folder: string): unknown {
  if (error instanceof AppError) return error;
  const reason = systemCodeOf(error);
  const code = codeOfSystemError[reason];
  if (!code) return error;
  const words = wordsOfSystemError[reason] ?? `${reason}.`;
  return new AppError(code, `${folder} cannot be used: ${words}`, {
    details: { path: folder, reason },
    cause: error,
  });
}

/**
 * Returns the AppError for a failure while writing one file into `folder`. Unlike for a delivery folder, nothing waits,
 * since the user can choose another place. An `AppError` that is not about the folder stays as it is.
 */
export function fileErrorOf(error: unknown, folder: string): unknown {
  const known = folderErrorOf(error, folder);
  if (!(known instanceof AppError) || needsOf(known) !== 'folder') return known;
  return new AppError('file_not_written', known.message, { details: known.details, cause: known });
}
