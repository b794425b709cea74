import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../src-shared/app-error.ts';
import { clearUnused } from '../foundation/files/clear-unused.ts';
import {
  fileErrorOf,
  folderErrorOf,
  readFailureOf,
  systemCodeOf,
} from '../foundation/files/folder-errors.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import { unreadable } from '../foundation/files/unreadable.ts';
import type { Clock, Log, Paths } from '../platform.ts';
import type {
  FileGrantRecord,
  FileGrantRepository,
  MaterialRepository,
} from '../state/material-repository.ts';
import type { TransferRepository } from '../state/transfer-repository.ts';

export interface FileGrantsDeps {
  readonly repository: FileGrantRepository;
  readonly materials: MaterialRepository;
  readonly transfers: TransferRepository;
  readonly paths: Paths;
  readonly clock: Clock;
  readonly log: Log;
}

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const maxNameCharacters = 200;

/** Files that the user gave to the app. Main knows their paths, the page only an id for each. */
export class FileGrants {
  readonly #deps: FileGrantsDeps;

  constructor(deps: FileGrantsDeps) {
    this.#deps = deps;
  }

  /**
   * Removes copies in the inbox that nothing refers to any more; keeps one that cannot be removed. Never rejects, as the
   * app can do most of its work without an inbox.
   */
  async start(): Promise<void> {
    try {
      await this.#clearInbox();
    } catch (error) {
      this.#deps.log.warn('The inbox could not be cleared.', { error });
    }
  }

  async #clearInbox(): Promise<void> {
    await this.#makeInbox();
    await clearUnused(this.#inbox, this.#usedPaths(), this.#deps);
  }

  /**
   * Grants a file on this machine; for a link, the file it leads to now.
   * @throws AppError `file_unreadable` when it is not a regular file or cannot be inspected.
   */
  async grantPath(path: string): Promise<string> {
    await requireRegularFile(path);
    const isLink = (await lstat(path)).isSymbolicLink();
    return this.#add({
      path: isLink ? await realpath(path) : path,
      displayName: safeDisplayName(basename(path)),
      isOwned: false,
    });
  }

  /**
   * Grants the app's own copy of arriving bytes, which it keeps in its inbox.
   * @throws AppError `disk_full`, `file_not_written` without an inbox, `file_unreadable` when they end early.
   */
  async grantCopy(displayName: string, content: Readable): Promise<string> {
    const name = safeDisplayName(displayName);
    await this.#makeInbox();
    const extension = /^\.[a-z0-9]{1,10}$/i.test(extname(name)) ? extname(name).toLowerCase() : '';
    const path = join(this.#inbox, `${randomUUID()}${extension}`);
    try {
      await pipeline(content, createWriteStream(`${path}.part`, { flags: 'wx', mode: 0o600 }));
      await rename(`${path}.part`, path);
    } catch (error) {
      await removeTree(`${path}.part`);
      const known = folderErrorOf(error, this.#inbox);
      throw known instanceof AppError ? known : unreadable(name, 'incomplete', error);
    }
    return this.#add({ path, displayName: name, isOwned: true });
  }

  /** @throws AppError `not_found` for an unknown grant, `file_unreadable` when the file is gone. */
  async open(grantId: string): Promise<FileGrantRecord> {
    const grant = this.#deps.repository.get(grantId);
    if (!grant) throw new AppError('not_found', `There is no file grant ${grantId}.`);
    await requireRegularFile(grant.path);
    return grant;
  }

  /** Removes the app's own copy of a file that nothing needs any more. Files of the user are left alone. */
  async release(path: string): Promise<void> {
    if (this.isOwned(path) && !this.#usedPaths().has(path)) await removeTree(path);
  }

  /** True for the app's own copies. */
  isOwned(path: string): boolean {
    return dirname(path) === this.#inbox;
  }

  get #inbox(): string {
    return join(this.#deps.paths.userData, 'inbox');
  }

  /** @throws AppError `disk_full`, `file_not_written`. */
  async #makeInbox(): Promise<void> {
    const path = this.#inbox;
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
    } catch (error) {
      const known = fileErrorOf(error, path);
      if (known instanceof AppError) throw known;
      const reason = systemCodeOf(error);
      throw new AppError('file_not_written', `${path}: ${reason}`, {
        details: { path, reason },
        cause: error,
      });
    }
  }

  #usedPaths(): Set<string> {
    const { materials, transfers } = this.#deps;
    const sent = [...transfers.listUnfinished(), ...transfers.listRetriableUploads()];
    return new Set([
      ...materials
        .list(Number.MAX_SAFE_INTEGER)
        .flatMap(({ path, transcriptPath }) => [path ?? '', transcriptPath ?? '']),
      ...sent.map(({ source }) => source?.path ?? ''),
    ]);
  }

  #add(grant: Pick<FileGrantRecord, 'path' | 'displayName' | 'isOwned'>): string {
    const grantId = randomUUID();
    const createdAt = Math.floor(this.#deps.clock.now() / 1000);
    this.#deps.repository.put({ ...grant, grantId, createdAt });
    return grantId;
  }
}

/** Returns a file's name fit to show and send: its last part, without characters that hide or reverse text. */
function safeDisplayName(name: string): string {
  const lastPart = name.split(/[/\\]/).at(-1) ?? '';
  const clean = lastPart.normalize('NFC').replaceAll(unprintable, '').trim();
  return clean === '' ? 'file' : [...clean].slice(-maxNameCharacters).join('');
}

async function requireRegularFile(path: string): Promise<void> {
  const displayName = basename(path);
  const facts = await stat(path).catch((error: unknown) => {
    throw unreadable(displayName, readFailureOf(error), error);
  });
  if (!facts.isFile()) throw unreadable(displayName, 'not_a_file');
}
