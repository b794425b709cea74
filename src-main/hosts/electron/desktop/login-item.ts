import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../../src-shared/app-error.ts';
import { removeTree } from '../../../foundation/files/remove-tree.ts';
import { appId } from '../app-id.ts';
import type { ElectronModules } from '../electron-modules.ts';

/** Word of a command line that opens no window if the tray can open one later; not on macOS. */
export const hiddenWord = '--hidden';

/**
 * Turns the start of the app at sign-in on or off. Electron does it on macOS and Windows; on Windows the
 * uninstaller removes the entry by its name. On Linux a desktop runs the entries of a folder, as long as their program
 * exists.
 * @param deps.command the program and the words before the app's own.
 * @throws AppError `not_supported_here` with `reason` `login_item` if the entry cannot be written.
 */
export async function setLoginItem(
  deps: {
    readonly platform: NodeJS.Platform;
    readonly app: Pick<ElectronModules['app'], 'setLoginItemSettings'>;
    readonly configFolder: string;
    readonly command: readonly [string, ...string[]];
  },
  isOn: boolean,
): Promise<void> {
  const [program, ...words] = [...deps.command, hiddenWord] as const;
  if (deps.platform !== 'linux') {
    deps.app.setLoginItemSettings({ openAtLogin: isOn, path: program, args: words, name: appId });
    return;
  }
  const folder = join(deps.configFolder, 'autostart');
  const path = join(folder, 'dailies.desktop');
  try {
    if (!isOn) return await removeTree(path);
    await mkdir(folder, { recursive: true });
    await writeFile(path, autostartEntry([program, ...words]));
  } catch (cause) {
    throw new AppError('not_supported_here', 'The entry for starting at sign-in cannot be written.', {
      details: { reason: 'login_item', path },
      cause,
    });
  }
}

/**
 * True if the system started the app because the user signed in. Call it once the app is ready: macOS passes no words
 * and reports it only then.
 */
export function isStartedAtLogin(
  { platform, app }: { platform: NodeJS.Platform; app: Pick<ElectronModules['app'], 'getLoginItemSettings'> },
  words: readonly string[],
): boolean {
  return platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : words.includes(hiddenWord);
}

/** Quotes each word and escapes the characters that desktop entries interpret. */
function autostartEntry(command: readonly [string, ...string[]]): string {
  const quoted = command.map((word) => `"${word.replace(/["`$\\]/g, '\\\\$&').replaceAll('%', '%%')}"`);
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Dailies',
    `Exec=${quoted.join(' ')}`,
    `TryExec=${command[0].replaceAll('\\', '\\\\')}`,
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}
