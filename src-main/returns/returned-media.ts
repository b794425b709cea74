import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileUrlOfPath, pathOfFileUrl } from '../../src-shared/timeline/file-url.ts';
import type { MediaReference, Timeline } from '../../src-shared/timeline/timeline.ts';
import { type Manifest, type ManifestFile, readManifest } from '../deliveries/manifest.ts';
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
  /** Of files that their place does not tell. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Finds the delivered files among the media of a returned cut: by where they are, by their names, by their hashes. */
export async function findDeliveredMedia(timeline: Timeline, place: MediaPlace): Promise<KnownMedia> {
  const placeOf = placesOfDelivered(place);
  const versions = new OtherVersions();
  const hashes = new Map<string, string>();
  const rates = new Map(place.deliveredMedia.map(({ location, frameRate }) => [location, frameRate]));
  const media: MediaReference[] = [];
  for (const one of timeline.media) {
    const paths = await meantPaths(one.location, place);
    const known = paths.map(placeOf).find((location) => location !== null);
    const shared = known === undefined ? await versions.find(paths) : null;
    const location = known ?? (shared ? fromVersion(shared.path, place) : outside(one.location, paths));
    // Few formats say at which rate a file runs by itself.
    const frameRate = rates.get(location);
    media.push({ ...one, location, ...(frameRate && { frameRate }) });
    const hash = known === undefined ? await hashOf(one, paths, shared, place) : null;
    if (hash !== null) hashes.set(one.mediaId, hash);
  }
  return { timeline: { ...timeline, media }, hashes };
}

/** What the delivered cut calls the file at a path; null for a file it does not name. */
function placesOfDelivered({
  versionFolder,
  manifest,
  deliveredMedia,
}: MediaPlace): (path: string) => string | null {
  const own = new Map(manifest.media.map(({ path }) => [foldName(path), path]));
  // An edit that became a version keeps pictures of its own where they are.
  const linked = new Map(
    deliveredMedia.flatMap(({ location }) =>
      absolutePaths(location, []).map((path) => [foldName(path), location] as const),
    ),
  );
  return (path) => {
    const inside = relative(versionFolder, path).split(sep).join('/');
    return own.get(foldName(inside)) ?? linked.get(foldName(path)) ?? null;
  };
}

/** What a version before shares with this one is named from the version's folder, unless it lies on another drive. */
function fromVersion(path: string, { versionFolder }: MediaPlace): string {
  return relative(versionFolder, path).split(sep).join('/');
}

/** A path from the document's folder would be another one from the version's. */
function outside(location: string, paths: readonly string[]): string {
  const [path, ...others] = paths;
  const isCertain = path !== undefined && others.length === 0 && !/^file:/i.test(location);
  return isCertain ? fileUrlOfPath(path, process.platform) : location;
}

/** Where a location can be: the file beside the document where there is one. */
async function meantPaths(
  location: string,
  { documentFolder, versionFolder }: MediaPlace,
): Promise<readonly string[]> {
  const paths = [...new Set(absolutePaths(location, [documentFolder, versionFolder]))];
  const [beside, ...others] = paths;
  if (beside === undefined || others.length === 0) return paths;
  const facts = await stat(beside).catch(() => null);
  return facts?.isFile() === true ? [beside] : paths;
}

/** A relative location can be meant from any of some folders: a moved document keeps its own. */
function absolutePaths(location: string, folders: readonly string[]): readonly string[] {
  if (/^https?:/i.test(location)) return [];
  if (!/^file:/i.test(location)) return folders.map((folder) => join(folder, location));
  try {
    return [pathOfFileUrl(location, process.platform)];
  } catch {
    return [];
  }
}

interface SharedMedia {
  /** Where it lies. */
  readonly path: string;
  readonly file: ManifestFile;
}

/** Media of versions lie in one folder or one below. */
const mostFoldersUp = 3;

/** Media of other versions of ours, as their manifests have them. */
class OtherVersions {
  readonly #manifests = new Map<string, Promise<Manifest | null>>();

  async find(paths: readonly string[]): Promise<SharedMedia | null> {
    for (const path of paths.filter(isAbsolute)) {
      let folder = dirname(path);
      for (let up = 0; up < mostFoldersUp; up += 1) {
        const inside = foldName(relative(folder, path).split(sep).join('/'));
        const manifest = await this.#manifestIn(folder);
        const file = manifest?.media.find((one) => foldName(one.path) === inside);
        if (file) return { path, file };
        folder = dirname(folder);
      }
    }
    return null;
  }

  #manifestIn(folder: string): Promise<Manifest | null> {
    const known = this.#manifests.get(folder) ?? readManifest(folder);
    this.#manifests.set(folder, known);
    return known;
  }
}

/** Null where the file is not there, and where neither its name nor its size is that of a delivered file. */
async function hashOf(
  { fileName }: MediaReference,
  paths: readonly string[],
  shared: SharedMedia | null,
  { manifest, hashFile }: MediaPlace,
): Promise<string | null> {
  const hasName = ({ path }: ManifestFile): boolean => foldName(basename(path)) === foldName(fileName);
  for (const path of paths.filter(isAbsolute)) {
    const facts = await stat(path).catch(() => null);
    if (!facts?.isFile()) continue;
    if (path === shared?.path && facts.size === shared.file.sizeBytes) return shared.file.sha256;
    if (manifest.media.some((file) => hasName(file) || file.sizeBytes === facts.size))
      return hashFile(path).catch(() => null);
  }
  return null;
}
