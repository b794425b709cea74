import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../../src-shared/app-error.ts';
import { removeTree } from '../../../foundation/remove-tree.ts';
import { appId } from '../app-id.ts';
import type { ElectronModules } from '../electron-modules.ts';

/** The word of a command line that opens no window where the tray can bring it; not on macOS. */
export const hiddenWord = '--hidden';

/**
 * Starts the app when the user signs in, or does not any more. Electron knows how on macOS and Windows, where the
 * uninstaller removes it by its name; on Linux a desktop runs what lies in a folder, as long as its program is there.
 * @param deps.command the program and the words before the app's own.
 * @throws AppError `not_supported_here` with `reason` `login_item` where its file cannot be written.
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
 * Whether the system has started the app because the user signed in. Asked once the app is ready: macOS passes no words on
 * and says it then.
 */
export function isStartedAtLogin(
  { platform, app }: { platform: NodeJS.Platform; app: Pick<ElectronModules['app'], 'getLoginItemSettings'> },
  words: readonly string[],
): boolean {
  return platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : words.includes(hiddenWord);
}

/** Words in quotes, with what the entry's own rules make of these characters kept as it is. */
function autostartEntry(command: readonly [string, ...string[]]): string {
  const quoted = command.map((word) => `"${word.replace(/["`$\\]/g, '\\\\$&').replaceAll('%', '%%')}"`);
  const lines = [
    ...['[Desktop Entry]', 'Type=Application', 'Name=Dailies', `Exec=${quoted.join(' ')}`],
    ...[`TryExec=${command[0].replaceAll('\\', '\\\\')}`, 'X-GNOME-Autostart-enabled=true'],
  ];
  return `${lines.join('\n')}\n`;
}
