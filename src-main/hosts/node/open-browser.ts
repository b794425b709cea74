import { startProgram } from './start-program.ts';

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

/**
 * Opens the address in the user's browser; false when there is none, or the system's opener says it could not. One that
 * still runs after two seconds has become, or waits for, the browser.
 * @param program for another opener than the system's.
 */
export function openBrowser(url: string, [program, args] = command(process.platform, url)): Promise<boolean> {
  return startProgram(program, args).then(
    () => true,
    () => false,
  );
}
