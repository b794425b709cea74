import { constants } from 'node:fs';
import { access, mkdir, readdir, readlink, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCodeOf } from '../foundation/files/folder-errors.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import { syncFolder, syncTree } from '../foundation/files/write-durably.ts';
import { refused } from './release.ts';

/**
 * A folder of one user with the app in it, unpacked from a `.tar.zst`:
 *
 *     dailies              the launcher: a script that starts `current`
 *     current, previous    links to `versions/VERSION`
 *     versions/VERSION/    the app; with a file `trial-N` or `trial-N.PID` until it has opened its first window
 *
 * `versions` contains only complete versions, and `current` always points to one. The launcher counts the starts of a
 * version on trial by renaming `trial-2` to `trial-1.PID` and `trial-0.PID`, which needs no room on the disk. It does
 * not count a start while the last counted one still runs, nor one without a window at login. At `trial-0` the launcher
 * renames `previous` to `current`; a version that keeps its `trial-0` has failed.
 */
export class VersionedFolder {
  readonly #root: string;
  /** Name of the running version's folder below `versions`. */
  readonly #running: string;
  readonly #program: string;

  private constructor(root: string, running: string, program: string) {
    this.#root = root;
    this.#running = running;
    this.#program = program;
  }

  /** Finds the folder of a running program; null where it is in no such folder, or in one the user may not write to. */
  static async around(programPath: string): Promise<VersionedFolder | null> {
    try {
      const program = await realpath(programPath);
      const versions = dirname(dirname(program));
      const root = dirname(versions);
      await readlink(join(root, 'current'));
      await access(join(root, basename(program)), constants.X_OK);
      for (const folder of [root, versions]) await access(folder, constants.W_OK);
      const isOne = basename(versions) === 'versions';
      return isOne ? new VersionedFolder(root, basename(dirname(program)), basename(program)) : null;
    } catch {
      return null;
    }
  }

  /** Path that starts the version in use. */
  get launcher(): string {
    return join(this.#root, this.#program);
  }

  /** Folder for unpacking, on the same volume as the versions. */
  get incoming(): string {
    return join(this.#versions, '.incoming');
  }

  /** Creates an empty folder to unpack a version's archive into. */
  async makeIncoming(): Promise<string> {
    await removeTree(this.incoming);
    await mkdir(this.incoming);
    return this.incoming;
  }

  /**
   * Moves a version from the incoming folder, where its archive was unpacked, into `versions`, and puts it on trial.
   * @throws AppError `update_refused` with `reason` `content` when the archive does not contain the version.
   */
  async add(version: string): Promise<void> {
    const [top = ''] = await readdir(this.incoming);
    const unpacked = join(this.incoming, top, 'versions', version);
    try {
      await access(join(unpacked, this.#program), constants.X_OK);
      // A link could point to files that were not unpacked from the archive.
      if ((await realpath(unpacked)) !== join(await realpath(this.incoming), top, 'versions', version))
        throw new Error(`${unpacked} leads elsewhere.`);
    } catch (cause) {
      throw refused('content', 'The archive does not hold the version it was announced with.', cause);
    }
    for (const left of await trialsIn(unpacked)) await rm(join(unpacked, left));
    await writeFile(join(unpacked, 'trial-2'), '');
    await syncTree(unpacked);
    await removeTree(join(this.#versions, version));
    await rename(unpacked, join(this.#versions, version));
    await syncFolder(this.#versions);
    await removeTree(this.incoming);
  }

  /** True if a version exists and has not been started. */
  async has(version: string): Promise<boolean> {
    return (await trialsIn(join(this.#versions, version))).includes('trial-2');
  }

  /** Makes a version the next to start. Keeps the running one to go back to. */
  async switchTo(version: string): Promise<void> {
    await this.#link('previous', this.#running);
    await this.#link('current', version);
  }

  /** Ends the trial of the running version after its first window has opened. */
  async confirm(): Promise<void> {
    const own = join(this.#versions, this.#running);
    for (const trial of await trialsIn(own)) await rm(join(own, trial), { force: true });
  }

  /** Lists versions that the launcher abandoned because they did not open their first window. */
  async failed(): Promise<string[]> {
    const failed: string[] = [];
    for (const version of await this.#list()) {
      const trials = version === this.#running ? [] : await trialsIn(join(this.#versions, version));
      if (trials.some((trial) => trial.startsWith('trial-0'))) failed.push(version);
    }
    return failed;
  }

  /** Removes all versions except the running one, the previous one and `kept`. */
  async tidy(kept: string | null): Promise<void> {
    const inUse = [this.#running, kept, await this.#leadsTo('current'), await this.#leadsTo('previous')];
    for (const version of await this.#list())
      if (!inUse.includes(version)) await removeTree(join(this.#versions, version));
    await removeTree(this.incoming);
  }

  get #versions(): string {
    return join(this.#root, 'versions');
  }

  async #list(): Promise<string[]> {
    const entries = await readdir(this.#versions, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
  }

  async #leadsTo(name: string): Promise<string | null> {
    return readlink(join(this.#root, name)).then(basename, () => null);
  }

  /** Replaces a link in one step, so that it always exists. */
  async #link(name: 'current' | 'previous', version: string): Promise<void> {
    const next = join(this.#root, `.${name}-next`);
    await rm(next, { force: true });
    await symlink(join('versions', version), next);
    await rename(next, join(this.#root, name));
    await syncFolder(this.#root);
  }
}

async function trialsIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^trial-[0-2](?:\.\d+)?$/.test(name));
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
