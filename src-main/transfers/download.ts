import { dirname } from 'node:path';
import { folderErrorOf } from '../foundation/files/folder-errors.ts';
import { stopErrorOf, throwIfStopped } from '../foundation/wait.ts';
import type { DownloadCheckpoint } from '../state/transfer-repository.ts';
import { asFolderFailure } from './checkpointer.ts';
import type { DownloadedFile, DownloadRequest, TransferDeps } from './download-request.ts';
import { openPart } from './part-file.ts';
import { ReceivedPart } from './received-part.ts';
import { ResumableTransfer } from './resumable-transfer.ts';

/** Downloads one file from the storage into a file of ours, completely or not at all. */
export class Downloader {
  readonly #deps: TransferDeps;
  #fallbackCount = 0;

  constructor(deps: TransferDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when the file is complete, checked and on the disk. An interrupted, stalled or expired transfer continues
   * where it was if the storage can prove that the file is still the same, else from the start. A failed or stopped
   * download leaves its part, which the next download continues from the last checkpoint; without a checkpoint, the
   * owner of the folder removes the part.
   * @throws AppError `service_unreachable` when the storage cannot be reached in five tries, `download_failed`,
   * `download_incomplete`, `disk_full`, and others for the folder; the signal's reason.
   */
  async download(request: DownloadRequest): Promise<DownloadedFile> {
    const { signal, targetPath } = request;
    throwIfStopped(signal);
    const onFallback = (url: string, error: unknown): void => {
      this.#fallbackCount += 1;
      const facts = { host: new URL(url).host, count: this.#fallbackCount, error };
      this.#deps.log.warn('A download goes on with the HTTP client of Node.', facts);
    };
    try {
      const part = await this.#openPart(request);
      let hasFailed = true;
      try {
        const file = await new ResumableTransfer({ ...this.#deps, onFallback }, request, part).run();
        hasFailed = false;
        return file;
      } finally {
        await part.close(hasFailed);
      }
    } catch (error) {
      if (signal.aborted) throw stopErrorOf(signal);
      throw asFolderFailure(error, targetPath);
    }
  }

  async #openPart(request: DownloadRequest): Promise<ReceivedPart> {
    const { targetPath, resume, expectedBytes } = request;
    const keptBytes = resume && (isContinuable(resume, expectedBytes) ? resume.receivedBytes : 0);
    try {
      const file = await openPart(targetPath, keptBytes);
      // After the next crash, nothing may count on the bytes that were cut off.
      if (resume && file.keptBytes < resume.receivedBytes) {
        request.onCheckpoint({ receivedBytes: 0, validator: null, totalBytes: expectedBytes });
      }
      return new ReceivedPart(this.#deps, request, file);
    } catch (error) {
      throw folderErrorOf(error, dirname(targetPath));
    }
  }
}

/** True if the part can be used: it is complete, or the storage can send the rest of the same file. */
function isContinuable(
  { receivedBytes, totalBytes, validator }: DownloadCheckpoint,
  expectedBytes: number | null,
): boolean {
  if (totalBytes === null || (expectedBytes !== null && expectedBytes !== totalBytes)) return false;
  return receivedBytes === totalBytes || (validator !== null && receivedBytes < totalBytes);
}
