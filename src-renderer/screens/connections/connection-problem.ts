import type { ErrorBody, ErrorCode } from '../../../src-shared/app-error.ts';

/** The field of a connection's form an error is about. */
export type ProblemField = 'address' | 'key';

const fields: Partial<Record<ErrorCode, ProblemField>> = {
  service_address_invalid: 'address',
  service_unreachable: 'address',
  service_failed: 'address',
  service_answer_unreadable: 'address',
  network_sign_in: 'address',
  invalid_input: 'address',
  unauthorized: 'key',
  forbidden: 'key',
};

/** The field an error stands beside; null where it is about none of them. */
export function problemField(error: ErrorBody): ProblemField | null {
  return fields[error.code] ?? null;
}
