import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { linkFile, publishFile, syncFolder } from './durable-files.ts';

/** The bytes of files: a private folder per file id, spread over folders named by the id's last two characters. */
export class FileStore {
  readonly #folder: DataFolder;

  constructor(deps: { folder: DataFolder }) {
    this.#folder = deps.folder;
  }

  #folderOf(fileId: string): string {
    return path.join(this.#folder.filesPath, fileId.slice(-2), fileId);
  }

  pathOf(fileId: string, fileName: string): string {
    return path.join(this.#folderOf(fileId), fileName);
  }

  /** A name nothing has yet, on the same volume as the files. */
  temporaryPath(): string {
    return path.join(this.#folder.temporaryPath, randomBytes(12).toString('hex'));
  }

  async #makeFolder(fileId: string): Promise<void> {
    const folder = this.#folderOf(fileId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(path.dirname(folder));
  }

  /** Moves a whole temporary file in. */
  async publish(fileId: string, fileName: string, temporaryPath: string): Promise<void> {
    await this.#makeFolder(fileId);
    await chmod(temporaryPath, 0o600);
    await publishFile(temporaryPath, this.pathOf(fileId, fileName));
  }

  /** Takes a file of a job's work folder in and leaves it there too, so that the job can be resumed. */
  async adopt(fileId: string, fileName: string, sourcePath: string): Promise<void> {
    await this.#makeFolder(fileId);
    await chmod(sourcePath, 0o600);
    await linkFile(sourcePath, this.pathOf(fileId, fileName));
  }

  async remove(fileId: string): Promise<void> {
    await rm(this.#folderOf(fileId), { recursive: true, force: true });
  }

  /** Removes the folders no record speaks of, and everything temporary. Only at start, before any work. */
  async removeOrphans(ownsBytes: (fileId: string) => boolean): Promise<void> {
    for (const name of await readdir(this.#folder.temporaryPath)) {
      await rm(path.join(this.#folder.temporaryPath, name), { recursive: true, force: true });
    }
    for (const shard of await readdir(this.#folder.filesPath)) {
      const shardPath = path.join(this.#folder.filesPath, shard);
      const names = await readdir(shardPath).catch(() => []);
      for (const name of names) {
        if (name.startsWith('vg_file_') && !ownsBytes(name)) await this.remove(name);
      }
    }
  }
}
