import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DataFolder } from './data-folder.ts';

/** Bytes that no volume stores in less room; enough to write down that a job failed. */
const spare = randomBytes(128 * 1024);

/** Folders for the intermediate files of unfinished jobs, one per job. */
export class WorkFolders {
  readonly #folder: DataFolder;

  constructor(deps: { folder: DataFolder }) {
    this.#folder = deps.folder;
  }

  pathOf(jobId: string): string {
    return path.join(this.#folder.workPath, jobId);
  }

  /** Makes the folder with a spare file in it, so that its removal makes room on a full disk. */
  async make(jobId: string): Promise<string> {
    const folder = this.pathOf(jobId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path.join(folder, 'spare'), spare);
    return folder;
  }

  async remove(jobId: string): Promise<void> {
    await rm(this.pathOf(jobId), { recursive: true, force: true });
  }

  /** Removes the folders of finished jobs. */
  async removeFinished(isUnfinished: (jobId: string) => boolean): Promise<void> {
    for (const name of await readdir(this.#folder.workPath)) {
      if (!isUnfinished(name)) await this.remove(name);
    }
  }
}
