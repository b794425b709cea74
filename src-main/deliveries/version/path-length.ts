import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { versionName } from './project-name.ts';

/** Number of characters from which on a path fails to open in some editors on Windows. */
const tooLongPath = 240;

/** Checks the length of the longest path of these names below a folder. @throws AppError `path_too_long`. */
export function requireShortPaths(folder: string, names: readonly string[]): void {
  const longest = names.reduce((length, name) => Math.max(length, name.length), 0);
  const length = folder.length + 1 + longest;
  if (length < tooLongPath) return;
  throw new AppError(
    'path_too_long',
    `The longest path in ${folder} would have ${String(length)} characters.`,
    { details: { path: folder, length, limit: tooLongPath - 1 } },
  );
}

/** Checks as `requireShortPaths` from the project's name alone, before the version's files are known. */
export function requireRoomForVersion(rootFolder: string, projectName: string): void {
  const name = versionName(projectName, 1);
  requireShortPaths(join(rootFolder, projectName, name), [`${name}_reference.mp4`]);
}
