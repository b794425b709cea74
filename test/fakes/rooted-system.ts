import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { System } from '../../src-main/platform.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export interface RootedSystem {
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
  readonly environment?: System['environment'];
  /** Contents by absolute path on the system; null makes an executable program. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Output of programs, by their words joined with spaces or for any arguments by the program; all others fail. */
  readonly printed?: Readonly<Record<string, string>>;
}

export interface KeptSystem extends System {
  readonly started: string[][];
  /** Returns where a path of the system is kept. */
  readonly placeOf: (path: string) => string;
}

/** Keeps another computer's files in a folder of this one. Paths with backslashes are Windows paths and ignore case. */
export async function rootedSystem(options: RootedSystem): Promise<KeptSystem> {
  const { platform = 'linux', home = '/home/ada', environment = {}, files = {}, printed = {} } = options;
  const root = await makeTemporaryFolder();
  const started: string[][] = [];
  const here = (path: string): string =>
    join(root, path.includes('\\') ? path.toLowerCase().replaceAll('\\', '/').replace(':', '') : path);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(here(path)), { recursive: true });
    await writeFile(here(path), content ?? '#!/bin/sh\n');
    await chmod(here(path), content === null ? 0o755 : 0o644);
  }
  return {
    platform,
    home,
    environment,
    listFolder: (path) => readdir(here(path)).catch(() => []),
    readText: (path) => readFile(here(path), 'utf8').catch(() => null),
    isProgram: async (path) => {
      const facts = await stat(here(path)).catch(() => null);
      return facts !== null && facts.isFile() && (facts.mode & 0o100) !== 0;
    },
    run: (program, args) =>
      Promise.resolve(printed[[program, ...args].join(' ')] ?? printed[program] ?? null),
    start: (program, args) => {
      started.push([program, ...args]);
      return Promise.resolve();
    },
    isMetered: () => Promise.resolve(false),
    started,
    placeOf: here,
  };
}

const plutil = (bundle: string, key: string): string =>
  `/usr/bin/plutil -extract ${key} raw -o - -- ${bundle}/Contents/Info.plist`;

/** Describes a Mac with these bundles, their identifiers and versions. Spotlight knows those in `indexed`. */
export function macWith(
  bundles: Readonly<Record<string, readonly [id: string, version: string]>>,
  indexed: readonly string[] = [],
): RootedSystem {
  const printed = Object.entries(bundles).flatMap(([bundle, [id, version]]) => [
    [plutil(bundle, 'CFBundleIdentifier'), `${id}\n`],
    [plutil(bundle, 'CFBundleShortVersionString'), `${version}\n`],
  ]);
  const files = Object.keys(bundles).map((bundle) => [`${bundle}/Contents/Info.plist`, '']);
  return {
    platform: 'darwin',
    files: Object.fromEntries(files) as Record<string, string>,
    printed: Object.fromEntries([['/usr/bin/mdfind', indexed.join('\n')], ...printed]) as Record<
      string,
      string
    >,
  };
}
