import { plainFiles } from './plain-files.ts';

/** Removes a folder of ours with all that is in it. A missing one is fine; a busy file is tried again. */
export async function removeTree(path: string): Promise<void> {
  await plainFiles.rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
