import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stopErrorOf } from '../concurrency/wait.ts';
import { folderErrorOf } from '../files/folder-errors.ts';
import { type DownloadRequest, ResumableTransfer, type TransferDeps } from './resumable-transfer.ts';

/** Brings one file from the storage into a file of ours, whole or not at all. */
export class Downloader {
  readonly #deps: TransferDeps;

  constructor(deps: TransferDeps) {
    this.#deps = deps;
  }

  /**
   * The size of the file. Interrupted, stalled and expired transfers continue where they were when the storage can
   * prove that it is still the same file, else from the start. A failed download leaves a part that the owner of
   * the folder removes.
   * @throws AppError `download_failed`, `download_incomplete`, `disk_full`, `cancelled`, and others for the folder.
   */
  async download(request: DownloadRequest): Promise<number> {
    const folder = dirname(request.targetPath);
    try {
      const handle = await open(request.targetPath, 'wx', 0o600);
      try {
        return await new ResumableTransfer(this.#deps, request, handle).run();
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (request.signal.aborted) throw stopErrorOf(request.signal);
      throw folderErrorOf(error, folder);
    }
  }
}
