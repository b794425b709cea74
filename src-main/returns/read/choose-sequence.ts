import { AppError } from '../../../src-shared/app-error.ts';
import { readManifest } from '../../deliveries/version/manifest.ts';
import type { ReturnRecord } from '../../state/return-repository.ts';
import { returnFileAt } from '../watch/return-files.ts';
import { noteReturn, type TakeReturnDeps } from './take-return.ts';

/**
 * Reads a return again by the sequence that the user chose, and stores both.
 * @throws AppError `conflict` for a sequence that was not offered, `not_found` when the file is gone, and as `noteReturn`.
 */
export async function chooseSequence(
  record: ReturnRecord,
  key: string,
  { repository, reader }: Pick<TakeReturnDeps, 'repository' | 'reader'>,
): Promise<ReturnRecord> {
  if (!record.sequences.some((one) => one.key === key))
    throw new AppError('conflict', 'The document does not offer this sequence.');
  const { path, relativePath, versionFolder: folder } = record;
  const manifest = await readManifest(folder);
  const file = await returnFileAt(path, relativePath).catch(() => null);
  if (!file || manifest === null)
    throw new AppError('not_found', 'The returned file is not there.', { details: { path } });
  repository.put({
    ...record,
    sequence: key,
    sequences: [],
    state: 'settling',
    error: null,
    fingerprint: null,
  });
  const { deliveryId, connectionId, projectId, projectTitle } = record;
  const version = { deliveryId, connectionId, projectId, projectTitle, folder };
  return noteReturn(file, { version, manifest }, { repository, reader });
}
