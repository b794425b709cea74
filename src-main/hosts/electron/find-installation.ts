import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation, PackageKind } from '../../platform.ts';
import type { ElectronModules } from './electron-modules.ts';

/** Where systems note what they have installed from packages. */
const debianLists = ['dailies', 'dailies-slim'].map((name) => `/var/lib/dpkg/info/${name}.list`);
const rpmRecords = ['/usr/lib/sysimage/rpm', '/var/lib/rpm'];

/**
 * What the app was installed from; null in a checkout, and where it was copied among the system's programs by hand.
 * @param found.programPath the program that runs.
 * @param found.appImage path of the file that holds all of it; undefined where there is none.
 */
export function findInstallation(found: {
  readonly app: Pick<ElectronModules['app'], 'isPackaged' | 'quit' | 'relaunch'>;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly programPath: string;
  readonly resourcesPath: string;
  readonly appImage: string | undefined;
  readonly isThere?: (path: string) => boolean;
}): Installation | null {
  const { app, platform, arch, programPath, resourcesPath, isThere = existsSync } = found;
  const kind = found.appImage === undefined ? kindOf(platform, programPath, isThere) : 'AppImage';
  if (!app.isPackaged || kind === null) return null;
  return {
    ...{ kind, platform, arch, programPath: found.appImage ?? programPath },
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
): PackageKind | null {
  if (platform === 'darwin') return 'dmg';
  if (platform === 'win32') return 'exe';
  if (!programPath.startsWith('/usr/')) return 'tar.zst';
  if (debianLists.some(isThere)) return 'deb';
  return rpmRecords.some(isThere) ? 'rpm' : null;
}
