import { fromErrorBody } from '../../src-shared/app-error.ts';
import { type Delivery, deliverySchema } from '../../src-shared/contract/delivery.ts';
import { needsOf } from '../../src-shared/error-policy.ts';
import { suffixOfDocument } from '../editors/editor-documents.ts';
import type { JobLedger, LedgerKind } from '../jobs/run/job-ledger.ts';
import { type DeliveryRecord, isFinishedDelivery } from '../state/delivery-repository.ts';
import { isPassingDownload } from '../transfers/engine/download-errors.ts';
import { noWait } from '../transfers/queue/blockers.ts';

export type DeliveryLedger = JobLedger<DeliveryRecord, Delivery>;

/** Values of a delivery's present step before any of it is done. */
export const freshStep = { ...noWait, progress: 0, bytesPerSecond: null } as const;

export const deliveryKind: LedgerKind<DeliveryRecord, Delivery> = {
  name: 'delivery',
  idOf: ({ deliveryId }) => deliveryId,
  isFinished: isFinishedDelivery,
  shown: (record) => deliverySchema.parse(record),
  ended: freshStep,
};

/**
 * True if a delivery failed for a reason other than its received files. Its downloads stay for a retry, a week at most.
 */
export function leavesDownloads({ state, error }: Pick<DeliveryRecord, 'state' | 'error'>): boolean {
  if (state !== 'failed' || error === null) return false;
  const known = fromErrorBody(error);
  const needs = needsOf(known);
  return isPassingDownload(known) || (needs !== null && needs !== 'user');
}

/** Number of recent records to read; the newest have the highest version numbers. */
const maxPast = 50;

/** Trashed versions count: the user may put one back under its own name. */
const versionStates = new Set<DeliveryRecord['state']>(['done', 'trashed']);

/**
 * Names of a project's recorded versions, whether they still exist or not. Their documents have the names that the
 * versions were delivered under, whatever the user renames their folders to.
 */
export function pastNames(ledger: Pick<DeliveryLedger, 'list'>, projectId: string): string[] {
  const versions = ledger.list(maxPast, projectId).filter(({ state }) => versionStates.has(state));
  return versions.flatMap(({ folderName, documentName }) => {
    if (documentName === null) return folderName ?? [];
    const suffix = suffixOfDocument(documentName) ?? '';
    return [folderName ?? [], documentName.slice(0, documentName.length - suffix.length)].flat();
  });
}
