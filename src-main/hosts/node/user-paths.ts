import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../foundation/environment.ts';
import type { Paths } from '../../platform.ts';
import { moviesFolder } from './movies-folder.ts';

/**
 * Returns the places of the app's own files: `DAILIES_USER_DATA` when set, else by the system's conventions (XDG base
 * directories, Application Support, roaming AppData).
 */
export function userPaths(platform: NodeJS.Platform, environment: Environment, home = homedir()): Paths {
  const chosen = environment['DAILIES_USER_DATA'];
  return {
    userData: chosen ? chosen : join(dataRoot(platform, environment, home), 'Dailies'),
    movies: moviesFolder(platform, environment, home),
  };
}

function dataRoot(platform: NodeJS.Platform, environment: Environment, home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return environment['APPDATA'] || join(home, 'AppData', 'Roaming');
  return environment['XDG_CONFIG_HOME'] || join(home, '.config');
}
