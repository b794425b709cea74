import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The one without windows first, which takes half the time for a page. */
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

/** Where installers put it outside of the path. */
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
 * The browser of the page tests: the one `DAILIES_CHROMIUM` names, the first on the path, else in one of the usual
 * places. Undefined when there is none: Playwright then takes the one it installed itself, or says how to.
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
