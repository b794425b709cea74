import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { normalize } from 'node:path/posix';
import { pathOfFileUrl } from '../../src-shared/timeline/file-url.ts';
import type { MediaReference, Timeline } from '../../src-shared/timeline/timeline.ts';
import type { Manifest } from '../deliveries/manifest.ts';
import { foldName } from '../foundation/portable-name.ts';

export interface MediaPlace {
  readonly versionFolder: string;
  /** The folder of the returned document. */
  readonly documentFolder: string;
  readonly manifest: Manifest;
  /** The SHA-256 of a file in lower-case hex. */
  readonly hashFile: (path: string) => Promise<string>;
  /** Of the delivered cut, at the paths of the manifest. */
  readonly deliveredMedia: readonly MediaReference[];
}

/** A returned cut whose media are named as the delivered one names them, as far as they are the same files. */
export interface KnownMedia {
  readonly timeline: Timeline;
  /** Of files that neither their place nor their name tells. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Finds the delivered files among the media of a returned cut: by where they are, by their names, by their hashes. */
export async function findDeliveredMedia(timeline: Timeline, place: MediaPlace): Promise<KnownMedia> {
  const { media: delivered } = place.manifest;
  const pathByFold = new Map(delivered.map(({ path }) => [foldName(path), path]));
  const nameCounts = Map.groupBy(delivered, ({ path }) => foldName(path.split('/').at(-1) ?? ''));
  const hashes = new Map<string, string>();
  const rates = new Map(place.deliveredMedia.map(({ location, frameRate }) => [location, frameRate]));
  const media: MediaReference[] = [];
  for (const one of timeline.media) {
    const known = insideVersion(one.location, place)
      .map((path) => pathByFold.get(foldName(path)) ?? (path.startsWith('../') ? path : undefined))
      .find((path) => path !== undefined);
    // Few formats say at which rate a file runs by itself.
    const frameRate = rates.get(known ?? '');
    media.push(known === undefined ? one : { ...one, location: known, ...(frameRate && { frameRate }) });
    if (known !== undefined || nameCounts.has(foldName(one.fileName))) continue;
    const hash = await hashIfLikely(one.location, place);
    if (hash !== null) hashes.set(one.mediaId, hash);
  }
  return { timeline: { ...timeline, media }, hashes };
}

/** Where a location can be meant to be, as paths from the version's folder. A moved document keeps its relative ones. */
function insideVersion(location: string, { versionFolder, documentFolder }: MediaPlace): readonly string[] {
  const absolute = absolutePaths(location, [documentFolder, versionFolder]);
  return absolute.map((path) => normalize(relative(versionFolder, path).split(sep).join('/')));
}

function absolutePaths(location: string, folders: readonly string[]): readonly string[] {
  if (/^https?:/i.test(location)) return [];
  if (!/^file:/i.test(location)) return folders.map((folder) => join(folder, location));
  try {
    return [pathOfFileUrl(location, process.platform)];
  } catch {
    return [];
  }
}

/** Null where no delivered file has its size, or it is not there. */
async function hashIfLikely(
  location: string,
  { documentFolder, versionFolder, manifest, hashFile }: MediaPlace,
): Promise<string | null> {
  for (const path of absolutePaths(location, [documentFolder, versionFolder]).filter(isAbsolute)) {
    const facts = await stat(path).catch(() => null);
    if (!facts?.isFile() || !manifest.media.some(({ sizeBytes }) => sizeBytes === facts.size)) continue;
    return hashFile(path).catch(() => null);
  }
  return null;
}
