import { spawn } from 'node:child_process';

/** Whether a window could show on this computer at all. */
export function hasDisplay(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment['DISPLAY'] ?? environment['WAYLAND_DISPLAY']);
}

function command(platform: NodeJS.Platform, url: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}

/** An opener that still runs after this has become, or waits for, the browser. */
const openerMs = 2_000;

/**
 * Opens the address in the user's browser; false when there is none, or the system's opener says it could not.
 * @param program for another opener than the system's.
 */
export function openBrowser(url: string, [program, args] = command(process.platform, url)): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => {
      resolve(true);
    }, openerMs);
    const end = (hasOpened: boolean): void => {
      clearTimeout(timer);
      resolve(hasOpened);
    };
    child.once('error', () => {
      end(false);
    });
    child.once('exit', (code) => {
      end(code === 0);
    });
    child.unref();
  });
}
