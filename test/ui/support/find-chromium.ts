import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell comes first, because it takes half the time for a page. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
  'msedge',
];

/** Default install locations outside the path. */
function usualPlaces(environment: NodeJS.ProcessEnv): string[] {
  const windows = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = environment[name];
    return folder === undefined
      ? []
      : [
          join(folder, 'Google/Chrome/Application/chrome.exe'),
          join(folder, 'Chromium/Application/chrome.exe'),
        ];
  });
  const mac = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  return ['/usr/bin/chromium', '/snap/bin/chromium', ...mac, ...windows];
}

/**
 * Returns the browser for the page tests: the one in `DAILIES_CHROMIUM`, the first on the path, or one in the default
 * locations. Undefined if there is none: Playwright then uses its own installation, or explains how to install one.
 */
export function findChromium(environment: NodeJS.ProcessEnv): string | undefined {
  const named = environment['DAILIES_CHROMIUM'];
  if (named) return named;
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter(Boolean);
  const onPath = names.flatMap((name) =>
    folders.flatMap((folder) => [join(folder, name), join(folder, `${name}.exe`)]),
  );
  return [...onPath, ...usualPlaces(environment)].find((path) => existsSync(path));
}
