import { rm } from 'node:fs/promises';
import { type MediaEngine, MediaError } from '@dailies/media';
import { mediaLinkExpiry } from '../../link-lifetimes.ts';
import { sizeOfFile } from '../../store/disk/durable-files.ts';
import { readySource, type ReadySource } from '../../store/records/made-file.ts';
import { emptySource, type StoredSource } from '../../store/records/stored-file.ts';
import type { FileJobDeps } from './file-job.ts';

interface MadeRendition {
  readonly fileId: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly madePath: string;
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** Takes another rendition into a file's folder, replacing the remains of an interrupted attempt. */
export async function takeInRendition(
  deps: Pick<FileJobDeps, 'fileStore' | 'clock'>,
  made: MadeRendition,
): Promise<ReadySource> {
  const { fileId, fileName, mimeType, madePath, size } = made;
  await rm(deps.fileStore.pathOf(fileId, fileName), { force: true });
  await deps.fileStore.adopt(fileId, fileName, madePath);
  return {
    fileName,
    mimeType,
    sizeBytes: (await sizeOfFile(madePath)) ?? 0,
    ...(size && { width: size.width, height: size.height }),
    expiresAt: mediaLinkExpiry(deps.clock),
  };
}

/** Size of a freshly made picture in pixels; null if it cannot be read. */
export async function sizeOfPicture(engine: MediaEngine, path: string): Promise<MadeRendition['size']> {
  const facts = await engine.probe(path);
  return facts?.size ?? null;
}

/** Returns a failed source if these bytes give no rendition; the file stays usable without. Throws other errors. */
export async function orFailed(make: () => Promise<ReadySource>): Promise<StoredSource> {
  try {
    return readySource(await make());
  } catch (error) {
    const isOfBytes =
      error instanceof MediaError && error.code !== 'worker_lost' && error.code !== 'disposed';
    const isDiskFull =
      error instanceof MediaError && error.cause !== undefined && error.code === 'encoding_failed';
    if (!isOfBytes || isDiskFull) throw error;
    return emptySource('failed');
  }
}
