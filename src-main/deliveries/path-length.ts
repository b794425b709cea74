import { join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { versionName } from './project-name.ts';

/** Paths of this many characters and more do not open in every editor on Windows. */
const tooLongPath = 240;

/** @throws AppError `path_too_long` when the longest of the names below a folder makes too long a path. */
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

/** As `requireShortPaths`, before anything is known but where a project's versions will stand. */
export function requireRoomForVersion(rootFolder: string, projectName: string): void {
  const name = versionName(projectName, 1);
  requireShortPaths(join(rootFolder, projectName, name), [`${name}_reference.mp4`]);
}
