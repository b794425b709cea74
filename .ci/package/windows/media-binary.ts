import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packageOf = (arch: string, compiler: 'mingw' | 'msvc'): string =>
  `@seydx/node-av-win32-${arch}-${compiler}`;

/** Packages with the builds of FFmpeg for Windows that nobody may distribute. */
export const nonfreeMediaPackages: readonly string[] = ['x64', 'arm64'].map((arch) =>
  packageOf(arch, 'msvc'),
);

/**
 * Moves the free build of FFmpeg for Windows to where `node-av` looks first. It would take that build by its package
 * only in a Node that was built with MinGW.
 * @param modules the folder `node_modules` of the service in a package.
 * @throws Error if the free build is not there.
 */
export function placeFreeMediaBinary(modules: string, arch: string): void {
  const from = join(modules, packageOf(arch, 'mingw'));
  const to = join(modules, 'node-av', 'binary');
  mkdirSync(to, { recursive: true });
  copyFileSync(join(from, 'node-av.node'), join(to, 'node-av.node'));
  rmSync(from, { recursive: true });
}
