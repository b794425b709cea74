import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { practiceEdits } from '../../../src-timeline/model/practice-edits.ts';
import { readManifest, returnsFolder } from '../../deliveries/version/manifest.ts';
import { makeDocument } from '../../deliveries/version/version-documents.ts';
import { folderErrorOf } from '../../foundation/files/folder-errors.ts';
import { writeNewFile } from '../../foundation/files/write-durably.ts';
import type { ReturnRecord } from '../../state/return-repository.ts';
import { readDeliveredCut } from '../read/delivered-cut.ts';
import type { FoundVersion } from '../read/find-version.ts';
import { noteReturn, type TakeReturnDeps } from '../read/take-return.ts';
import { practiceFileName, practicePath } from '../return-record.ts';
import { returnFileAt } from '../watch/return-files.ts';

/**
 * Puts an edited copy of the newest version's document among its returns, as an editor would. Keeps an existing one.
 * @throws AppError `not_found` with `reason` `no_version`, `document_unreadable`, and as the file system.
 */
export async function makePracticeReturn(deps: TakeReturnDeps): Promise<ReturnRecord> {
  const found = await newestVersion(deps);
  if (found === null)
    throw new AppError('not_found', 'There is no version to practise with.', {
      details: { reason: 'no_version' },
    });
  const { folder } = found.version;
  const path = join(folder, returnsFolder, practiceFileName);
  if ((await returnFileAt(path, practicePath)) === null) await writeEdited(found, path);
  const file = await returnFileAt(path, practicePath);
  if (file === null)
    throw new AppError('not_found', 'The practice return is not there.', { details: { path } });
  return noteReturn(file, found, deps);
}

/** Deletes the file of a practice return. @throws AppError as the file system. */
export async function removePracticeFile({ path }: ReturnRecord): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    throw folderErrorOf(error, path);
  });
}

async function newestVersion({ versions }: TakeReturnDeps): Promise<FoundVersion | null> {
  for (const version of versions()) {
    const manifest = await readManifest(version.folder);
    // A version with captions only has no cut.
    if (manifest?.deliveryId === version.deliveryId && manifest.sequence !== null)
      return { version, manifest };
  }
  return null;
}

async function writeEdited({ version: { folder }, manifest }: FoundVersion, path: string): Promise<void> {
  const { timeline, sceneStarts } = await readDeliveredCut(folder, manifest);
  const stem = practiceFileName.replace(/\.[^.]+$/, '');
  const made = makeDocument('.fcpxml', practiceEdits(timeline, sceneStarts), { stem, folder });
  if (made === null) throw new Error('A cut has a document.');
  try {
    await mkdir(join(folder, returnsFolder), { recursive: true });
    await writeNewFile(path, made.text);
  } catch (error) {
    throw folderErrorOf(error, folder);
  }
}
