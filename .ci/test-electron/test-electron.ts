import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { presentElectron } from '../../src-main/hosts/start/electron-binary.ts';

/** The user that runs Electron in tests started by root: it owns no files, and the sandbox works. */
export const plainUser = { uid: 65_534, gid: 65_534 } as const;

export const isRoot = process.getuid?.() === 0;

/** Folder where npm installs the test Electron. For root it is one that every user can read. */
export const testElectronFolder = join(
  isRoot ? '/var/cache' : (process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')),
  'dailies-test-electron',
);

/** Path of the test Electron's program, whether it exists or not. */
export const testElectronProgram = join(testElectronFolder, 'electron-33.2.1', 'electron');

/** The Electron for tests: the pinned one, or an older one with replacements for APIs that its Node 20 lacks. */
export interface ElectronForTests {
  readonly program: string;
  readonly isPinned: boolean;
}

export function electronForTests(): ElectronForTests | null {
  const pinned = presentElectron();
  if (pinned !== null) return { program: pinned, isPinned: true };
  return existsSync(testElectronProgram) ? { program: testElectronProgram, isPinned: false } : null;
}

const needed = ['Xvfb', 'dbus-daemon', 'dbus-send', 'pgrep', ...(isRoot ? ['setpriv'] : [])];

/** Returns why tests cannot run Electron on this computer; null if they can. */
export function whyNoElectron(): string | null {
  const electron = electronForTests();
  if (electron === null) return 'there is no Electron for tests here; npm run setup fetches one on Linux x64';
  if (process.platform !== 'linux') return 'the session it runs in is made on Linux only';
  const absent = needed.filter((program) => spawnSync('which', [program]).status !== 0);
  if (absent.length > 0) return `${absent.join(', ')} is missing`;
  const user = isRoot ? plainUser : {};
  if (spawnSync('test', ['-x', electron.program], user).status !== 0)
    return `a user who is not root may not start ${electron.program}`;
  const lacking = /(\S+) => not found/.exec(
    spawnSync('ldd', [electron.program], { encoding: 'utf8' }).stdout,
  );
  if (lacking) return `Electron needs the library ${lacking[1] ?? ''}`;
  const namespace = spawnSync('unshare', ['-U', 'true'], user);
  return namespace.status === 0 ? null : 'users may not make namespaces here, which the sandbox needs';
}
