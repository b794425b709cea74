import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path in the environment variable, otherwise the first match on the path; null if not executable. */
function findProgram(name: string, variable?: string): string | null {
  const named = variable === undefined ? undefined : process.env[variable];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const places = named === undefined ? folders.map((folder) => join(folder, name)) : [named];
  return places.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of a program. @throws Error if it is not on the path. */
export function requireProgram(name: string): string {
  const found = findProgram(name);
  if (found === null) throw new Error(`${name} is not on the path.`);
  return found;
}

export const editorPrograms = {
  kdenlive: findProgram('kdenlive', 'DAILIES_KDENLIVE'),
  shotcut: findProgram('shotcut', 'DAILIES_SHOTCUT'),
  openshot: findProgram('openshot-qt', 'DAILIES_OPENSHOT'),
  melt: findProgram('melt', 'DAILIES_MELT'),
};

/** Returns why tests with the editor must be skipped; null if it and the programs that drive the desktop exist. */
export function reasonWithout(program: keyof typeof editorPrograms): string | null {
  const keys = ['xdotool', 'import'];
  const needed = { kdenlive: [...keys, 'qdbus6'], shotcut: keys, openshot: keys, melt: [] };
  const missing = needed[program].filter((name) => findProgram(name) === null);
  if (editorPrograms[program] === null)
    return `${program} is neither on the path nor named by DAILIES_${program.toUpperCase()}.`;
  return missing.length === 0 ? null : `${program} is driven by ${missing.join(', ')}, which is not here.`;
}
