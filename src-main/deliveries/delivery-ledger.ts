import { fromErrorBody } from '../../src-shared/app-error.ts';
import { type Delivery, deliverySchema } from '../../src-shared/contract/delivery.ts';
import { needsOf } from '../../src-shared/error-policy.ts';
import type { JobKind, JobLedger } from '../jobs/job-ledger.ts';
import { type DeliveryRecord, isFinishedDelivery } from '../state/delivery-repository.ts';
import { isPassingDownload } from '../transfers/engine/download-errors.ts';
import { noWait } from '../transfers/queue/blockers.ts';

export type DeliveryLedger = JobLedger<DeliveryRecord, Delivery>;

/** What a delivery shows of its present step when nothing of it is done. */
export const freshStep = { ...noWait, progress: 0, bytesPerSecond: null } as const;

export const deliveryKind: JobKind<DeliveryRecord, Delivery> = {
  name: 'delivery',
  idOf: ({ deliveryId }) => deliveryId,
  isFinished: isFinishedDelivery,
  shown: (record) => deliverySchema.parse(record),
  ended: freshStep,
};

/**
 * True for a delivery that failed for no fault of what it received: its downloads are kept for a retry, and a week at
 * most.
 */
export function leavesDownloads({ state, error }: Pick<DeliveryRecord, 'state' | 'error'>): boolean {
  if (state !== 'failed' || error === null) return false;
  const known = fromErrorBody(error);
  const needs = needsOf(known);
  return isPassingDownload(known) || (needs !== null && needs !== 'user');
}

/** The newest have the highest numbers. */
const maxPast = 50;

/** What lies in the trash may be put back, under its own name. */
const versionStates = new Set<DeliveryRecord['state']>(['done', 'trashed']);

/** Names of the versions of a project that are on record, whether they are still there or not. */
export function pastNames(ledger: Pick<DeliveryLedger, 'list'>, projectId: string): string[] {
  const versions = ledger.list(maxPast, projectId).filter(({ state }) => versionStates.has(state));
  return versions.flatMap(({ folderName }) => folderName ?? []);
}
