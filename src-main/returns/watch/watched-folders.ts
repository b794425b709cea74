import { readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import type { WatchedFolder } from '../../../src-shared/contract/return.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import { variableOf } from '../../foundation/environment.ts';
import { isInside } from '../../foundation/files/read-foreign-file.ts';
import type { Dialogs } from '../../platform.ts';
import type { KnownFolders } from '../../state/settings/known-folders.ts';
import { isSystemPlace } from '../../state/settings/typed-folder.ts';
import type { SettingsRepository } from '../../state/settings-repository.ts';

export interface WatchedFoldersDeps {
  /** Null where no folder can be chosen. */
  readonly dialogs: Pick<Dialogs, 'chooseFolder'> | null;
  readonly repository: Pick<SettingsRepository, 'read' | 'write'>;
  /** Known folders of the user, which get no marker. */
  readonly known: Pick<KnownFolders, 'require' | 'remember' | 'findRenamed'>;
  readonly text: TextOf;
  readonly deliveryFolder: () => string | null;
  readonly onChange: (folders: WatchedFolder[]) => void;
}

const key = 'watchedFolders';
const pathsSchema = z.array(z.string());
/** Folders of programs, and folders where drives are mounted. */
const wideFolders = [
  '/usr',
  '/etc',
  '/var',
  '/bin',
  '/lib',
  '/opt',
  '/boot',
  '/run',
  '/media',
  '/mnt',
  '/System',
  '/Library',
  '/Applications',
  '/private',
  '/Volumes',
];

/** The user's own folders that are watched for returns. The app never writes there. */
export class WatchedFolders {
  readonly #deps: WatchedFoldersDeps;
  readonly #states = new Map<string, WatchedFolder['state']>();

  constructor(deps: WatchedFoldersDeps) {
    this.#deps = deps;
  }

  /** Returns the paths in the order in which they were added. */
  paths(): string[] {
    return this.#deps.repository.read(key, pathsSchema) ?? [];
  }

  list(): WatchedFolder[] {
    return this.paths().map((path) => ({ path, state: this.#states.get(path) ?? 'watching' }));
  }

  /**
   * Adds a folder from the native chooser; nothing changes when the user cancels.
   * @throws AppError `not_supported_here` without a chooser; `folder_not_watchable` for a folder that is too wide, and
   * with `reason` `watched`, `delivery` or `unreadable`.
   */
  async add(): Promise<WatchedFolder[]> {
    const { dialogs, text } = this.#deps;
    if (!dialogs) throw new AppError('not_supported_here', 'There is no folder chooser here.');
    const path = await dialogs.chooseFolder(text('dialog.watch'), this.paths().at(-1) ?? null);
    if (path === null) return this.list();
    await this.#require(path);
    return this.#keep([...this.paths(), path]);
  }

  /** Removes a folder; its returns stay. */
  remove(path: string): WatchedFolder[] {
    this.#states.delete(path);
    return this.#keep(this.paths().filter((each) => each !== path));
  }

  /** Notes the state of a folder at the last scan. */
  note(path: string, state: WatchedFolder['state']): void {
    const before = this.#states.get(path) ?? 'watching';
    this.#states.set(path, state);
    if (before !== state) this.#deps.onChange(this.list());
  }

  /**
   * Remembers the identity of an existing folder; follows a missing one to its new path if it was renamed.
   * @param state of the folder at the last scan.
   */
  async follow(path: string, state: WatchedFolder['state']): Promise<void> {
    const { known } = this.#deps;
    if (state === 'watching')
      await known.require(path).catch(() => known.remember(path).catch(() => undefined));
    const renamed = state === 'missing' ? await known.findRenamed(path) : null;
    if (renamed === null || !this.paths().includes(path) || this.paths().includes(renamed)) return;
    this.#states.delete(path);
    this.#keep(this.paths().map((each) => (each === path ? renamed : each)));
  }

  #keep(paths: readonly string[]): WatchedFolder[] {
    this.#deps.repository.write(key, paths);
    const folders = this.list();
    this.#deps.onChange(folders);
    return folders;
  }

  async #require(path: string): Promise<void> {
    const place = await realPath(path);
    if (await isTooWide(place)) throw refused(path);
    const delivery = this.#deps.deliveryFolder();
    if (delivery !== null && isWithin(place, await realPath(delivery))) throw refused(path, 'delivery');
    for (const other of await Promise.all(this.paths().map(realPath)))
      if (isWithin(place, other) || isInside(other, place)) throw refused(path, 'watched');
    await readdir(place).catch(() => {
      throw refused(path, 'unreadable');
    });
  }
}

/** Returns the real path; the path itself where nothing exists. */
function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || isInside(path, folder);
}

async function isTooWide(place: string): Promise<boolean> {
  if (place === parse(place).root || isSystemPlace(place) || wideFolders.includes(place)) return true;
  const programs = ['SystemRoot', 'ProgramFiles', 'ProgramFiles(x86)', 'ProgramData']
    .map((name) => variableOf(process.env, name))
    .filter((folder) => folder !== undefined);
  return isWithin(await realPath(homedir()), place) || programs.some((folder) => isWithin(place, folder));
}

function refused(path: string, reason?: 'watched' | 'delivery' | 'unreadable'): AppError {
  return new AppError('folder_not_watchable', `${path} cannot be watched.`, {
    details: { path, ...(reason !== undefined && { reason }) },
  });
}
