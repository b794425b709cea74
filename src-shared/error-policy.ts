import { AppError, type ErrorCode } from './app-error.ts';

/**
 * Condition that must change before the same work can succeed. `service`: a fault of the service or its storage, often
 * temporary. `rate_window`: the next window of its rate limit. `user`: an action of the user. Null: nothing helps.
 */
type Need = 'network' | 'sign_in' | 'rate_window' | 'service' | 'space' | 'folder' | 'user' | null;

/** What the user can do about an error with one click, if the screen that shows it offers it. */
export type Remedy = 'retry' | 'choose_folder' | 'none';

export interface ErrorPolicy {
  readonly needs: Need;
  readonly remedy: Remedy;
}

/** Policy of every error code, for all callers. */
export const errorPolicy: Readonly<Record<ErrorCode, ErrorPolicy>> = {
  invalid_input: { needs: 'user', remedy: 'none' },
  not_found: { needs: null, remedy: 'none' },
  conflict: { needs: 'user', remedy: 'retry' },
  cancelled: { needs: null, remedy: 'retry' },
  not_supported_here: { needs: null, remedy: 'none' },
  service_unreachable: { needs: 'network', remedy: 'retry' },
  service_stopped: { needs: 'network', remedy: 'retry' },
  service_refused: { needs: null, remedy: 'none' },
  service_failed: { needs: 'service', remedy: 'retry' },
  service_answer_unreadable: { needs: 'service', remedy: 'retry' },
  unauthorized: { needs: 'sign_in', remedy: 'none' },
  forbidden: { needs: null, remedy: 'none' },
  rate_limited: { needs: 'rate_window', remedy: 'retry' },
  insufficient_credits: { needs: 'user', remedy: 'none' },
  generation_failed: { needs: 'user', remedy: 'retry' },
  file_unreadable: { needs: 'user', remedy: 'none' },
  file_type_unsupported: { needs: 'user', remedy: 'none' },
  script_empty: { needs: 'user', remedy: 'none' },
  script_too_long: { needs: 'user', remedy: 'none' },
  script_not_speakable: { needs: 'user', remedy: 'none' },
  delivery_folder_unset: { needs: 'user', remedy: 'choose_folder' },
  delivery_folder_missing: { needs: 'folder', remedy: 'choose_folder' },
  delivery_folder_not_writable: { needs: 'folder', remedy: 'choose_folder' },
  delivery_folder_replaced: { needs: 'folder', remedy: 'choose_folder' },
  disk_full: { needs: 'space', remedy: 'choose_folder' },
  path_too_long: { needs: 'user', remedy: 'choose_folder' },
  download_failed: { needs: 'user', remedy: 'retry' },
  download_incomplete: { needs: 'user', remedy: 'retry' },
  bundle_unsafe: { needs: 'user', remedy: 'none' },
  bundle_corrupt: { needs: 'user', remedy: 'retry' },
  document_unreadable: { needs: 'user', remedy: 'none' },
  keychain_locked: { needs: 'sign_in', remedy: 'retry' },
  keychain_unavailable: { needs: 'sign_in', remedy: 'retry' },
  keychain_denied: { needs: 'sign_in', remedy: 'retry' },
  service_address_invalid: { needs: 'user', remedy: 'none' },
  signed_out: { needs: 'sign_in', remedy: 'none' },
  sign_in_failed: { needs: 'sign_in', remedy: 'retry' },
  sign_in_refused: { needs: 'sign_in', remedy: 'retry' },
  sign_in_expired: { needs: 'sign_in', remedy: 'retry' },
  browser_not_opened: { needs: 'user', remedy: 'retry' },
  editor_not_started: { needs: 'user', remedy: 'retry' },
  not_trashed: { needs: 'user', remedy: 'retry' },
  file_not_written: { needs: 'user', remedy: 'retry' },
  program_unusable: { needs: 'user', remedy: 'none' },
  return_unmatched: { needs: 'user', remedy: 'none' },
  folder_not_watchable: { needs: 'user', remedy: 'none' },
  network_sign_in: { needs: 'network', remedy: 'retry' },
  start_unconfirmed: { needs: 'user', remedy: 'retry' },
  state_unreadable: { needs: null, remedy: 'none' },
  update_failed: { needs: 'network', remedy: 'retry' },
  update_refused: { needs: null, remedy: 'retry' },
  internal: { needs: null, remedy: 'retry' },
};

/** Returns the condition that must change before the failed work can succeed; null for a bug too. */
export function needsOf(error: unknown): Need {
  return error instanceof AppError ? errorPolicy[error.code].needs : null;
}

/** True if work waits for a condition instead of failing: the network, the sign-in, the next rate window. */
export function isWaitedFor(error: unknown): boolean {
  const needs = needsOf(error);
  return needs === 'network' || needs === 'sign_in' || needs === 'rate_window';
}

/** True if a retry may succeed without the user. */
export function isPassing(error: unknown): boolean {
  return isWaitedFor(error) || needsOf(error) === 'service';
}

/** True if the service's host did not answer, or answered with a failure. */
export function isHostFailure(error: unknown): boolean {
  return (
    error instanceof AppError && (error.code === 'service_unreachable' || error.code === 'service_failed')
  );
}

const notGiven = new Set<ErrorCode>([
  'not_found',
  'forbidden',
  'service_refused',
  'service_answer_unreadable',
]);

/** True if the service lacks the resource, denies it to this user, or sends it in an unreadable form. */
export function isNotGiven(error: unknown): boolean {
  return error instanceof AppError && notGiven.has(error.code);
}
