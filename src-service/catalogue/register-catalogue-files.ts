import path from 'node:path';
import type { Clock } from '../clock.ts';
import { mediaLinkExpiry } from '../link-lifetimes.ts';
import type { ServiceDatabase } from '../store/database/service-database.ts';
import { sizeOfFile } from '../store/disk/durable-files.ts';
import type { ShippedFiles } from '../store/disk/file-store.ts';
import type { FileRepository } from '../store/records/file-repository.ts';
import { madeFile, type ReadySource } from '../store/records/made-file.ts';
import { catalogueTeamId, emptySources, type StoredFile } from '../store/records/stored-file.ts';
import { builtInEntities } from './built-in/built-in-entities.ts';
import type { CataloguePicture } from './built-in/built-in-entity.ts';

/** Makes the pictures of the built-in catalogue available to the file store. */
export function shippedPictures(folder: string): ShippedFiles {
  return { folder, fileIds: new Set(builtInEntities.map(({ picture }) => picture.fileId)) };
}

interface RegisterDeps {
  readonly database: ServiceDatabase;
  readonly files: FileRepository;
  readonly clock: Clock;
}

/**
 * Gives the pictures of the built-in catalogue file records, like any other file. Links are signed when read; the bytes
 * stay in the app's own folder. Running it again at each start changes only the links.
 */
export async function registerCatalogueFiles(deps: RegisterDeps, folder: string): Promise<void> {
  const pictures = builtInEntities.map(({ picture }) => picture);
  const records = await Promise.all(pictures.map((picture) => recordOf(picture, folder, deps.clock)));
  deps.database.transaction(() => {
    for (const record of records) {
      if (deps.files.find(record.fileId)) deps.files.renewLinks(record.fileId, record.sources);
      else deps.files.insert(record);
    }
  });
}

async function recordOf(picture: CataloguePicture, folder: string, clock: Clock): Promise<StoredFile> {
  const expiresAt = mediaLinkExpiry(clock);
  const sourceOf = async (fileName: string, width: number, height: number): Promise<ReadySource> => {
    const sizeBytes = (await sizeOfFile(path.join(folder, fileName))) ?? 0;
    return { fileName, mimeType: 'image/webp', sizeBytes, width, height, expiresAt };
  };
  const download = await sourceOf(picture.fileName, picture.width, picture.height);
  const thumbnail = await sourceOf(picture.smallFileName, picture.smallWidth, picture.smallHeight);
  const record = madeFile({
    fileId: picture.fileId,
    teamId: catalogueTeamId,
    userId: catalogueTeamId,
    projectId: null,
    shelf: 'standalone',
    scope: 'ENTITY',
    type: 'IMAGE',
    isHidden: false,
    durationSeconds: null,
    displayName: picture.displayName,
    download,
    thumbnail,
    preview: download,
  });
  return download.sizeBytes > 0 ? record : { ...record, sources: emptySources('failed') };
}
