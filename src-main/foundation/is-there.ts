import { stat } from 'node:fs/promises';

/** False also for what cannot be looked at. */
export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
