import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Repository with the commits that were fetched from other ones, for reading. */
export class GitRepository {
  readonly #folder: string;

  /** @param folder is created if needed. */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    this.#git('init', '--quiet', '--bare');
  }

  /**
   * Fetches a tag, branch or commit of another repository, with its files and without its history if the server allows.
   * @returns the commit's full name.
   * @throws Error naming the repository if it does not have the revision.
   */
  fetch(url: string, revision: string): string {
    try {
      this.#git('fetch', '--quiet', '--depth', '1', url, revision);
      return this.#git('rev-parse', 'FETCH_HEAD^{commit}').trim();
    } catch {
      return this.#fetchWhole(url, revision);
    }
  }

  /** Not every server sends a single commit by its name. */
  #fetchWhole(url: string, revision: string): string {
    try {
      this.#git('fetch', '--quiet', '--tags', url, '+refs/heads/*:refs/heads/*');
      return this.#git('rev-parse', '--verify', `${revision}^{commit}`).trim();
    } catch (cause) {
      throw new Error(`${url} has no revision ${revision}, or cannot be reached.`, { cause });
    }
  }

  /** Returns the commit of a submodule. @throws Error if there is none. */
  submoduleCommit(commit: string, path: string): string {
    const found = /^160000 commit ([0-9a-f]{40})\t/.exec(this.#git('ls-tree', commit, path))?.[1];
    if (found === undefined) throw new Error(`${commit} has no submodule ${path}.`);
    return found;
  }

  /** Returns the address of a submodule. @throws Error if there is none. */
  submoduleUrl(commit: string, path: string): string {
    const key = `submodule.${path}.url`;
    return this.#git('config', '--blob', `${commit}:.gitmodules`, '--get', key).trim();
  }

  /** Returns the paths of all files below a folder. */
  list(commit: string, folder: string): readonly string[] {
    const names = this.#git('ls-tree', '-r', '-z', '--name-only', commit, `${folder}/`);
    return names.split('\0').filter((name) => name !== '');
  }

  /** Returns the text of a file. @throws Error if there is none. */
  read(commit: string, path: string): string {
    return this.#git('show', `${commit}:${path}`);
  }

  /** Writes the files of a commit into an archive. @param prefix folder inside it, with a slash at its end. */
  archive(commit: string, prefix: string, file: string): void {
    this.#git('archive', '--format=tar.gz', `--prefix=${prefix}`, `--output=${file}`, commit);
  }

  #git(...words: string[]): string {
    return execFileSync('git', words, {
      cwd: this.#folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
