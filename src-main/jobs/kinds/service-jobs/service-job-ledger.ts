import { type ServiceJob, serviceJobSchema } from '../../../../src-shared/contract/activity.ts';
import { isFinishedServiceJob, type ServiceJobRecord } from '../../../state/service-job-repository.ts';
import type { JobLedger, LedgerKind } from '../../run/job-ledger.ts';

export type ServiceJobLedger = JobLedger<ServiceJobRecord, ServiceJob>;

/** Tool runs, exports, interchanges, remixes and messages. */
export const serviceJobKind: LedgerKind<ServiceJobRecord, ServiceJob> = {
  name: 'job',
  idOf: ({ jobId }) => jobId,
  isFinished: isFinishedServiceJob,
  shown: (record) => serviceJobSchema.parse({ ...record, copyProjectId: copyOf(record) }),
  ended: { isCancelling: false, isWaiting: false, expectedEndAt: undefined },
  unclear: 'unknown',
  thingOf: ({ kind }) => kind,
};

/**
 * Returns the project of a copy. The service answers a remix with the changed project; one that was not named is a
 * copy.
 */
function copyOf({ kind, parentId, path }: ServiceJobRecord): string | null {
  return kind === 'remix' && parentId !== path['projectId'] ? parentId : null;
}

/** Ids at the service of the newest thousand records. */
export function knownIds(ledger: ServiceJobLedger): Set<string> {
  return new Set(
    ledger
      .list(1_000)
      .flatMap(({ remoteId, remoteIds }) => (remoteId === null ? remoteIds : [remoteId, ...remoteIds])),
  );
}
