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
import type { AppError } from '../src-shared/app-error.ts';
import type { UpdateParts } from './app/compose-updates.ts';
import { compose } from './app/compose.ts';
import { KeychainSecretStore } from './connections/keychain/keychain-secret-store.ts';
import { loadNativeKeychain } from './connections/keychain/native-keychain.ts';
import { readSuggestedAddress } from './connections/suggested-address.ts';
import { killIfHeld, watchThreads } from './foundation/held-process.ts';
import { withDoor } from './hosts/door/with-door.ts';
import { showCouldNotStart } from './hosts/electron/could-not-start.ts';
import { hasTray } from './hosts/electron/desktop/has-tray.ts';
import { setLoginItem } from './hosts/electron/desktop/login-item.ts';
import type { ElectronModules } from './hosts/electron/electron-modules.ts';
import { createElectronPlatform } from './hosts/electron/electron-platform.ts';
import { findInstallation } from './hosts/electron/find-installation.ts';
import type { HelpContent } from './hosts/electron/help-actions.ts';
import { keepWindow } from './hosts/electron/kept-window.ts';
import { asOnlyInstance } from './hosts/electron/lock-owner.ts';
import { type ElectronHostDeps, startElectronHost } from './hosts/electron/start-electron-host.ts';
import { agentProgramOfCheckout, agentProgramOfPackage } from './hosts/node/agent-program.ts';
import { ChildEngineLauncher } from './hosts/node/child-engine-launcher.ts';
import { ChildServiceLauncher } from './hosts/node/child-service-launcher.ts';
import { createFileLog } from './hosts/node/file-log.ts';
import { createNodeSystem } from './hosts/node/node-system.ts';
import { builtService, engineBeside, packagedService } from './hosts/node/service-program.ts';
import { createSystemClock } from './hosts/node/system-clock.ts';
import { chosenUserData } from './hosts/node/user-paths.ts';
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
  hasTray: () => hasTray(createNodeSystem()),
  createTray: () =>
    new Tray(nativeImage.createFromPath(icon).resize({ width: process.platform === 'darwin' ? 18 : 22 })),
  startDrag: (path) => {
    const drawn = nativeImage.createFromPath(icon).resize({ width: 64 });
    currentWindow()?.webContents.startDrag({ file: path, icon: drawn });
  },
  ipcMain,
  menu: Menu,
  createNotification: (options) => new Notification(options),
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
};

const serviceFile = join(resources, 'service.json');
const installation = findInstallation({
  app,
  platform: process.platform,
  arch: process.arch,
  programPath: app.getPath('exe'),
  resourcesPath: process.resourcesPath,
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

const agentProgram = app.isPackaged
  ? agentProgramOfPackage({
      kind: installation?.kind ?? null,
      starter: command[0],
      resources: process.resourcesPath,
    })
  : agentProgramOfCheckout(root);

// GTK would load the graphics driver (some 25 MB) for images that no dialog needs. Programs started later may load it.
if (process.platform === 'linux' && process.env['GDK_GL'] === undefined) {
  process.env['GDK_GL'] = 'disable';
  void app.whenReady().then(() => delete process.env['GDK_GL']);
}

const serviceProgram = app.isPackaged
  ? packagedService(process.resourcesPath, process.platform)
  : builtService(root, process.platform);

const userData = chosenUserData(process.env);
if (userData !== null) app.setPath('userData', userData);

const clock = createSystemClock();
const logFolder = join(app.getPath('userData'), 'logs');
const log = createFileLog({ folder: logFolder, clock });
const onBug = (where: string, error: unknown): void => {
  log.error(`Unexpected in ${where}.`, error);
};

process.on('uncaughtException', (error) => {
  onBug('main', error);
});
process.on('unhandledRejection', (error) => {
  onBug('main', error);
});

const help: HelpContent = {
  licencesPath: app.isPackaged
    ? join(process.resourcesPath, 'THIRD-PARTY-NOTICES.txt')
    : join(root, 'THIRD-PARTY-NOTICES.md'),
  logFolder,
  facts: {
    version: app.getVersion(),
    electron: process.versions['electron'],
    chrome: process.versions['chrome'],
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    release: release(),
    isPackaged: app.isPackaged,
    memoryBytes: totalmem(),
  },
};

const hasThread = watchThreads(process);
const host: ElectronHostDeps = {
  electron,
  process,
  help,
  command,
  clock,
  onBug,
  page: {
    folder: join(import.meta.dirname, '..', 'renderer'),
    preloadPath: join(import.meta.dirname, '..', 'preload', 'index.cjs'),
  },
  createApp: () => {
    const version = app.getVersion();
    const composed = compose(
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
        serviceLauncher: new ChildServiceLauncher(serviceProgram),
        engineLauncher: new ChildEngineLauncher(engineBeside(serviceProgram)),
      }),
      {
        version,
        service: { kind: 'local' },
        suggestedServiceUrl: readSuggestedAddress(serviceFile),
        updates: findUpdates(),
        agentProgram,
      },
    );
    return withDoor(composed, { userData: app.getPath('userData'), version, log });
  },
};

const onLockedOut = async (reason: AppError): Promise<void> => {
  log.warn(reason.message, reason.details);
  if (reason.details['host'] !== undefined) await showCouldNotStart(electron, reason);
};
const startWords = startWordsOf(process.argv.slice(1), process.cwd(), app.getAppPath());

asOnlyInstance({ electron, onLockedOut }, startWords, () => startElectronHost(host, startWords)).catch(
  async (error: unknown) => {
    onBug('start', error);
    await showCouldNotStart(electron, error);
    await killIfHeld({ own: process, hasThread });
    app.exit(1);
  },
);
