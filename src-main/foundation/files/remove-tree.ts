import { plainFiles } from './plain-files.ts';

/** Removes one of the app's folders with everything in it. Ignores a missing folder, and retries busy files. */
export async function removeTree(path: string): Promise<void> {
  await plainFiles.rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
