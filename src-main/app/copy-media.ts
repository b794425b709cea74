import { AppError } from '../../src-shared/app-error.ts';
import type { AppServices } from './compose-services.ts';

/**
 * Grants a copy of a file that main serves to the page.
 * @throws AppError `file_unreadable`, and as `FileGrants.grantCopy`.
 */
export async function copyMedia(
  { mediaPath, displayName }: { readonly mediaPath: string; readonly displayName: string },
  { mediaOf, fileGrants }: Pick<AppServices, 'mediaOf' | 'fileGrants'>,
): Promise<{ fileGrant: string }> {
  const { status, body } = await mediaOf(mediaPath).open(mediaPath, null, AbortSignal.any([]));
  if (status !== 200 || !body) {
    body?.destroy();
    throw new AppError('file_unreadable', `${displayName} was answered with ${String(status)}.`, {
      details: { displayName },
    });
  }
  return { fileGrant: await fileGrants.grantCopy(displayName, body) };
}
