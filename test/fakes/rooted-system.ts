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
  /** Output of programs, by their words joined with spaces; all others fail. */
  readonly printed?: Readonly<Record<string, string>>;
}

/** Keeps another computer's files in a folder of this one. Paths with backslashes are Windows paths and ignore case. */
export async function rootedSystem(
  options: RootedSystem,
): Promise<System & { readonly started: string[][] }> {
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
    run: (program, args) => Promise.resolve(printed[[program, ...args].join(' ')] ?? null),
    start: (program, args) => {
      started.push([program, ...args]);
      return Promise.resolve();
    },
    isMetered: () => Promise.resolve(false),
    started,
  };
}
