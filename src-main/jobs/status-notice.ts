import type { ReportedJobStatus } from '../../src-shared/api/common.ts';
import type { ErrorBody } from '../../src-shared/app-error.ts';

/**
 * Returns a notice for a job status that this version of the app does not know; null for a known one. The app keeps
 * following the job, because it cannot know whether it has ended.
 */
export function noticeOfStatus(status: ReportedJobStatus): ErrorBody | null {
  if (status !== 'unrecognised') return null;
  return {
    code: 'service_answer_unreadable',
    message: 'The service tells a status of the job that this version of the app does not know.',
    details: { reason: 'unknown_status' },
  };
}
