import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { pathOfFileUrl } from '../../../src-timeline/formats/file-url.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { disguisedSuffix } from './disguised-file.ts';

export interface Place {
  /** Folder that the document's locations refer to. */
  readonly standsAt: string;
  /** Folder that holds its files now. */
  readonly liesIn: string;
}

/**
 * Checks that the delivery holds every media file of a document, and that none is empty. Links to the service count as
 * present.
 * @throws AppError `bundle_corrupt` naming the first missing file, `bundle_unsafe` naming the first whose content
 * contradicts its name.
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

/** Path of the file behind a media location; null for links, and for locations outside the delivery. */
export function fileOfMedia(location: string, place: Place): string | null {
  const path = insidePath(location, place.standsAt);
  return path === null ? null : join(place.liesIn, path);
}

async function hasContent(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => null);
  return facts?.isFile() === true && facts.size > 0;
}

/** Path relative to the folder; null when the location leads out of it. */
function insidePath(location: string, folder: string): string | null {
  try {
    const path = relative(folder, pathOfFileUrl(location, process.platform));
    const leadsOut = path === '' || path === '..' || path.startsWith(`..${sep}`) || path.includes(':');
    return leadsOut ? null : path;
  } catch {
    return null;
  }
}
