import { link, rename } from 'node:fs/promises';
import { systemCodeOf } from './folder-errors.ts';
import { isThere } from './is-there.ts';

/**
 * Gives a file another name on its drive in one step, and replaces nothing. Where the drive has hard links, the old name
 * stays too.
 * @returns false if something has the name.
 * @throws the system's errors.
 */
export async function moveUnlessTaken(path: string, target: string): Promise<boolean> {
  const code = await link(path, target).then(() => null, systemCodeOf);
  if (code === null) return true;
  if (code === 'EEXIST' || (await isThere(target))) return false;
  await rename(path, target);
  return true;
}
