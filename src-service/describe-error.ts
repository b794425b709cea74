import { randomBytes } from 'node:crypto';
import { MediaError, type MediaErrorCode } from '@dailies/media';
import { ApiError, invalidRequest } from './api-error.ts';
import type { ServiceLog } from './service-log.ts';

const sqliteFull = 13;
/** Native media libraries report the system's error only as text. */
const diskFullWords = /No space left on device|Disk quota exceeded|not enough space on the disk/i;

interface Facts {
  readonly code: unknown;
  readonly errcode: unknown;
  readonly statusCode: unknown;
}

function factsOf(error: unknown): Facts {
  const bag: Record<string, unknown> = typeof error === 'object' && error !== null ? { ...error } : {};
  return { code: bag['code'], errcode: bag['errcode'], statusCode: bag['statusCode'] };
}

export const diskFullMessage =
  'The disk the service keeps its files on is full. Free some space and try again.';

/** True for a full disk or an exhausted quota, from any source and at any depth of causes. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = factsOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  if (code === 'ERR_SQLITE_ERROR' && errcode === sqliteFull) return true;
  if (!(error instanceof Error)) return false;
  return diskFullWords.test(error.message) || (error.cause !== undefined && isDiskFull(error.cause));
}

/** Messages for media errors that the caller's input caused. */
const mediaRefusals: Partial<Record<MediaErrorCode, string>> = {
  nothing_to_speak: 'script has nothing in it that can be spoken.',
  unknown_voice: 'voiceId names a voice this computer no longer has.',
  unknown_sound:
    'prompt names no sound that this service makes, such as rain, thunder, applause, a bell, an engine or footsteps.',
  unreadable_media: 'A media file is damaged or of a kind that cannot be read.',
  protected_document: 'The document is protected by a password. Save it without one and upload it again.',
  old_document:
    'The presentation is in the form of old PowerPoint programs (.ppt) or has a password. Save it as .pptx or PDF without one.',
  media_too_large: 'A media file is too large to be read safely.',
};

function mediaRefusal(error: unknown): ApiError | null {
  const message = error instanceof MediaError ? mediaRefusals[error.code] : undefined;
  return message === undefined ? null : new ApiError(400, 'invalid_parameters', message);
}

/** Converts an error of the HTTP framework into one of the API; null for any other error. */
function frameworkRefusal(error: unknown): ApiError | null {
  const { code, statusCode } = factsOf(error);
  if (code === 'ECONNRESET') return invalidRequest('The connection was closed before the request was whole.');
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return null;
  if (statusCode === 413) return new ApiError(413, 'invalid_request', 'The request body is too large.');
  if (statusCode === 415) {
    return new ApiError(415, 'invalid_request', 'The request body must be application/json.');
  }
  if (code === 'FST_ERR_BAD_URL') return invalidRequest('The address of the request cannot be read.');
  return invalidRequest('The request cannot be read.');
}

function foreseenRefusal(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isDiskFull(error)) return new ApiError(507, 'disk_full', diskFullMessage);
  return mediaRefusal(error) ?? frameworkRefusal(error);
}

/** Whether retrying is pointless. Refusals are final, a full disk needs the user, and unexpected errors may pass. */
export function isFinalError(error: unknown): boolean {
  return foreseenRefusal(error) !== null;
}

/**
 * Converts anything thrown into an ApiError; the only place that does. An unexpected error is logged in full under an
 * opaque code that the caller can quote; the caller does not see its text.
 */
export function describeError(error: unknown, log: ServiceLog): ApiError {
  const refusal = foreseenRefusal(error);
  if (refusal) return refusal;
  const internalErrorCode = `err_${randomBytes(8).toString('hex')}`;
  log({ level: 'error', message: 'Unexpected error', internalErrorCode, error });
  const message = 'The service failed unexpectedly. Its log tells more under the internal error code.';
  return new ApiError(500, 'internal_error', message, { internalErrorCode });
}
