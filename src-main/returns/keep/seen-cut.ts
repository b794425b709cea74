import { AppError } from '../../../src-shared/app-error.ts';
import type { ReturnChoices } from '../../../src-shared/contract/return.ts';
import type { DeliveryLedger } from '../../deliveries/delivery-ledger.ts';
import { readManifest } from '../../deliveries/version/manifest.ts';
import type { ReturnRecord, ReturnRepository } from '../../state/return-repository.ts';
import type { Description } from '../read/describe-return.ts';
import { changedSince, type SeenReturn } from '../read/returned-cut.ts';
import { findNewestCut, findVersionOf, type StandingVersion } from './standing-version.ts';
import type { EditToUpdate } from './update-edit.ts';

/** What was made of a returned cut, or its present edits where they are not those that the user has seen. */
export type OfSeenCut<Result> = { readonly result: Result } | { readonly newEdits: Description };

/**
 * Has the cut of a return read again, with the edits that the user has seen.
 * @throws AppError `conflict` when the return was described again meanwhile, or has other edits now, which are stored
 * then; and the errors of `read`.
 */
export async function readSeenCut<Result>(
  record: ReturnRecord,
  repository: Pick<ReturnRepository, 'get' | 'partsOf' | 'putWhole'>,
  read: (seen: SeenReturn) => Promise<OfSeenCut<Result>>,
): Promise<Result> {
  const { returnId, path } = record;
  const found = await read({ record, seenEdits: repository.partsOf(returnId).edits });
  const now = repository.get(returnId);
  // The file was saved and described again during this reading.
  if (now?.fingerprint !== record.fingerprint) throw changedSince({ path });
  if ('result' in found) return found.result;
  const { parts, ...described } = found.newEdits;
  repository.putWhole({ ...now, ...described }, parts);
  throw new AppError('conflict', 'The changes of the returned file are not those described.', {
    details: { path, reason: 'read_again' },
  });
}

/** Finds the versions that the update of an edit needs. */
export async function findForUpdate(
  record: ReturnRecord,
  choices: ReturnChoices,
  ledger: Pick<DeliveryLedger, 'list'>,
): Promise<Omit<EditToUpdate, keyof SeenReturn>> {
  return { choices, newCut: await findNewestCut(record, ledger), base: await findBase(record, ledger) };
}

async function findBase(
  record: ReturnRecord,
  ledger: Pick<DeliveryLedger, 'list'>,
): Promise<StandingVersion | null> {
  const { versionFolder: path } = record;
  const manifest = await readManifest(path);
  if (manifest === null) return null;
  if (manifest.basedOn === null) return { name: '', path, manifest };
  return findVersionOf(manifest.basedOn, record, ledger);
}
