import { dirname } from 'node:path/posix';

/** Maximum number of source files side by side in a folder of tests. */
const mostTests = 40;
/** Maximum number of source files side by side in every other folder. */
const mostSources = 25;

/** Returns a line for each folder with too many source files side by side. Paths start at the root, with slashes. */
export function crowdedFolders(files: readonly string[]): readonly string[] {
  const counts = Map.groupBy(files, (file) => dirname(file));
  return [...counts].flatMap(([folder, { length }]) => {
    const most = folder === 'test' || folder.startsWith('test/') ? mostTests : mostSources;
    return length > most
      ? [`${folder} has ${String(length)} files side by side; at most ${String(most)}.`]
      : [];
  });
}
