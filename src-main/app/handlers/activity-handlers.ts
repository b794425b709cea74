import type { ServiceJob } from '../../../src-shared/contract/activity.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';
import type { ActivityService } from '../../jobs/activity-service.ts';

type ActivityCalls = Extract<keyof Handlers<AppContract>, `activity.${string}`>;

export function createActivityHandlers(deps: {
  activity: ActivityService;
  /** The job's own connection. @throws AppError `not_found`. */
  jobsOf: (jobId: string) => {
    cancel(jobId: string): Promise<ServiceJob>;
    retry(jobId: string): ServiceJob | Promise<ServiceJob>;
  };
}): Pick<Handlers<AppContract>, ActivityCalls> {
  const { activity, jobsOf } = deps;
  return {
    'activity.list': ({ filter, offset, limit }) => activity.list(filter, offset, limit),
    'activity.parts': ({ deliveryId }) => activity.parts(deliveryId),
    'activity.cancelJob': ({ jobId }) => jobsOf(jobId).cancel(jobId),
    'activity.retryJob': ({ jobId }) => jobsOf(jobId).retry(jobId),
    'activity.clear': ({ filter }) => activity.clear(filter),
    'activity.restore': ({ clearId }) => activity.restore(clearId),
  };
}
