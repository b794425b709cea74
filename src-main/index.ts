import { accessSync, constants } from 'node:fs';
import { release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import {
  app,
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
} from 'electron';
import type { UpdateParts } from './app/compose-updates.ts';
import { compose } from './app/compose.ts';
import { KeychainSecretStore } from './connections/keychain/keychain-secret-store.ts';
import { loadNativeKeychain } from './connections/keychain/native-keychain.ts';
import { readSuggestedAddress } from './connections/suggested-address.ts';
import { showCouldNotStart } from './hosts/electron/could-not-start.ts';
import { hasTray } from './hosts/electron/desktop/has-tray.ts';
import { isStartedAtLogin, setLoginItem } from './hosts/electron/desktop/login-item.ts';
import type { ElectronModules } from './hosts/electron/electron-modules.ts';
import { createElectronPlatform } from './hosts/electron/electron-platform.ts';
import { findInstallation } from './hosts/electron/find-installation.ts';
import { keepWindow } from './hosts/electron/kept-window.ts';
import { startElectronHost } from './hosts/electron/start-electron-host.ts';
import { ChildServiceLauncher } from './hosts/node/child-service-launcher.ts';
import { createFileLog } from './hosts/node/file-log.ts';
import { createNodeSystem } from './hosts/node/node-system.ts';
import { builtService, packagedService } from './hosts/node/service-program.ts';
import { createSystemClock } from './hosts/node/system-clock.ts';
import { startWordsOf } from './hosts/page/start-words.ts';
import { readUpdateSource } from './updates/update-source.ts';
import { VersionedFolder } from './updates/versioned-folder.ts';

/** The checkout, or the packaged app's archive. */
const root = join(import.meta.dirname, '..', '..');
const resources = join(root, 'resources');
/** Icon for window managers; macOS uses the application's own. */
const icon = join(resources, 'icon.png');

const newWindow = (options: BrowserWindowConstructorOptions) => new BrowserWindow({ ...options, icon });
const { createWindow, currentWindow } = keepWindow(newWindow);

const electron: ElectronModules = {
  app,
  createWindow,
  createHiddenWindow: newWindow,
  currentWindow,
  dialog,
  createTray: () =>
    new Tray(nativeImage.createFromPath(icon).resize({ width: process.platform === 'darwin' ? 18 : 22 })),
  startDrag: (path) => {
    const drawn = nativeImage.createFromPath(icon).resize({ width: 64 });
    currentWindow()?.webContents.startDrag({ file: path, icon: drawn });
  },
  ipcMain,
  menu: Menu,
  createNotification: (options) => new Notification(options),
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
};

const serviceFile = join(resources, 'service.json');
const installation = findInstallation({
  ...{ app, platform: process.platform, arch: process.arch },
  ...{ programPath: app.getPath('exe'), resourcesPath: process.resourcesPath },
  variables: process.env,
});
const versionedFolder =
  installation?.kind === 'tar.zst' ? await VersionedFolder.around(installation.programPath) : null;
/**
 * Parts for self-update; null without an update feed or an installed package, where the user may not write, or where
 * the folder has no layout for versions.
 */
function findUpdates(): UpdateParts | null {
  const source = readUpdateSource(serviceFile);
  if (!source || !installation) return null;
  const { kind, programPath } = installation;
  const isOne = kind !== 'AppImage' || mayWriteTo(dirname(programPath));
  return isOne && (kind !== 'tar.zst' || versionedFolder)
    ? { source, installation, folder: versionedFolder }
    : null;
}

function mayWriteTo(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The command that starts the app. An AppImage runs from another path each time, and so does each next version. */
const command: [string, ...string[]] = [
  versionedFolder?.launcher ?? installation?.programPath ?? app.getPath('exe'),
  ...(app.isPackaged ? [] : [app.getAppPath()]),
];

// GTK would load the graphics driver (some 25 MB) for images that no dialog needs. Programs started later may load it.
if (process.platform === 'linux' && process.env['GDK_GL'] === undefined) {
  process.env['GDK_GL'] = 'disable';
  void app.whenReady().then(() => delete process.env['GDK_GL']);
}

const chosenUserData = process.env['DAILIES_USER_DATA'];
if (chosenUserData) app.setPath('userData', chosenUserData);

const clock = createSystemClock();
const log = createFileLog({ folder: join(app.getPath('userData'), 'logs'), clock });
const onBug = (where: string, error: unknown): void => {
  log.error(`Unexpected in ${where}.`, error);
};

process.on('uncaughtException', (error) => {
  onBug('main', error);
});
process.on('unhandledRejection', (error) => {
  onBug('main', error);
});

startElectronHost({
  electron,
  platform: process.platform,
  startWords: startWordsOf(process.argv.slice(1), process.cwd(), app.getAppPath()),
  enterFolder: (path) => {
    process.chdir(path);
  },
  rendererFolder: join(import.meta.dirname, '..', 'renderer'),
  preloadPath: join(import.meta.dirname, '..', 'preload', 'index.cjs'),
  isDark: () => nativeTheme.shouldUseDarkColors,
  clock,
  licencesPath: app.isPackaged
    ? join(process.resourcesPath, 'THIRD-PARTY-NOTICES.txt')
    : join(root, 'THIRD-PARTY-NOTICES.md'),
  logFolder: join(app.getPath('userData'), 'logs'),
  facts: {
    version: app.getVersion(),
    ...{
      electron: process.versions['electron'],
      chrome: process.versions['chrome'],
      node: process.versions.node,
    },
    ...{ platform: process.platform, arch: process.arch, release: release(), isPackaged: app.isPackaged },
    memoryBytes: totalmem(),
  },
  command,
  hasTray: () => hasTray(createNodeSystem()),
  startsHidden: () => isStartedAtLogin({ platform: process.platform, app }, process.argv),
  onEndSignal: (end) => {
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, end);
  },
  onBug,
  onLockedOut: async (reason) => {
    log.warn(reason.message, reason.details);
    if (reason.details['host'] !== undefined) await showCouldNotStart(electron, reason);
  },
  createApp: () =>
    compose(
      createElectronPlatform({
        electron,
        clock,
        log,
        system: createNodeSystem(),
        helpersFolder: join(root, 'out', 'editors'),
        setLoginItem: (isOn) =>
          setLoginItem(
            { platform: process.platform, app, configFolder: app.getPath('appData'), command },
            isOn,
          ),
        secrets: new KeychainSecretStore({ load: loadNativeKeychain, platform: process.platform }),
        serviceLauncher: new ChildServiceLauncher(
          app.isPackaged
            ? packagedService(process.resourcesPath, process.platform)
            : builtService(root, process.platform),
        ),
      }),
      {
        version: app.getVersion(),
        service: { kind: 'local' },
        suggestedServiceUrl: readSuggestedAddress(serviceFile),
        updates: findUpdates(),
      },
    ),
}).catch(async (error: unknown) => {
  onBug('start', error);
  await showCouldNotStart(electron, error);
  app.exit(1);
});
