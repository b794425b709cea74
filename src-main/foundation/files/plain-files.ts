import * as files from 'node:fs/promises';

/**
 * Accesses files as they are on the disk. Electron's own access takes an `.asar` for a folder, so a tree that holds one
 * can be neither removed nor synced: https://www.electronjs.org/docs/latest/tutorial/asar-archives
 */
export const plainFiles: typeof files = originalFiles() ?? files;

/** Returns null outside Electron. */
function originalFiles(): typeof files | null {
  const module: unknown = process.getBuiltinModule('original-fs');
  return module ? (module as { readonly promises: typeof files }).promises : null;
}
