import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFile } from '../media/files/sync-file.ts';

export interface PartCacheDeps {
  readonly folder: string;
  /** Size limit; beyond it the cache removes the least recently used parts. */
  readonly maxBytes: number;
}

/** Parts unused for longer are removed too, because their project may be gone. */
const maxUnusedMs = 30 * 24 * 3_600_000;

/** Everything that the encoding of a part depends on. */
export interface PartIdentity {
  /** All parameters except files; compared as JSON. */
  readonly facts: unknown;
  /** Input files, compared by their bytes and not by name. */
  readonly filePaths: readonly string[];
}

/** A part's path, and whether it exists already. */
export interface HeldPart {
  readonly path: string;
  readonly isThere: boolean;
}

/**
 * Caches encoded scenes and narrations, so that a change in one scene costs only that scene. The key covers everything
 * a part depends on, including the bytes of stills, clips and recordings.
 */
export class PartCache {
  readonly #deps: PartCacheDeps;
  /** Number of renderings that currently hold each part. */
  readonly #uses = new Map<string, number>();

  constructor(deps: PartCacheDeps) {
    this.#deps = deps;
  }

  /** Looks up a part and holds it. The cache keeps it until `letGo`. */
  async hold(identity: PartIdentity): Promise<HeldPart> {
    await mkdir(this.#deps.folder, { recursive: true });
    const name = await nameOf(identity);
    this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
    const path = join(this.#deps.folder, name);
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (isThere) await utimes(path, new Date(), new Date());
    return { path, isThere };
  }

  /**
   * Moves a part encoded elsewhere on the same volume into the cache; complete or absent, even after a power failure.
   */
  async add(encodedPath: string, path: string): Promise<void> {
    await syncFile(encodedPath);
    await rename(encodedPath, path);
  }

  /** Releases held parts. Removes parts unused for too long, and the least recently used ones beyond the size limit. */
  async letGo(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const name = path.slice(this.#deps.folder.length + 1);
      const uses = (this.#uses.get(name) ?? 1) - 1;
      if (uses > 0) this.#uses.set(name, uses);
      else this.#uses.delete(name);
    }
    await this.#dropOldest();
  }

  async #dropOldest(): Promise<void> {
    const names = await readdir(this.#deps.folder).catch(() => []);
    const parts = await Promise.all(names.map(async (name) => ({ name, ...(await this.#sizeAndAge(name)) })));
    let kept = 0;
    for (const part of parts.toSorted((left, right) => right.usedAtMs - left.usedAtMs)) {
      kept += part.sizeBytes;
      const isOld = Date.now() - part.usedAtMs > maxUnusedMs;
      if ((isOld || kept > this.#deps.maxBytes) && !this.#uses.has(part.name)) {
        await rm(join(this.#deps.folder, part.name), { force: true });
      }
    }
  }

  async #sizeAndAge(name: string): Promise<{ sizeBytes: number; usedAtMs: number }> {
    const facts = await stat(join(this.#deps.folder, name)).catch(() => null);
    return { sizeBytes: facts?.size ?? 0, usedAtMs: facts?.mtimeMs ?? 0 };
  }
}

async function nameOf({ facts, filePaths }: PartIdentity): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const path of filePaths) {
    const bytes = createHash('sha256');
    // Ignores a missing file; the task that needs the file reports it.
    await pipeline(createReadStream(path), bytes).catch(() => undefined);
    hash.update(bytes.digest());
  }
  return hash.digest('hex');
}
