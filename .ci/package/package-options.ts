import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import semver from 'semver';
import { readSuggestedAddress } from '../../src-main/connections/suggested-address.ts';
import { readUpdateSource } from '../../src-main/updates/update-source.ts';
import { readDistributor } from './distributor.ts';
import { type Format, formats } from './package-facts.ts';

/** An Electron on this computer, used instead of fetching the pinned one. */
export interface ElectronZip {
  readonly path: string;
  readonly folder: string;
  /** From the file name, such as `electron-v45.4.1-linux-x64.zip`. */
  readonly version: string;
}

interface PackageOptions {
  /** True to print the artifacts as JSON in the last line. */
  readonly json: boolean;
  readonly isSlim: boolean;
  /** Absolute path. */
  readonly outFolder: string;
  /** Null for the system's default formats. */
  readonly formats: readonly Format[] | null;
  readonly electronZip: ElectronZip | null;
  /** Becomes the app's `resources/service.json`. */
  readonly serviceFile: string;
  /** Null for the version of `package.json`. */
  readonly version: string | null;
  /** Folder of a finished build, laid out as `out`; null to build it. */
  readonly builtFolder: string | null;
  /** Null to make no AppImages. */
  readonly appImageRuntime: string | null;
}

export const usage = `Usage: npm run package -- [--slim] [--json] [--out FOLDER] [--formats ${formats.join(',')}]
         [--electron-zip FILE] [--appimage-runtime FILE] [--built FOLDER]
         [--service FILE] [--app-version VERSION]`;

const known = {
  json: { type: 'boolean', default: false },
  slim: { type: 'boolean', default: false },
  out: { type: 'string', default: 'out/packages' },
  formats: { type: 'string' },
  'electron-zip': { type: 'string' },
  'appimage-runtime': { type: 'string' },
  built: { type: 'string' },
  service: { type: 'string', default: 'resources/service.json' },
  'app-version': { type: 'string' },
} as const;

/**
 * Parses the command line of `npm run package`. The variables `DAILIES_ELECTRON_ZIP` and `DAILIES_APPIMAGE_RUNTIME`
 * replace files that the command line does not name.
 * @throws Error with a message for the user.
 */
export function parsePackageOptions(
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): PackageOptions {
  const { values } = parseArgs({ args: [...words], options: known });
  const zip = values['electron-zip'] ?? variables['DAILIES_ELECTRON_ZIP'];
  const runtime = values['appimage-runtime'] ?? variables['DAILIES_APPIMAGE_RUNTIME'];
  return {
    json: values.json,
    isSlim: values.slim,
    outFolder: resolve(values.out),
    formats: values.formats === undefined ? null : [...new Set(values.formats.split(',').map(formatNamed))],
    electronZip: zip ? electronZipAt(zip) : null,
    builtFolder: values.built === undefined ? null : resolve(values.built),
    serviceFile: resolve(values.service),
    version: values['app-version'] === undefined ? null : versionIn(values['app-version']),
    appImageRuntime: runtime ? resolve(runtime) : null,
  };
}

function formatNamed(word: string): Format {
  const format = formats.find((name) => name === word);
  if (format === undefined) throw new Error(`No such format: ${word}. There are ${formats.join(', ')}.`);
  return format;
}

function versionIn(word: string): string {
  if (semver.valid(word) === word) return word;
  throw new Error(`--app-version must be a version such as 1.4.0, not ${word}.`);
}

/**
 * Checks the named files before a build that takes minutes. The app would not start with unreadable settings of a
 * distributor.
 * @throws Error with a message for the user.
 */
export function checkPackageFiles(options: PackageOptions): void {
  const { serviceFile, builtFolder, electronZip, outFolder } = options;
  for (const path of [serviceFile, builtFolder, electronZip?.path ?? null])
    if (path !== null && !existsSync(path)) throw new Error(`There is no ${path}.`);
  if (existsSync(outFolder) && !statSync(outFolder).isDirectory())
    throw new Error(`${outFolder} is not a folder.`);
  if (!statSync(serviceFile).isFile()) throw new Error(`${serviceFile} is not a file.`);
  readSuggestedAddress(serviceFile);
  readUpdateSource(serviceFile);
  readDistributor(serviceFile);
  if (builtFolder !== null && !existsSync(join(builtFolder, 'main')))
    throw new Error(`${builtFolder} is no build: it has no folder main.`);
}

function electronZipAt(path: string): ElectronZip {
  const version = /^electron-v(\d+\.\d+\.\d+.*)-[a-z0-9]+-[a-z0-9]+\.zip$/.exec(basename(path))?.[1];
  if (version === undefined)
    throw new Error(`${path} is not named as Electron's files are, such as electron-v45.4.1-linux-x64.zip.`);
  return { path: resolve(path), folder: resolve(dirname(path)), version };
}
