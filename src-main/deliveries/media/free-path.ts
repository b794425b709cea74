import { extname } from 'node:path';
import { foldName } from '../../../src-timeline/model/fold-name.ts';

/**
 * Returns the path, with a number before its extension if it is taken.
 * @param taken folded paths.
 */
export function freePath(path: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  const end = extname(path);
  const stem = path.slice(0, path.length - end.length);
  let free = path;
  for (let number = 2; taken.has(foldName(free)); number += 1) free = `${stem}-${String(number)}${end}`;
  return free;
}
