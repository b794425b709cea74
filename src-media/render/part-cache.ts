import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface PartCacheDeps {
  readonly folder: string;
  /** When more than this is kept, what was used longest ago goes. */
  readonly maxBytes: number;
}

/** What nobody asked for in so long goes too: the project may be gone. */
const maxUnusedMs = 30 * 24 * 3_600_000;

/** What the encoding of a part depends on. */
export interface PartIdentity {
  /** All of it that is no file; compared as JSON. */
  readonly facts: unknown;
  /** Files whose bytes count, and not their names. */
  readonly filePaths: readonly string[];
}

/** Where a part is, or is to be. */
export interface HeldPart {
  readonly path: string;
  readonly isThere: boolean;
}

/**
 * Keeps encoded scenes and narrations, so that a movie in which one scene was changed costs that scene only. They
 * are found again by all they depend on, the bytes of stills, clips and recordings included.
 */
export class PartCache {
  readonly #deps: PartCacheDeps;
  /** How many renderings need a part just now. */
  readonly #uses = new Map<string, number>();

  constructor(deps: PartCacheDeps) {
    this.#deps = deps;
  }

  /** Looks a part up. What is there, or is added, stays until it is let go. */
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

  /** Takes in a part that was encoded elsewhere on the same volume. It is whole or not there, even after a power cut. */
  async add(encodedPath: string, path: string): Promise<void> {
    const file = await open(encodedPath, 'r+');
    await file.sync().finally(() => file.close());
    await rename(encodedPath, path);
  }

  /** Says that parts are needed no more by who held them, and drops the oldest when there are too many. */
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
    // A file that is missing is found missing by the task that needs it.
    await pipeline(createReadStream(path), bytes).catch(() => undefined);
    hash.update(bytes.digest());
  }
  return hash.digest('hex');
}
