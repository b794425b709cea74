import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { pathOfFileUrl } from '../../src-shared/timeline/file-url.ts';
import type { Timeline } from '../../src-shared/timeline/timeline.ts';

export interface Place {
  /** The folder the document's locations speak of. */
  readonly standsAt: string;
  /** Where its files are now. */
  readonly liesIn: string;
}

/**
 * Makes sure that every media file a document refers to is in the delivery with something in it. Links to the
 * service count as there.
 * @throws AppError `bundle_corrupt` naming the first that is missing.
 */
export async function requireMedia(document: string, timeline: Timeline, place: Place): Promise<void> {
  for (const { location } of timeline.media) {
    if (/^https?:/i.test(location)) continue;
    const path = insidePath(location, place.standsAt);
    const facts = path === null ? null : await lstat(join(place.liesIn, path)).catch(() => null);
    if (facts?.isFile() && facts.size > 0) continue;
    throw new AppError('bundle_corrupt', `${document} refers to ${location}, which is not there.`, {
      details: { document, reason: 'missing_media', file: location.split(/[/\\]/).at(-1) ?? '' },
    });
  }
}

/** The path below the folder; null when the location leads out of it. */
function insidePath(location: string, folder: string): string | null {
  try {
    const path = relative(folder, pathOfFileUrl(location, process.platform));
    const leadsOut = path === '' || path === '..' || path.startsWith(`..${sep}`) || path.includes(':');
    return leadsOut ? null : path;
  } catch {
    return null;
  }
}
