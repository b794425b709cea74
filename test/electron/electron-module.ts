import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type * as Electron from 'electron';
import type { ForkedService } from '../../src-main/electron/electron-modules.ts';
import { ElectronStandIn } from '../fakes/electron-stand-in.ts';

/**
 * Takes the place of the module `electron` when the built main process runs in plain Node: windows, menus and
 * protocols are the stand-in's, the local service is a real process.
 */
const standIn = new ElectronStandIn();
const { modules } = standIn;

function forkService(path: string, args: string[], options: Electron.ForkOptions): ForkedService {
  const child = fork(path, args, { silent: true, execArgv: [], env: options.env as NodeJS.ProcessEnv });
  const events = new EventEmitter();
  child.on('message', (message) => events.emit('message', message));
  child.on('exit', (code) => events.emit('exit', code ?? 1));
  return {
    stdout: child.stdout,
    stderr: child.stderr,
    on: (event: string, listener: (value: never) => void) =>
      events.on(event, listener as (value: unknown) => void),
    postMessage: (message) => void child.send(message as object),
    kill: () => child.kill(),
  };
}

const userData = process.env['DAILIES_USER_DATA'] ?? '';
standIn.folderAnswer = { canceled: false, filePaths: [userData] };

export const app = {
  ...modules.app,
  setPath: () => undefined,
  getPath: () => userData,
  exit: (code: number) => process.exit(code),
  quit: () => {
    let isHeld = false;
    standIn.appEvents.emit('before-quit', { preventDefault: () => (isHeld = true) });
    if (!isHeld) process.exit(0);
  },
};
export class BrowserWindow {
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    for (const path of [String(options.icon), options.webPreferences?.preload ?? ''])
      if (!existsSync(path)) throw new Error(`There is no file ${path} for the window.`);
    return modules.createWindow(options) as unknown as BrowserWindow;
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
  session,
  shell,
} = modules;
export const nativeTheme = { shouldUseDarkColors: true };
export const utilityProcess = { fork: forkService };

/** Plays the page: `{ id, channel, payload }` in, `{ id, reply }` out; `quit` ends the app as its menu would. */
process.on('message', (message: { id: number; channel: string; payload: unknown }) => {
  if (message.channel === 'quit') return app.quit();
  const listener = standIn.ipc.get(message.channel);
  const event = { sender: { id: 1 }, senderFrame: { url: 'app://dailies/', parent: null } };
  void Promise.resolve(listener?.(event as never, message.payload)).then((reply: unknown) => {
    process.send?.({ id: message.id, reply });
  });
});
