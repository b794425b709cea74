import type { JobStanding } from '../store/records/job-repository.ts';

/** The fields every job record shows. */
export function jobFieldsOf({ status, progressPercentage, attemptIndex, error }: JobStanding): JobStanding {
  return { status, progressPercentage, attemptIndex, error };
}
