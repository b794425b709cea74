import type { ReportedJobStatus } from '../../src-shared/api/common.ts';
import type { ErrorBody } from '../../src-shared/app-error.ts';

/**
 * What the user sees while the service reports something of a job that this version of the app does not know; null for
 * a status it knows. The job is followed on: nobody here can tell that it has ended.
 */
export function noticeOfStatus(status: ReportedJobStatus): ErrorBody | null {
  if (status !== 'unrecognised') return null;
  return {
    code: 'service_answer_unreadable',
    message: 'The service tells a status of the job that this version of the app does not know.',
    details: { reason: 'unknown_status' },
  };
}
