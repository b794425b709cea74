import { z } from 'zod';

/**
 * Every failure that a user may see. The list is closed: a new cause gets a code here and its texts in
 * `present-error.ts`.
 */
export const errorCodes = [
  'invalid_input',
  'not_found',
  'conflict',
  'cancelled',
  'not_supported_here',
  'service_unreachable',
  'service_stopped',
  'service_refused',
  'service_failed',
  'service_answer_unreadable',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'insufficient_credits',
  'generation_failed',
  'file_unreadable',
  'file_type_unsupported',
  'script_empty',
  'script_too_long',
  'script_not_speakable',
  'delivery_folder_unset',
  'delivery_folder_missing',
  'delivery_folder_not_writable',
  'delivery_folder_replaced',
  'disk_full',
  'path_too_long',
  'download_failed',
  'download_incomplete',
  'bundle_unsafe',
  'bundle_corrupt',
  'document_unreadable',
  'keychain_locked',
  'keychain_unavailable',
  'keychain_denied',
  'service_address_invalid',
  'signed_out',
  'sign_in_failed',
  'sign_in_refused',
  'sign_in_expired',
  'browser_not_opened',
  'editor_not_started',
  'not_trashed',
  'file_not_written',
  'program_unusable',
  'return_unmatched',
  'folder_not_watchable',
  'network_sign_in',
  'start_unconfirmed',
  'state_unreadable',
  'update_failed',
  'update_refused',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Facts for the message shown to the user (names, sizes, limits). Never a token, a signed URL or a stack. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** The only error type that crosses module and process boundaries. Any other thrown value is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  /** @param message for logs and "Copy details"; the user sees texts made from `code` and `details`. */
  constructor(code: ErrorCode, message: string, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** Serialised form of an error, used between processes and in the job ledger. */
export const errorBodySchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Converts an error to data. Anything but an `AppError` becomes `internal` and hides its text from the user. */
export function toErrorBody(error: unknown): ErrorBody {
  if (error instanceof AppError) return { code: error.code, message: error.message, details: error.details };
  return { code: 'internal', message: 'An unexpected error, see the log.', details: {} };
}

/** Rebuilds the `AppError` from an `ErrorBody`. */
export function fromErrorBody(body: ErrorBody): AppError {
  return new AppError(body.code, body.message, { details: body.details });
}
