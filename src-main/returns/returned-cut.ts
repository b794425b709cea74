import { dirname } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { losses } from '../../src-shared/timeline/losses.ts';
import type { MediaReference, Timeline, TimelineFormat } from '../../src-shared/timeline/timeline.ts';
import { type Manifest, readManifest } from '../deliveries/manifest.ts';
import { absoluteLocation } from '../projects/documents.ts';
import type { ReturnRecord } from '../state/return-repository.ts';
import { type ReadCuts, readCuts } from './describe-return.ts';
import { readContent, type ReadReturn } from './read-return.ts';
import { returnFileAt } from './return-files.ts';

/** A returned cut, read again. */
export interface ReturnedCut extends Pick<ReadCuts, 'delivered' | 'hashes'> {
  /** Media of the version are at their paths in it, all others at absolute locations. */
  readonly timeline: Timeline;
  readonly returned: ReadReturn;
  readonly manifest: Manifest;
}

/**
 * Reads the cut of a return.
 * @throws AppError `not_found` when the file is gone, `conflict` when it changed since, `document_unreadable`.
 */
export async function readReturnedCut(
  { versionFolder, relativePath, path, deliveryId, fingerprint }: ReturnRecord,
  hashFile: (path: string) => Promise<string>,
): Promise<ReturnedCut> {
  const details = { path };
  const manifest = await readManifest(versionFolder);
  const file = await returnFileAt(path, relativePath).catch(() => null);
  if (!file || manifest?.deliveryId !== deliveryId)
    throw new AppError('not_found', 'The returned file is not there.', { details });
  const content = await readContent(file);
  if (content.fingerprint !== fingerprint)
    throw new AppError('conflict', 'The returned file has changed since it was read.', { details });
  const { timeline, ...cuts } = await readCuts(file, content, { versionFolder, manifest, hashFile });
  const own = new Set(manifest.media.map((each) => each.path));
  const media = timeline.media.map((one) =>
    own.has(one.location) ? one : { ...one, location: absolutePlace(one, file.documentPath, versionFolder) },
  );
  return { ...cuts, timeline: { ...timeline, media }, manifest };
}

/** True if captions did not return because the form of the return holds none. */
export function hasLostCaptions({ returned, timeline }: ReturnedCut): boolean {
  if (returned.lacksCaptions) return true;
  return timeline.captionTracks.length === 0 && returned.formats.some(losesCaptions);
}

const losesCaptions = (format: TimelineFormat): boolean => losses[format].includes('CAPTIONS');

/** Returns the absolute location of media that were not delivered with the version. */
function absolutePlace({ location }: MediaReference, documentPath: string, versionFolder: string): string {
  // Media shared with an earlier version are relative to the version's folder.
  const folder = location.startsWith('../') ? versionFolder : dirname(documentPath);
  return absoluteLocation(location, folder);
}
