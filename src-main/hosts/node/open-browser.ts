import { startProgram } from './start-program.ts';

/** True if this computer can show a window at all. */
export function hasDisplay(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}

function command(platform: NodeJS.Platform, url: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}

/**
 * Opens the address in the user's browser. Returns false without a browser, or if the system's opener fails. An opener
 * that still runs after two seconds has become the browser or waits for it.
 * @param program replaces the system's opener.
 */
export function openBrowser(url: string, [program, args] = command(process.platform, url)): Promise<boolean> {
  return startProgram(program, args).then(
    () => true,
    () => false,
  );
}
