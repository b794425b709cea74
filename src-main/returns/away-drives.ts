import { needsOf } from '../../src-shared/error-policy.ts';
import type { KnownFolders } from '../state/settings/known-folders.ts';

/**
 * Returns what keeps a return from being kept: a drive that is away, instead of what could not be read on it.
 */
export async function causeOf(
  error: unknown,
  rootFolder: string,
  folders: Pick<KnownFolders, 'require'>,
): Promise<unknown> {
  const needs = needsOf(error);
  if (needs === 'folder' || needs === 'space') return error;
  return folders.require(rootFolder).then(
    () => error,
    (reason: unknown) => reason,
  );
}
