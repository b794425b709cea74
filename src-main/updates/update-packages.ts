import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { AppError } from '../../src-shared/app-error.ts';
import { systemCodeOf } from '../foundation/files/folder-errors.ts';
import { requireFreeSpace } from '../foundation/files/free-space.ts';
import { stopErrorOf } from '../foundation/wait.ts';
import type { Clock, Log, Shell } from '../platform.ts';
import type { DownloadRequest } from '../transfers/download-request.ts';
import type { Downloader } from '../transfers/download.ts';
import type { TransferEngine } from '../transfers/engine/transfer-engine.ts';
import { RetryPolicy } from '../transfers/queue/retry-policy.ts';
import { type Offer, refused, type ReleaseFile } from './release.ts';
import type { UpdateFiles } from './update-files.ts';
import type { UpdateRecord } from './update-record.ts';
import type { VersionedFolder } from './versioned-folder.ts';

/** Estimated ratio of an unpacked app to its archive. */
const guessedGrowth = 5;

export interface UpdatePackagesDeps {
  readonly files: UpdateFiles;
  /** The folder of a program installed from a `.tar.zst`; null for others. */
  readonly folder: VersionedFolder | null;
  readonly record: UpdateRecord;
  readonly downloader: Downloader;
  readonly engine: Pick<TransferEngine, 'hashFile'>;
  readonly shell: Pick<Shell, 'openFile'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The downloaded packages of versions. */
export class UpdatePackages {
  readonly #deps: UpdatePackagesDeps;
  #previousVersion: string | null = null;

  constructor(deps: UpdatePackagesDeps) {
    this.#deps = deps;
  }

  /** True if packages are unpacked beside the running version. */
  get areUnpacked(): boolean {
    return this.#deps.folder !== null;
  }

  /** Lists versions that did not open their first window. Never rejects. */
  async failed(): Promise<string[]> {
    const { folder, log } = this.#deps;
    const failed = folder?.failed().catch((error: unknown) => {
      log.error('The versions of the app could not be listed.', error);
      return [];
    });
    return (await failed) ?? [];
  }

  /** True if a version can be installed: unpacked, or downloaded and as signed. */
  isReady(offer: Offer, signal: AbortSignal): Promise<boolean> {
    const { folder } = this.#deps;
    return folder ? folder.has(offer.release.version) : this.has(offer, signal);
  }

  /** True if the package of a version is here and as signed. Removes one that is not. */
  async has({ release, file }: Offer, signal: AbortSignal): Promise<boolean> {
    const isHere = await this.#isAsSigned(release.version, file.sha256, signal);
    if (isHere) this.#deps.record.keepHash(release.version, file.sha256);
    return isHere;
  }

  /** The version to go back to; null without its package. */
  get previousVersion(): string | null {
    return this.#previousVersion;
  }

  /** As `has`, for the previous version. */
  async hasPrevious(signal: AbortSignal): Promise<boolean> {
    const version = this.#previousVersion;
    if (version === null) return false;
    const isHere = await this.#isAsSigned(version, this.#deps.record.current.hashes[version], signal);
    if (!isHere) this.#previousVersion = null;
    return isHere;
  }

  /** Opens a package with the system's installer. @throws AppError `not_supported_here`. */
  async open(version: string): Promise<void> {
    const { shell, files } = this.#deps;
    await shell.openFile(files.path(version));
  }

  /**
   * Downloads the package of a version and verifies its signed hash. Continues the part of an earlier attempt.
   * @throws AppError as `Downloader`; the signal's reason.
   */
  async download(
    { release: { version }, file }: Offer,
    { signal, onProgress }: Pick<DownloadRequest, 'signal' | 'onProgress'>,
  ): Promise<void> {
    const { downloader, files, record, clock } = this.#deps;
    const { sha256, sizeBytes } = file;
    const { part } = record.current;
    const known = part?.sha256 === sha256 ? part.checkpoint : null;
    const retries = new RetryPolicy({ clock });
    await files.prepare();
    const hasPart = known !== null && (await files.sizeOfPart(file)) >= known.receivedBytes;
    if (!hasPart) await files.removePart(file);
    await downloader.download({
      url: file.url,
      targetPath: files.partPath(file),
      signal,
      onProgress,
      renewUrl: () => Promise.reject(linkGone(file)),
      retry: (error, receivedBytes) => retries.retryInPlace(error, receivedBytes, signal),
      expectedBytes: sizeBytes,
      expectedSha256: sha256,
      wantsHash: true,
      resume: hasPart ? known : null,
      onCheckpoint: (checkpoint) => {
        record.change({ part: { sha256, checkpoint } });
      },
      allowance: () => Promise.resolve(),
    });
    this.#noteWhole(file);
    await files.keep(file, version);
    record.keepHash(version, sha256);
  }

  /**
   * Unpacks a downloaded version beside the others, ready for the switch to it.
   * @throws AppError `disk_full`, `update_refused`; the signal's reason.
   */
  async unpack({ release: { version }, file }: Offer, signal: AbortSignal): Promise<void> {
    const { files, folder } = this.#deps;
    if (folder === null) return;
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

  /** Removes unneeded files. */
  async tidy(wanted: Offer | null): Promise<void> {
    const { files, folder, record } = this.#deps;
    // Before the feed's first answer, as after lost records, any version or package may be the wanted one.
    const isKnown = record.current.checkedAt !== null;
    // The folder of a failed version is the only record of the failure until the state is written.
    if (isKnown && record.writeHeld()) await folder?.tidy(wanted?.release.version ?? null);
    const earlier = await files.earlier();
    this.#previousVersion = earlier[1] ?? null;
    const kept = [...(wanted ? [wanted.release.version] : []), ...earlier];
    record.keepHashesOf(kept);
    if (isKnown) await files.tidy(kept, wanted?.file ?? null);
  }

  async #isAsSigned(version: string, signed: string | undefined, signal: AbortSignal): Promise<boolean> {
    const { files, engine } = this.#deps;
    if (!(await files.has(version))) return false;
    const isSigned = (await engine.hashFile(files.path(version), signal).catch(nullIfLost)) === signed;
    if (!isSigned) await files.remove(version);
    return isSigned;
  }

  /**
   * Records that the part is complete, because Windows may lose a new file name in a crash. If the disk is full, the
   * record is skipped and the package still gets its name.
   */
  #noteWhole({ sha256, sizeBytes }: ReleaseFile): void {
    const { record, log } = this.#deps;
    const checkpoint = { receivedBytes: sizeBytes, validator: null, totalBytes: sizeBytes };
    try {
      record.change({ part: { sha256, checkpoint } });
    } catch (error) {
      log.warn('That a package is whole was not noted.', { error });
    }
  }
}

/** Returns null for a file that the disk can no longer read; other errors may be temporary. */
function nullIfLost(error: unknown): null {
  if (error instanceof AppError && error.details['reason'] === 'EIO') return null;
  throw error;
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
