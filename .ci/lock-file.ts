import { readFileSync } from 'node:fs';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  /** Set for packages that exist for some systems only. */
  readonly os?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly name?: string;
  /** True for a workspace, whose own entry is under its folder. */
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

/** Returns the lock file's entry for a folder such as `node_modules/zod` or `src-media`; '' is the root package. */
export function lockedPackage(path: string): LockedPackage {
  return packages[path] ?? {};
}

/** Returns the folders of the workspaces besides the root package. */
export function workspaces(): string[] {
  return Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));
}

/** Returns the folder in which Node finds `name` from inside `from`. */
function locate(name: string, from: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return null;
  }
}

/**
 * Returns the folders of the named packages and of all their dependencies, for every system, even if not installed
 * here. Omits workspaces, and the packages named in `without` with their exclusive dependencies.
 */
export function foldersOf(names: readonly string[], without: readonly string[] = []): Set<string> {
  const found = new Set<string>();
  const collect = (name: string, from: string): void => {
    const path = locate(name, from);
    if (without.includes(name) || path === null || lockedPackage(path).link || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = lockedPackage(path);
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) collect(next, path);
  };
  for (const name of names) collect(name, '');
  return found;
}
