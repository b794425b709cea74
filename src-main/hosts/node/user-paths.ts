import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../../foundation/environment.ts';
import type { Paths } from '../../platform.ts';
import { moviesFolder } from './movies-folder.ts';

/** Returns the folder that `DAILIES_USER_DATA` names, relative to the current one; null if it names none. */
export function chosenUserData(environment: Environment): string | null {
  const chosen = environment['DAILIES_USER_DATA'];
  return chosen ? resolve(chosen) : null;
}

/**
 * Returns the places of the app's own files: `DAILIES_USER_DATA` when set, else by the system's conventions (XDG base
 * directories, Application Support, roaming AppData).
 */
export function userPaths(platform: NodeJS.Platform, environment: Environment, home = homedir()): Paths {
  return {
    userData: chosenUserData(environment) ?? join(dataRoot(platform, environment, home), 'Dailies'),
    movies: moviesFolder(platform, environment, home),
  };
}

function dataRoot(platform: NodeJS.Platform, environment: Environment, home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return environment['APPDATA'] || join(home, 'AppData', 'Roaming');
  return environment['XDG_CONFIG_HOME'] || join(home, '.config');
}
