import { chmod, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import semver from 'semver';
import { isThere } from '../foundation/files/is-there.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import { syncFolder } from '../foundation/files/write-durably.ts';
import type { PackageKind } from '../platform.ts';
import type { ReleaseFile } from './release.ts';

/** The download folder: parts named by hash, and verified packages by version. */
export class UpdateFiles {
  readonly #folder: string;
  readonly #kind: PackageKind;
  /** Version of the running app. */
  readonly #running: string;

  constructor(deps: { readonly folder: string; readonly kind: PackageKind; readonly version: string }) {
    this.#folder = deps.folder;
    this.#kind = deps.kind;
    this.#running = deps.version;
  }

  /** Path of an incomplete download. */
  partPath({ sha256 }: ReleaseFile): string {
    return join(this.#folder, `${sha256}.part`);
  }

  /** Path of a package, named as the system's installers expect. */
  path(version: string): string {
    return join(this.#folder, `dailies-${version}.${this.#kind}`);
  }

  /** Creates the folder, private to this user. */
  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await chmod(this.#folder, 0o700);
  }

  async has(version: string): Promise<boolean> {
    return isThere(this.path(version));
  }

  /** Renames a complete, verified part to the package of its version. */
  async keep(file: ReleaseFile, version: string): Promise<void> {
    await rename(this.partPath(file), this.path(version));
    await syncFolder(this.#folder);
  }

  async remove(version: string): Promise<void> {
    await removeTree(this.path(version));
  }

  /** Lists the versions whose packages stay, to go back to: on macOS, the running one and the newest one before it. */
  async earlier(): Promise<string[]> {
    if (this.#kind !== 'dmg') return [];
    const older = (await this.#versions()).filter((one) => semver.lt(one, this.#running));
    return [this.#running, ...semver.rsort(older).slice(0, 1)];
  }

  async removePart(file: ReleaseFile): Promise<void> {
    await removeTree(this.partPath(file));
  }

  /** Returns the size of a part in bytes; 0 without one. */
  async sizeOfPart(file: ReleaseFile): Promise<number> {
    return stat(this.partPath(file)).then(
      ({ size }) => size,
      () => 0,
    );
  }

  /** Removes everything except the packages of some versions and the part of a file. */
  async tidy(versions: readonly string[], file: ReleaseFile | null): Promise<void> {
    const kept = [...versions.map((version) => this.path(version)), file && this.partPath(file)];
    for (const name of await this.#names())
      if (!kept.includes(join(this.#folder, name))) await removeTree(join(this.#folder, name));
  }

  async #versions(): Promise<string[]> {
    const start = 'dailies-';
    const end = `.${this.#kind}`;
    const names = (await this.#names()).filter((name) => name.startsWith(start) && name.endsWith(end));
    return names
      .map((name) => name.slice(start.length, -end.length))
      .filter((version) => semver.valid(version));
  }

  async #names(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }
}
