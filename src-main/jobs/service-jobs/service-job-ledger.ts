import { type ServiceJob, serviceJobSchema } from '../../../src-shared/contract/activity.ts';
import { isFinishedServiceJob, type ServiceJobRecord } from '../../state/service-job-repository.ts';
import type { JobKind, JobLedger } from '../job-ledger.ts';

export type ServiceJobLedger = JobLedger<ServiceJobRecord, ServiceJob>;

/** Tool runs, exports, interchanges, remixes and messages. */
export const serviceJobKind: JobKind<ServiceJobRecord, ServiceJob> = {
  name: 'job',
  idOf: ({ jobId }) => jobId,
  isFinished: isFinishedServiceJob,
  shown: (record) => serviceJobSchema.parse(record),
  ended: { isCancelling: false },
};

/** Ids at the service that the newest thousand records have. */
export function knownIds(ledger: ServiceJobLedger): Set<string> {
  return new Set(
    ledger
      .list(1_000)
      .flatMap(({ remoteId, remoteIds }) => (remoteId === null ? remoteIds : [remoteId, ...remoteIds])),
  );
}
