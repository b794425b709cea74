import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const inside = join('resources', 'catalogue');

/**
 * Returns the read-only folder with the pictures of the built-in catalogue: in `resources` beside this file or above
 * it, in the sources, in a build and in a package. If it is missing, the pictures are listed as failed.
 */
export function catalogueFolder(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, inside))) return join(folder, inside);
  return join(start, inside);
}
