import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type * as Electron from 'electron';
import { ElectronStandIn } from '../fakes/electron/electron-stand-in.ts';

/**
 * Replaces the module `electron` when the built main process runs in plain Node. Windows, menus and protocols come from
 * the stand-in.
 */
const standIn = new ElectronStandIn();
const { modules } = standIn;

// In a package, this path is Electron's own program, which runs no script.
process.execPath = '/app/dailies';

const userData = process.env['DAILIES_USER_DATA'] ?? '';
standIn.folderAnswer = { canceled: false, filePaths: [userData] };

export const app = {
  ...modules.app,
  isPackaged: false,
  setPath: (_name: string, path: string) => {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
  },
  getPath: () => userData,
  getAppPath: () => process.cwd(),
  exit: (code: number) => process.exit(code),
  quit: () => {
    let isHeld = false;
    standIn.appEvents.emit('before-quit', { preventDefault: () => (isHeld = true) });
    if (!isHeld) process.exit(0);
  },
};
export class BrowserWindow {
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    for (const path of [options.icon as string, options.webPreferences?.preload ?? ''])
      if (!existsSync(path)) throw new Error(`There is no file ${path} for the window.`);
    return modules.createWindow(options);
  }
}
export class Notification extends EventEmitter {
  show(): void {
    this.emit('show');
  }
}
export const {
  dialog,
  ipcMain,
  menu: Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
} = modules;
/** Does nothing, because the tests have no desktop with a tray. */
export class Tray extends EventEmitter {}
export const nativeTheme = { shouldUseDarkColors: true };
/** No test drags anything here. */
export const nativeImage = { createFromPath: () => ({ resize: () => ({}) }) };

/** Acts as the page: `{ id, channel, payload }` in, `{ id, reply }` out; `quit` ends the app as its menu would. */
process.on('message', (message: { id: number; channel: string; payload: unknown }) => {
  if (message.channel === 'quit') return app.quit();
  const listener = standIn.ipc.get(message.channel);
  const event = { sender: { id: 1 }, senderFrame: { url: 'app://dailies/', parent: null } };
  void Promise.resolve(listener?.(event as never, message.payload)).then((reply: unknown) => {
    process.send?.({ id: message.id, reply });
  });
});
