import { stat } from 'node:fs/promises';

/** True if the path exists; false also if it cannot be examined. */
export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
