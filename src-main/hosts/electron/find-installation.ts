import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Installation, PackageKind } from '../../platform.ts';
import type { ElectronModules } from './electron-modules.ts';

/** Where systems note what they have installed from packages. */
const debianLists = ['dailies', 'dailies-slim'].map((name) => `/var/lib/dpkg/info/${name}.list`);
const rpmRecords = ['/usr/lib/sysimage/rpm', '/var/lib/rpm'];

/**
 * What the app was installed from; null in a checkout, and where it was copied among the system's programs by hand.
 * @param found.programPath the program that runs.
 * @param found.variables of the environment. `APPIMAGE` and `APPDIR` are inherited from any AppImage this was started
 * from; they are this program's only if it lies in that folder.
 */
export function findInstallation(found: {
  readonly app: Pick<ElectronModules['app'], 'isPackaged' | 'quit' | 'relaunch'>;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly programPath: string;
  readonly resourcesPath: string;
  readonly variables: Readonly<Partial<Record<string, string>>>;
  readonly isThere?: (path: string) => boolean;
}): Installation | null {
  const { app, platform, arch, programPath, resourcesPath, isThere = existsSync } = found;
  const appImage = appImageOf(found);
  const kind = appImage === null ? kindOf(platform, programPath, isThere) : 'AppImage';
  if (!app.isPackaged || kind === null) return null;
  return {
    ...{ kind, platform, arch, programPath: appImage ?? programPath },
    isSlim: !isThere(join(resourcesPath, 'service')),
    quit: () => {
      app.quit();
    },
    startAfterwards: (execPath) => {
      app.relaunch({ execPath, args: [] });
    },
  };
}

/** The file that holds all of the program; null where there is none. */
function appImageOf({
  programPath,
  variables: { APPIMAGE: path, APPDIR: folder },
}: Pick<Parameters<typeof findInstallation>[0], 'programPath' | 'variables'>): string | null {
  if (!path || !folder) return null;
  return [folder, resolved(folder)].some((one) => programPath.startsWith(one + sep)) ? path : null;
}

/** A folder without links on its way, as the system names a program that runs. */
function resolved(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
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
