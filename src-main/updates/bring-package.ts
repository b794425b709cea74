import { dirname } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { requireFreeSpace } from '../foundation/free-space.ts';
import type { Clock } from '../platform.ts';
import type { DownloadCheckpoint } from '../state/transfer-repository.ts';
import type { DownloadRequest } from '../transfers/download-request.ts';
import type { Downloader } from '../transfers/download.ts';
import { RetryPolicy } from '../transfers/queue/retry-policy.ts';
import type { ReleaseFile } from './release.ts';
import { unpackArchive } from './unpack-archive.ts';
import type { UpdateFiles } from './update-files.ts';
import type { VersionedFolder } from './versioned-folder.ts';

/** Unpacked, apps are about so many times larger than their archives. */
const guessedGrowth = 5;

export interface PackageOrder {
  readonly file: ReleaseFile;
  readonly version: string;
  /** How far an earlier attempt came; null when there was none. */
  readonly checkpoint: DownloadCheckpoint | null;
  readonly onCheckpoint: (checkpoint: DownloadCheckpoint) => void;
  readonly onProgress: DownloadRequest['onProgress'];
  readonly signal: AbortSignal;
}

/**
 * Downloads the package of a version and checks it against the hash that was signed. A part of an earlier attempt is
 * gone on with.
 * @throws AppError as `Downloader`; the signal's reason.
 */
export async function downloadPackage(
  { downloader, files, clock }: { downloader: Downloader; files: UpdateFiles; clock: Clock },
  order: PackageOrder,
): Promise<void> {
  const { file, version, checkpoint, signal } = order;
  const retries = new RetryPolicy({ clock });
  await files.prepare();
  const hasPart = checkpoint !== null && (await files.sizeOfPart(file)) >= checkpoint.receivedBytes;
  if (!hasPart) await files.removePart(file);
  await downloader.download({
    ...{ url: file.url, targetPath: files.partPath(file), signal },
    renewUrl: () => Promise.reject(linkGone(file)),
    retry: (error, receivedBytes) => retries.retryInPlace(error, receivedBytes, signal),
    ...{ expectedBytes: file.sizeBytes, expectedSha256: file.sha256, wantsHash: true },
    resume: hasPart ? checkpoint : null,
    ...{ onCheckpoint: order.onCheckpoint, onProgress: order.onProgress },
    allowance: () => Promise.resolve(),
  });
  await files.keep(file, version);
}

/**
 * Puts a downloaded version beside the others, to be switched to.
 * @throws AppError `disk_full`, `update_refused`; the signal's reason.
 */
export async function unpackPackage(
  { files, folder }: { files: UpdateFiles; folder: VersionedFolder },
  { file, version, signal }: Pick<PackageOrder, 'file' | 'version' | 'signal'>,
): Promise<void> {
  const needed = file.installedBytes ?? file.sizeBytes * guessedGrowth;
  await folder.tidy(null);
  await requireFreeSpace(dirname(folder.incoming), needed);
  try {
    await unpackArchive(files.path(version), await folder.makeIncoming(), signal);
    await folder.add(version);
  } catch (error) {
    await folder.tidy(null);
    throw error;
  }
  await files.remove(version);
}

function linkGone({ url }: ReleaseFile): AppError {
  return new AppError('update_failed', 'The package of the update is not where its feed says.', {
    details: { host: new URL(url).host },
  });
}
