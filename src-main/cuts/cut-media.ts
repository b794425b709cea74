import type { CutMedia } from '../../src-shared/contract/cut.ts';
import type { MediaReference, Timeline } from '../../src-timeline/model/timeline.ts';
import type { PlayedForm } from '../engine/proxies.ts';
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
  const within = withinOf(path, folder);
  return { path, isNamedByOthers: true, ...(within !== undefined && { within }) };
}

/** Returns the folder that a file must stay in; undefined for a file elsewhere. */
export function withinOf(path: string, folder: string | null): string | undefined {
  return folder !== null && isInside(path, folder) ? folder : undefined;
}

/** Says of each media of a cut whether it can be played. */
export async function cutMediaStates(
  { media }: Timeline,
  pathOf: (media: MediaReference) => string,
  formOf: (path: string) => Promise<PlayedForm>,
  { kept, isOnline }: { readonly kept: KeptMedia; readonly isOnline: boolean },
): Promise<Record<string, CutMedia>> {
  const keptElements = await kept.elements();
  const stateOf = async (one: MediaReference): Promise<Omit<CutMedia, 'fileName'>> => {
    const element = elementOf(one.location);
    const path = fileOfLocation(one.location);
    const isThereNow = element !== null ? isOnline || keptElements.has(element) : await isAt(path);
    if (!isThereNow) return { path: null, state: element === null ? 'missing' : 'offline', codec: null };
    if (path === null) return { path: pathOf(one), state: 'ready', codec: null };
    const { state, proxyPath, codec } = await formOf(path);
    const played = pathOf(one) + (proxyPath === null ? '' : '-proxy');
    return { path: state === 'ready' ? played : null, state, codec };
  };
  const entries = media.map(async (one) => {
    return [one.mediaId, { ...(await stateOf(one)), fileName: one.fileName }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function isAt(path: string | null): Promise<boolean> {
  return path !== null && isThere(path);
}
