import { type PathPlatform, pathOfFileUrl } from '../../src-timeline/formats/file-url.ts';

/**
 * Returns the path of a `file:` URL; null for other locations, and on Windows for files on shares: the page would make
 * Windows sign in to a server that a document names.
 */
export function fileOfLocation(location: string, platform: PathPlatform = process.platform): string | null {
  if (!/^file:/i.test(location)) return null;
  try {
    const path = pathOfFileUrl(location, platform);
    return platform === 'win32' && path.startsWith('\\\\') ? null : path;
  } catch {
    return null;
  }
}
