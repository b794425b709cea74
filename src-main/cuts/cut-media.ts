import type { CutMedia } from '../../src-shared/contract/cut.ts';
import type { MediaReference, Timeline } from '../../src-timeline/model/timeline.ts';
import { isThere } from '../foundation/files/is-there.ts';
import { isInside } from '../foundation/files/read-foreign-file.ts';
import { sha256Of } from '../foundation/files/sha256-of.ts';
import { elementOf } from '../projects/element-location.ts';
import { fileOfLocation } from '../projects/file-of-location.ts';
import type { KeptMedia } from '../projects/kept-media.ts';
import type { MediaFile } from '../projects/media-gateway.ts';
import type { SignedLink } from '../projects/project-cuts.ts';
import type { CutScope } from './project-cut-states.ts';

/** Returns the path of a cut's media file for the page. @param of the cut, as in a media path. */
export function cutMediaPath(
  {
    connectionId,
    projectId,
    of,
  }: { readonly connectionId: string; readonly projectId: string; readonly of: string },
  { mediaId, location }: Pick<MediaReference, 'mediaId' | 'location'>,
): string {
  const state = sha256Of(location).slice(0, 8);
  return ['cuts', connectionId, projectId, of, mediaId, state].join('/');
}

/**
 * Returns a media file of a cut, or the link to it; null if nothing leads to it.
 * @param folder of the version that the cut belongs to, to which others may write; null for no version.
 */
export function cutMediaSource(
  { cuts }: CutScope,
  projectId: string,
  { location, fileName }: MediaReference,
  folder: string | null,
  signal: AbortSignal,
): MediaFile | SignedLink | null {
  const element = elementOf(location);
  if (element !== null) return cuts.elementLink(projectId, { element, fileName }, signal);
  const path = fileOfLocation(location);
  if (path === null) return null;
  const within = folder !== null && isInside(path, folder) ? { within: folder } : {};
  return { path, isNamedByOthers: true, ...within };
}

/** Says of each media of a cut whether it can be played. */
export async function cutMediaStates(
  { media }: Timeline,
  pathOf: (media: MediaReference) => string,
  kept: KeptMedia,
  isOnline: boolean,
): Promise<Record<string, CutMedia>> {
  const keptElements = await kept.elements();
  const stateOf = async ({ location }: MediaReference): Promise<CutMedia['state']> => {
    const element = elementOf(location);
    if (element !== null) return isOnline || keptElements.has(element) ? 'ready' : 'offline';
    const path = fileOfLocation(location);
    return path !== null && (await isThere(path)) ? 'ready' : 'missing';
  };
  const entries = media.map(async (one) => {
    const state = await stateOf(one);
    const path = state === 'ready' ? pathOf(one) : null;
    return [one.mediaId, { path, state, fileName: one.fileName, codec: null }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
