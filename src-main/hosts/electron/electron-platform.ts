import { extname } from 'node:path';
import type { FileFilter, OpenDialogOptions } from 'electron';
import { AppError } from '../../../src-shared/app-error.ts';
import { notTrashed } from '../../foundation/files/not-trashed.ts';
import { browserNotOpened, requireWebAddress } from '../../foundation/web-address.ts';
import type {
  Clock,
  Dialogs,
  Log,
  Notifier,
  Platform,
  Power,
  LastingSecretStore,
  EngineLauncher,
  ServiceLauncher,
  Shell,
  System,
} from '../../platform.ts';
import type { ElectronModules } from './electron-modules.ts';
import { Notifications } from './notifications.ts';

/** Creates the ports from Electron; clock and log come from plain Node. */
export function createElectronPlatform(deps: {
  electron: ElectronModules;
  clock: Clock;
  log: Log;
  secrets: LastingSecretStore;
  serviceLauncher: ServiceLauncher;
  engineLauncher: EngineLauncher;
  system: System;
  helpersFolder: string;
  setLoginItem: Platform['setLoginItem'];
}): Platform {
  const { electron, clock, log, secrets, serviceLauncher, engineLauncher, system } = deps;
  return {
    host: 'electron',
    paths: { userData: electron.app.getPath('userData'), movies: findMovies(electron) },
    helpersFolder: deps.helpersFolder,
    languages: electron.app.getPreferredSystemLanguages(),
    clock,
    log,
    shell: createShell(electron),
    dialogs: createDialogs(electron),
    notifier: createNotifier(electron),
    power: createPower(electron),
    secrets,
    serviceLauncher,
    engineLauncher,
    system,
    startDrag: electron.startDrag,
    setLoginItem: deps.setLoginItem,
    resolveProxy: createProxyResolver(electron),
  };
}

/** Electron throws where Windows cannot resolve the folder, as for one that was deleted or whose drive is unplugged. */
function findMovies({ app }: ElectronModules): string | null {
  try {
    return app.getPath('videos');
  } catch {
    return null;
  }
}

/** Sets the proxies of the settings on the page's session, as nothing of the page goes through the network. */
function createProxyResolver({ session }: ElectronModules): NonNullable<Platform['resolveProxy']> {
  let setFor: string | null = null;
  return async ({ href }, pacAddress) => {
    const { defaultSession } = session;
    if (pacAddress !== setFor) {
      await defaultSession.setProxy(
        pacAddress === null ? { mode: 'system' } : { mode: 'pac_script', pacScript: pacAddress },
      );
      setFor = pacAddress;
    }
    return defaultSession.resolveProxy(href);
  };
}

function createShell({ shell }: ElectronModules): Shell {
  return {
    canReveal: true,
    hasTrash: true,
    revealFile(path) {
      if (path.includes('\0')) throw new AppError('invalid_input', 'The path holds a NUL character.');
      shell.showItemInFolder(path);
      return Promise.resolve();
    },
    async moveToTrash(path) {
      await shell.trashItem(path).catch((cause: unknown) => {
        throw notTrashed(path, cause);
      });
    },
    async openFile(path) {
      const refusal = await shell.openPath(path);
      if (refusal !== '') throw new AppError('not_supported_here', refusal, { details: { path } });
    },
    async openUrl(url) {
      const address = requireWebAddress(url);
      await shell.openExternal(address).catch((cause: unknown) => {
        throw browserNotOpened(url, cause);
      });
    },
  };
}

const startingAt = (path: string | null): Pick<OpenDialogOptions, 'defaultPath'> =>
  path === null ? {} : { defaultPath: path };

const filterOf = (suffix: string): FileFilter => ({
  name: suffix.toUpperCase(),
  extensions: [suffix],
});

function createDialogs({ dialog, currentWindow }: ElectronModules): Dialogs {
  const open = async (options: OpenDialogOptions): Promise<string | null> => {
    const parent = currentWindow();
    const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
    return answer.canceled ? null : (answer.filePaths[0] ?? null);
  };
  return {
    chooseFolder: (title, startPath) =>
      open({ title, ...startingAt(startPath), properties: ['openDirectory', 'createDirectory'] }),
    chooseFile: (title, startPath, suffix) =>
      open({
        title,
        ...startingAt(startPath),
        properties: ['openFile'],
        ...(suffix !== null && { filters: [filterOf(suffix)] }),
      }),
    async saveFile(title, suggestedName) {
      const suffix = extname(suggestedName).slice(1);
      const filters = suffix === '' ? [] : [filterOf(suffix)];
      const options = { title, defaultPath: suggestedName, filters };
      const parent = currentWindow();
      const answer = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
      return answer.canceled || answer.filePath === '' ? null : answer.filePath;
    },
  };
}

function createNotifier(electron: ElectronModules): Notifier {
  const notifications = new Notifications(electron);
  return {
    notify: (title, body, onClick, actions = []) => {
      notifications.show({ title, body }, onClick, actions);
    },
  };
}

function createPower({ powerMonitor, powerSaveBlocker }: ElectronModules): Power {
  return {
    keepAwake() {
      const id = powerSaveBlocker.start('prevent-app-suspension');
      return () => void powerSaveBlocker.stop(id);
    },
    onResume(listener) {
      powerMonitor.on('resume', listener);
      return () => void powerMonitor.off('resume', listener);
    },
  };
}
