import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { AppError } from '../../src-shared/app-error.ts';
import { systemCodeOf } from '../foundation/folder-errors.ts';
import { requireFreeSpace } from '../foundation/free-space.ts';
import { stopErrorOf } from '../foundation/wait.ts';
import type { Clock, Log } from '../platform.ts';
import type { DownloadCheckpoint } from '../state/transfer-repository.ts';
import type { DownloadRequest } from '../transfers/download-request.ts';
import type { Downloader } from '../transfers/download.ts';
import { RetryPolicy } from '../transfers/queue/retry-policy.ts';
import { refused, type ReleaseFile } from './release.ts';
import type { UpdateFiles } from './update-files.ts';
import type { VersionedFolder } from './versioned-folder.ts';

/** Estimated ratio of an unpacked app to its archive. */
const guessedGrowth = 5;

interface PackageDeps {
  readonly downloader: Downloader;
  readonly files: UpdateFiles;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PackageOrder {
  readonly file: ReleaseFile;
  readonly version: string;
  /** Position of an earlier attempt; null when there was none. */
  readonly checkpoint: DownloadCheckpoint | null;
  readonly onCheckpoint: (checkpoint: DownloadCheckpoint) => void;
  readonly onProgress: DownloadRequest['onProgress'];
  readonly signal: AbortSignal;
}

/**
 * Downloads the package of a version and verifies its signed hash. Continues the part of an earlier attempt.
 * @throws AppError as `Downloader`; the signal's reason.
 */
export async function downloadPackage(deps: PackageDeps, order: PackageOrder): Promise<void> {
  const { downloader, files, clock } = deps;
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
  noteWhole(deps, order);
  await files.keep(file, version);
}

/**
 * Records that the part is complete, because Windows may lose a new file name in a crash. If the disk is full, the
 * record is skipped and the package still gets its name.
 */
function noteWhole({ log }: PackageDeps, { file, onCheckpoint }: PackageOrder): void {
  try {
    onCheckpoint({ receivedBytes: file.sizeBytes, validator: null, totalBytes: file.sizeBytes });
  } catch (error) {
    log.warn('That a package is whole was not noted.', { error });
  }
}

/**
 * Unpacks a downloaded version beside the others, ready for the switch to it.
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

/**
 * Unpacks a verified `.tar.zst` into a folder with the system's `tar`.
 * @throws AppError `disk_full`, `update_refused` with `reason` `content`; the signal's reason.
 */
async function unpackArchive(path: string, folder: string, signal: AbortSignal): Promise<void> {
  // Node has zstd since 22.15. Older ones, and Electron up to 35, use the `zstd` program that unpacked the first
  // install.
  const isInNode = 'createZstdDecompress' in zlib;
  const source = isInNode ? ['--file=-'] : [`--file=${path}`, '--use-compress-program=zstd'];
  const child = spawn('tar', ['--extract', '--no-same-owner', `--directory=${folder}`, ...source], {
    env: { ...process.env, LC_ALL: 'C' },
    signal,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const words = buffer(child.stderr);
  const fed = isInNode
    ? pipeline(createReadStream(path), zlib.createZstdDecompress(), child.stdin)
    : Promise.resolve(child.stdin.end());
  const [code, , said] = await Promise.all([ended, fed.catch(unlessClosed), words]).catch(
    (error: unknown): never => {
      if (signal.aborted) throw stopErrorOf(signal);
      throw refused('content', 'The archive could not be unpacked.', error);
    },
  );
  if (code === 0) return;
  const text = said.toString('utf8').slice(0, 2_000);
  if (/No space left|Disk quota/.test(text))
    throw new AppError('disk_full', 'There is no room to unpack the update.', { details: { path: folder } });
  throw refused('content', `The archive could not be unpacked: ${text}`);
}

/** Ignores a closed pipe: `tar` may exit before it has read the end of the archive; its exit code decides. */
function unlessClosed(error: unknown): void {
  const code = systemCodeOf(error) ?? '';
  if (!['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)) throw error;
}
