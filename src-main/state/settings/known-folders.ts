import { lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import { folderErrorOf, systemCodeOf } from '../../foundation/files/folder-errors.ts';
import type { SettingsRepository } from '../settings-repository.ts';
import { DriveAnswers } from './drive-answers.ts';
import { ensureFolderMarker, readFolderMarker } from './folder-marker.ts';

/** Identity of a folder when it was chosen. Numbers are text, because some inodes exceed JavaScript's safe integers. */
const identitySchema = z.object({
  /** Null where no marker could be written; then the system's numbers decide. */
  folderId: z.string().nullable(),
  device: z.string(),
  inode: z.string(),
  bornAtNs: z.string(),
  isLink: z.boolean(),
});
type Identity = z.infer<typeof identitySchema>;
const identitiesSchema = z.record(z.string(), identitySchema);

type FolderSettings = Pick<SettingsRepository, 'read' | 'write'>;

const maxKnown = 50;
/** Error codes for a folder on an unresponsive drive or server. */
const awayCodes = new Set(['EIO', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTCONN', 'ETIMEDOUT', 'UNKNOWN']);

/**
 * Remembers the identity of delivery folders when they were chosen or first used. A path alone is not enough: after a
 * drive is unplugged, its bare mount point or another drive may be at the path. A hidden marker file distinguishes
 * them, even on network drives, whose device numbers change with every mount.
 */
export class KnownFolders {
  readonly #repository: FolderSettings;
  readonly #mayMark: boolean;
  readonly #key: string;
  readonly #drives: DriveAnswers;

  /**
   * @param deps.key setting that stores the folders.
   * @param deps.mayMark false to write no marker into a folder; an existing marker still counts.
   * @param deps.maxAnswerMs longest wait for a drive's answer.
   */
  constructor(deps: { repository: FolderSettings; mayMark: boolean; key?: string; maxAnswerMs?: number }) {
    this.#repository = deps.repository;
    this.#mayMark = deps.mayMark;
    this.#key = deps.key ?? 'knownFolders';
    this.#drives = new DriveAnswers({ maxMs: deps.maxAnswerMs });
  }

  /**
   * Accepts the folder now at a path, because the user chose it.
   * @throws AppError `delivery_folder_missing`, `delivery_folder_not_writable`, `disk_full`.
   */
  async remember(path: string): Promise<void> {
    const now = await this.#look(path);
    const folderId = await (this.#mayMark ? ensureFolderMarker(path) : readFolderMarker(path));
    const identity = { ...now, folderId };
    const others = Object.entries(this.#known).filter(([known]) => known !== path);
    this.#repository.write(this.#key, Object.fromEntries([...others.slice(1 - maxKnown), [path, identity]]));
  }

  /**
   * Checks that a folder exists and is the chosen one; remembers an unknown one. Concurrent checks of a folder share one.
   * @throws AppError `delivery_folder_missing` when it is gone or lacks its marker, like the bare mount point of a
   * drive, or its drive does not answer; `delivery_folder_replaced` when another folder is at the path, which the user must choose again;
   * `delivery_folder_not_writable` when it cannot be read.
   */
  async require(path: string): Promise<void> {
    await this.#drives.of(`require ${path}`, path, async () => {
      const known = this.#known[path];
      await (known ? this.#verify(path, known) : this.remember(path));
    });
  }

  /** True when a known folder is gone, cannot be read or was replaced by another. Remembers nothing. */
  async isAnother(path: string): Promise<boolean> {
    const known = this.#known[path];
    if (!known) return false;
    return this.#drives
      .of(`verify ${path}`, path, () => this.#verify(path, known))
      .then(
        () => false,
        () => true,
      );
  }

  /** Returns a known folder's new path if it was renamed in its parent; null with no or several candidates. */
  async findRenamed(path: string): Promise<string | null> {
    const known = this.#known[path];
    if (!known) return null;
    const parent = dirname(path);
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    const marked: string[] = [];
    for (const entry of entries) {
      const place = join(parent, entry.name);
      if (!entry.isDirectory() || place === path) continue;
      const now = await this.#look(place).catch(() => null);
      if (now && isSame(known, now)) return place;
      if (known.folderId !== null && (await readFolderMarker(place).catch(() => null)) === known.folderId)
        marked.push(place);
    }
    return marked.length === 1 ? (marked[0] ?? null) : null;
  }

  async #verify(path: string, known: Identity): Promise<void> {
    const now = await this.#look(path);
    if (now.isLink && !known.isLink) throw replaced(path, 'link');
    if (known.folderId === null) {
      if (!isSame(known, now)) throw replaced(path, 'other_folder');
      return;
    }
    const folderId = await readFolderMarker(path).catch((error: unknown) => {
      throw folderErrorOf(error, path);
    });
    if (folderId === known.folderId) return;
    if (folderId !== null) throw replaced(path, 'other_marker');
    // Only the marker was removed; by the system's numbers the folder is the same.
    if (isSame(known, now)) {
      if (!this.#mayMark) return;
      if ((await ensureFolderMarker(path, known.folderId)) === known.folderId) return;
    }
    throw new AppError('delivery_folder_missing', `${path} has no marker.`, {
      details: { path, reason: 'no_marker' },
    });
  }

  get #known(): Readonly<Record<string, Identity>> {
    return this.#repository.read(this.#key, identitiesSchema) ?? {};
  }

  async #look(path: string): Promise<Omit<Identity, 'folderId'>> {
    try {
      const isLink = (await lstat(path)).isSymbolicLink();
      const facts = await stat(path, { bigint: true });
      if (!facts.isDirectory()) throw missing(path, 'ENOTDIR');
      const { dev, ino, birthtimeNs } = facts;
      return { device: String(dev), inode: String(ino), bornAtNs: String(birthtimeNs), isLink };
    } catch (error) {
      const reason = systemCodeOf(error);
      throw awayCodes.has(reason) ? missing(path, reason) : folderErrorOf(error, path);
    }
  }
}

function isSame(known: Identity, now: Omit<Identity, 'folderId'>): boolean {
  return known.device === now.device && known.inode === now.inode && known.bornAtNs === now.bornAtNs;
}

function missing(path: string, reason: string): AppError {
  return new AppError('delivery_folder_missing', `${path} is not there: ${reason}.`, {
    details: { path, reason },
  });
}

function replaced(path: string, reason: 'link' | 'other_folder' | 'other_marker'): AppError {
  return new AppError('delivery_folder_replaced', `${path} is another folder than the one that was chosen.`, {
    details: { path, reason },
  });
}
