import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Installation, PackageKind } from '../../platform.ts';
import type { ElectronModules } from './electron-modules.ts';

/** Files in which systems record the packages they installed. */
const debianLists = ['dailies', 'dailies-slim'].map((name) => `/var/lib/dpkg/info/${name}.list`);
const rpmRecords = ['/usr/lib/sysimage/rpm', '/var/lib/rpm'];

/**
 * Returns what the app was installed from; null in a checkout, and for a copy put among the system's programs by hand.
 * @param found.programPath the running program.
 * @param found.variables of the environment. The app inherits `APPIMAGE` and `APPDIR` from any AppImage that started
 * it; they are this program's only if it lies in that folder.
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
    kind,
    platform,
    arch,
    programPath: appImage ?? programPath,
    isSlim: !isThere(join(resourcesPath, 'service')),
    quit: () => {
      app.quit();
    },
    startAfterwards: (execPath) => {
      app.relaunch({ execPath, args: [] });
    },
  };
}

/** Path of the AppImage that holds the program; null without one. */
function appImageOf({
  programPath,
  variables: { APPIMAGE: path, APPDIR: folder },
}: Pick<Parameters<typeof findInstallation>[0], 'programPath' | 'variables'>): string | null {
  if (!path || !folder) return null;
  return [folder, resolved(folder)].some((one) => programPath.startsWith(one + sep)) ? path : null;
}

/** Resolves the links in a folder's path, as the system does for a running program. */
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
