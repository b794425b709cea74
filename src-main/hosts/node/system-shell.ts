import { execFile, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../../src-shared/app-error.ts';
import { notTrashed } from '../../foundation/files/not-trashed.ts';
import { browserNotOpened, requireWebAddress } from '../../foundation/web-address.ts';
import type { Shell } from '../../platform.ts';
import { openBrowser } from './open-browser.ts';

const run = promisify(execFile);

/** Shows files with the system's own file manager, without a window of ours. */
export function createSystemShell(platform: NodeJS.Platform, canReveal: boolean): Shell {
  return {
    canReveal,
    hasTrash: canReveal && platform === 'linux',
    revealFile(path) {
      if (!canReveal) throw new AppError('not_supported_here', 'There is no file manager here.');
      if (path.includes('\0')) throw new AppError('invalid_input', 'The path holds a NUL character.');
      return launch(...revealCommand(platform, path));
    },
    async moveToTrash(path) {
      if (!canReveal || platform !== 'linux')
        throw new AppError('not_supported_here', 'There is no trash here.');
      await run('gio', ['trash', '--', path]).catch((cause: unknown) => {
        throw notTrashed(path, cause);
      });
    },
    openFile(path) {
      if (!canReveal) throw new AppError('not_supported_here', 'There is no desktop here.');
      return launch(...openCommand(platform, path));
    },
    async openUrl(url) {
      if (!(await openBrowser(requireWebAddress(url)))) throw browserNotOpened(url);
    },
  };
}

/** Returns the program and its arguments. Selects the file in its folder where the system supports it. */
export function revealCommand(
  platform: NodeJS.Platform,
  path: string,
): [command: string, arguments_: string[]] {
  if (platform === 'darwin') return ['open', ['-R', path]];
  if (platform === 'win32') return ['explorer.exe', [`/select,${path}`]];
  return ['xdg-open', [dirname(path)]];
}

function openCommand(platform: NodeJS.Platform, path: string): [command: string, arguments_: string[]] {
  if (platform === 'darwin') return ['open', [path]];
  return [platform === 'win32' ? 'explorer.exe' : 'xdg-open', [path]];
}

function launch(command: string, arguments_: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, arguments_, { detached: true, stdio: 'ignore' });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
    child.once('error', (cause) => {
      reject(new AppError('not_supported_here', `${command} cannot be started.`, { cause }));
    });
  });
}
