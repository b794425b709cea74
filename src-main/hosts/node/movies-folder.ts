import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { type Environment, variableOf } from '../../foundation/environment.ts';

const registryKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\User Shell Folders';
const maxQueryMs = 2_000;

/** Sources of the system's own settings; each returns null where nothing is set. */
export interface MoviesSources {
  /** Reads the text of `user-dirs.dirs` at a path. */
  readonly readUserDirs: (path: string) => string | null;
  /** Returns the output of `reg query` about the Videos known folder. */
  readonly queryRegistry: () => string | null;
}

const systemSources: MoviesSources = { readUserDirs: readTextFile, queryRegistry };

/** Finds the user's movies: Movies on macOS, the Videos known folder on Windows, XDG_VIDEOS_DIR elsewhere. */
export function moviesFolder(
  platform: NodeJS.Platform,
  environment: Environment,
  home: string,
  sources: MoviesSources = systemSources,
): string {
  if (platform === 'darwin') return join(home, 'Movies');
  const set =
    platform === 'win32'
      ? knownFolder(sources.queryRegistry(), environment)
      : userDir(sources.readUserDirs(userDirsPath(environment, home)), home);
  return set ?? join(home, 'Videos');
}

function userDirsPath(environment: Environment, home: string): string {
  return join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'user-dirs.dirs');
}

/**
 * Reads `XDG_VIDEOS_DIR="$HOME/Videos"` or an absolute path. The home folder itself means that none is set.
 * @see https://www.freedesktop.org/wiki/Software/xdg-user-dirs/
 */
function userDir(text: string | null, home: string): string | null {
  const value = text?.match(/^\s*XDG_VIDEOS_DIR="((?:[^"\\]|\\.)*)"/m)?.[1]?.replaceAll(/\\(.)/g, '$1');
  if (value === undefined) return null;
  const path = normalize(value.replace(/^\$HOME(?=\/|$)/, () => home)).replace(/(?<=.)\/$/, '');
  return isAbsolute(path) && path !== home ? path : null;
}

/** Reads the value of `My Video` and fills in its variables; null if the console could not print all letters. */
function knownFolder(printed: string | null, environment: Environment): string | null {
  const value = printed?.match(/REG_(?:EXPAND_)?SZ\s+(\S.*?)\s*$/m)?.[1];
  const path = value?.replaceAll(
    /%([^%]+)%/g,
    (whole, name: string) => variableOf(environment, name) ?? whole,
  );
  return path && /^(?:[a-z]:\\|\\\\)/i.test(path) && !/[%?\uFFFD]/.test(path) ? path : null;
}

function readTextFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function queryRegistry(): string | null {
  const options = { encoding: 'utf8', timeout: maxQueryMs, windowsHide: true } as const;
  const program = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  const { status, stdout } = spawnSync(program, ['query', registryKey, '/v', 'My Video'], options);
  return status === 0 ? stdout : null;
}
