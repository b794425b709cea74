import { open } from 'node:fs/promises';

/** Writes a file's content to the disk. */
export async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}
