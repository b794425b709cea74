import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { pathOfFileUrl } from '../../src-shared/timeline/file-url.ts';
import type { Timeline } from '../../src-shared/timeline/timeline.ts';
import { disguisedSuffix } from './disguised-file.ts';

export interface Place {
  /** The folder the document's locations speak of. */
  readonly standsAt: string;
  /** Where its files are now. */
  readonly liesIn: string;
}

/**
 * Makes sure that every media file a document refers to is in the delivery with something in it. Links to the
 * service count as there.
 * @throws AppError `bundle_corrupt` naming the first that is missing, `bundle_unsafe` the first that is not what its
 * name says.
 */
export async function requireMedia(document: string, timeline: Timeline, place: Place): Promise<void> {
  for (const { location } of timeline.media) {
    if (/^https?:/i.test(location)) continue;
    const lies = fileOfMedia(location, place);
    if (lies !== null && !lies.endsWith(disguisedSuffix) && (await hasContent(lies))) continue;
    const details = { document, file: location.split(/[/\\]/).at(-1) ?? '' };
    if (lies !== null && (await hasContent(lies + disguisedSuffix))) {
      throw new AppError('bundle_unsafe', `${document} refers to ${location}, which is something else.`, {
        details: { ...details, reason: 'disguised_media' },
      });
    }
    throw new AppError('bundle_corrupt', `${document} refers to ${location}, which is not there.`, {
      details: { ...details, reason: 'missing_media' },
    });
  }
}

/** The file behind a media location; null for links, and for what is not in the delivery. */
export function fileOfMedia(location: string, place: Place): string | null {
  const path = insidePath(location, place.standsAt);
  return path === null ? null : join(place.liesIn, path);
}

async function hasContent(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => null);
  return facts?.isFile() === true && facts.size > 0;
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
