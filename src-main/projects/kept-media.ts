import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isThere } from '../foundation/files/is-there.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import type { Log } from '../platform.ts';

export interface KeptMediaDeps {
  /** Of the app's own. */
  readonly folder: string;
  readonly limitBytes: () => number;
  readonly log: Log;
}

/**
 * Files of the service that were read once, by the ids of `elementOf`, so that cuts play without the service; and
 * proxies of files that the page cannot play.
 */
export class KeptMedia {
  readonly #deps: KeptMediaDeps;
  #clearing = Promise.resolve();

  constructor(deps: KeptMediaDeps) {
    this.#deps = deps;
  }

  /** Returns the path of a kept file; null if it is not kept. */
  async pathOf(element: string): Promise<string | null> {
    const path = this.#placeOf(element);
    return (await isThere(path)) ? path : null;
  }

  /** Returns the ids of all kept files. */
  async elements(): Promise<ReadonlySet<string>> {
    return new Set(await readdir(this.#deps.folder).catch(() => []));
  }

  /**
   * Passes the content of a file on, and keeps the file when it has been read to its end. One that cannot be kept is
   * passed on all the same.
   * @param sizeBytes of the whole file.
   */
  keep(element: string, content: Readable, sizeBytes: number): Readable {
    if (sizeBytes > this.#deps.limitBytes()) return content;
    return Readable.from(this.#passOn(element, content, sizeBytes), { objectMode: false });
  }

  /**
   * Keeps a file of another kind.
   * @param write makes the file at the path it gets, and has it on the disk when it resolves.
   * @throws as `write`, and the system's error.
   */
  async make(name: string, write: (path: string) => Promise<unknown>): Promise<void> {
    const path = this.#placeOf(name);
    const part = `${path}-${randomUUID()}`;
    await mkdir(this.#deps.folder, { recursive: true, mode: 0o700 });
    try {
      await write(part);
      await rename(part, path);
    } catch (error) {
      await removeTree(part);
      throw error;
    }
    await this.clear();
  }

  /** Removes the files that were kept first, until the others are within the limit. Never rejects. */
  clear(): Promise<void> {
    this.#clearing = this.#clearing
      .then(() => this.#clear())
      .catch((error: unknown) => {
        this.#deps.log.warn('Kept media could not be cleared.', { error });
      });
    return this.#clearing;
  }

  async *#passOn(element: string, content: Readable, sizeBytes: number): AsyncGenerator<Buffer> {
    const path = this.#placeOf(element);
    // What a crash leaves is cleared like any other file.
    const part = `${path}-${randomUUID()}`;
    const file = await this.#attempt(() => this.#openPart(part));
    let receivedBytes = 0;
    let canWrite = file !== null;
    let isWhole = false;
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        receivedBytes += chunk.length;
        if (file && canWrite) canWrite = (await this.#attempt(() => append(file, chunk))) !== null;
        yield chunk;
      }
      isWhole = canWrite && receivedBytes === sizeBytes;
    } finally {
      content.destroy();
      if (file) await this.#attempt(() => settle(file, part, isWhole ? path : null));
    }
    await this.clear();
  }

  async #clear(): Promise<void> {
    const { folder, limitBytes } = this.#deps;
    const names = await readdir(folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        // A part may have been named or removed meanwhile.
        const facts = await stat(path).catch(() => null);
        return facts ? [{ path, size: facts.size, mtimeMs: facts.mtimeMs }] : [];
      }),
    );
    let leftBytes = limitBytes();
    for (const { path, size } of files.flat().toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
      leftBytes -= size;
      if (leftBytes < 0) await removeTree(path);
    }
  }

  async #openPart(path: string): Promise<FileHandle> {
    await mkdir(this.#deps.folder, { recursive: true, mode: 0o700 });
    return open(path, 'wx', 0o600);
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      this.#deps.log.warn('A media file could not be kept.', { error });
      return null;
    }
  }

  #placeOf(element: string): string {
    return join(this.#deps.folder, element);
  }
}

async function append(file: FileHandle, chunk: Buffer): Promise<true> {
  await file.appendFile(chunk);
  return true;
}

/** Gives a part its name if it is whole, else removes it. */
async function settle(file: FileHandle, part: string, path: string | null): Promise<void> {
  if (path !== null) await file.sync();
  await file.close();
  await (path === null ? removeTree(part) : rename(part, path));
}
