import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { linkFile, publishFile, syncFolder } from './durable-files.ts';

/** Files shipped with the app: read from its own folder, never written. */
export interface ShippedFiles {
  readonly folder: string;
  readonly fileIds: ReadonlySet<string>;
}

/** Stores the bytes of files in a private folder per file id, grouped by the id's last two characters. */
export class FileStore {
  readonly #folder: DataFolder;
  readonly #shipped: ShippedFiles;

  constructor(deps: { folder: DataFolder; shipped: ShippedFiles }) {
    this.#folder = deps.folder;
    this.#shipped = deps.shipped;
  }

  #folderOf(fileId: string): string {
    return path.join(this.#folder.filesPath, fileId.slice(-2), fileId);
  }

  pathOf(fileId: string, fileName: string): string {
    if (this.#shipped.fileIds.has(fileId)) return path.join(this.#shipped.folder, fileName);
    return path.join(this.#folderOf(fileId), fileName);
  }

  /** Returns an unused path on the same volume as the files. */
  temporaryPath(): string {
    return path.join(this.#folder.temporaryPath, randomBytes(12).toString('hex'));
  }

  async #makeFolder(fileId: string): Promise<void> {
    const folder = this.#folderOf(fileId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(path.dirname(folder));
  }

  /** Moves a complete temporary file into the store. */
  async publish(fileId: string, fileName: string, temporaryPath: string): Promise<void> {
    await this.#makeFolder(fileId);
    await chmod(temporaryPath, 0o600);
    await publishFile(temporaryPath, this.pathOf(fileId, fileName));
  }

  /**
   * Links a file of a job's work folder into the store. The work folder keeps it too, so that the job can be resumed.
   * Shipped files are copied instead, because an installed app must not be changed and is often read-only.
   */
  async adopt(fileId: string, fileName: string, sourcePath: string): Promise<void> {
    if (sourcePath.startsWith(path.join(this.#shipped.folder, path.sep))) {
      const copyPath = this.temporaryPath();
      await copyFile(sourcePath, copyPath);
      return this.publish(fileId, fileName, copyPath);
    }
    await this.#makeFolder(fileId);
    await chmod(sourcePath, 0o600);
    await linkFile(sourcePath, this.pathOf(fileId, fileName));
  }

  async remove(fileId: string): Promise<void> {
    await rm(this.#folderOf(fileId), { recursive: true, force: true });
  }

  /**
   * Removes old folders without a record. Recent ones stay, because running work stores files before it records them.
   * @param before Unix milliseconds
   */
  async removeOldOrphans(ownsBytes: (fileId: string) => boolean, before: number): Promise<void> {
    for (const shard of await readdir(this.#folder.filesPath)) {
      const names = await readdir(path.join(this.#folder.filesPath, shard)).catch(() => []);
      for (const name of names.filter((known) => known.startsWith('vg_file_') && !ownsBytes(known))) {
        const facts = await stat(this.#folderOf(name)).catch(() => null);
        if (facts && facts.mtimeMs < before) await this.remove(name);
      }
    }
  }

  /** Removes folders without a record and all temporary files. Only call it at start, before any work. */
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
