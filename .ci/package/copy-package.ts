import { cpSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

/** Types, maps, sources of native modules and words for developers; never a licence. */
const forDevelopers =
  /\.(?:map|[cm]?ts|tsbuildinfo|flow|gypi?|cc|h|hpp)$|^(?:readme|changelog|history)\b.*\.md$/i;

/**
 * Whether an app needs a file of a package to run.
 * @param path inside the package, with slashes.
 */
export function isNeededAtRun(path: string, platform: NodeJS.Platform, arch: string): boolean {
  const prebuilt = /^prebuilds\/([^/]+)/.exec(path)?.[1];
  if (prebuilt !== undefined && prebuilt !== `${platform}-${arch}`) return false;
  return !forDevelopers.test(basename(path));
}

/**
 * Copies what runs of a package for this system, without the packages inside it, which are copied where they are needed.
 */
export function copyPackage(from: string, to: string): void {
  const inner = join(from, 'node_modules');
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) =>
      path !== inner &&
      (path === from ||
        isNeededAtRun(relative(from, path).replaceAll(sep, '/'), process.platform, process.arch)),
  });
}
