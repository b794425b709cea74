import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation, PackageKind } from '../../platform.ts';
import type { ElectronModules } from './electron-modules.ts';

/** Where packages of Debian's kind note what they have installed. */
const debianLists = ['dailies', 'dailies-slim'].map((name) => `/var/lib/dpkg/info/${name}.list`);

/**
 * What the app was installed from; null in a checkout, and for an AppImage, which the user replaces.
 * @param found.programPath the program that runs.
 */
export function findInstallation(found: {
  readonly app: Pick<ElectronModules['app'], 'isPackaged' | 'quit' | 'relaunch'>;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly programPath: string;
  readonly resourcesPath: string;
  readonly isAppImage: boolean;
  readonly isThere?: (path: string) => boolean;
}): Installation | null {
  const { app, platform, arch, programPath, resourcesPath, isThere = existsSync } = found;
  if (!app.isPackaged || found.isAppImage) return null;
  return {
    ...{ kind: kindOf(platform, programPath, isThere), platform, arch, programPath },
    isSlim: !isThere(join(resourcesPath, 'service')),
    quit: () => {
      app.quit();
    },
    startAfterwards: (execPath) => {
      app.relaunch({ execPath, args: [] });
    },
  };
}

function kindOf(
  platform: NodeJS.Platform,
  programPath: string,
  isThere: (path: string) => boolean,
): PackageKind {
  if (platform === 'darwin') return 'dmg';
  if (platform === 'win32') return 'exe';
  if (!programPath.startsWith('/usr/')) return 'tar.zst';
  return debianLists.some(isThere) ? 'deb' : 'rpm';
}
