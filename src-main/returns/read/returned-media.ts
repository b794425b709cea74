import { stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep, win32 } from 'node:path';
import { isSame } from '../../../src-timeline/diff/match/is-same.ts';
import { fileUrlOfPath, type PathPlatform, pathOfFileUrl } from '../../../src-timeline/formats/file-url.ts';
import { foldName } from '../../../src-timeline/model/fold-name.ts';
import { clipsOfTracks, clipsWithTails, coverClips } from '../../../src-timeline/model/placement.ts';
import type { FrameRate } from '../../../src-timeline/model/rational-time.ts';
import type { Clip, MediaReference, Timeline } from '../../../src-timeline/model/timeline.ts';
import { type Manifest, type ManifestFile, readManifest } from '../../deliveries/version/manifest.ts';
import { systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { isMediaFile } from '../../intake/inspect-file.ts';

export interface MediaPlace {
  readonly platform: PathPlatform;
  readonly versionFolder: string;
  /** Folder of the returned document. */
  readonly documentFolder: string;
  readonly manifest: Manifest;
  /** Returns the SHA-256 of a file in lower-case hex. */
  readonly hashFile: (path: string) => Promise<string>;
  /** Media of the delivered cut, at the paths of the manifest. */
  readonly deliveredMedia: readonly MediaReference[];
  /** Frame rate of the delivered cut. */
  readonly deliveredRate: FrameRate;
}

/** A returned cut whose media have the delivered cut's locations where they are the same files. */
export interface KnownMedia {
  readonly timeline: Timeline;
  /** Hashes of files that their location does not identify. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Files outside the version that clips show: sizes in bytes by absolute path. */
  readonly outside: ReadonlyMap<string, number>;
}

/** Finds delivered files among the media of a returned cut: by location, name and hash. */
export async function findDeliveredMedia(timeline: Timeline, place: MediaPlace): Promise<KnownMedia> {
  const placeOf = placesOfDelivered(place);
  const mayAccess = reachable(place);
  const namesakeOf = namesakesOf(timeline, place);
  const versions = new OtherVersions();
  const hashes = new Map<string, string>();
  const rates = new Map(place.deliveredMedia.map(({ location, frameRate }) => [location, frameRate]));
  const media: MediaReference[] = [];
  const pathsOf = new Map<string, readonly string[]>();
  for (const one of timeline.media) {
    const paths = await meantPaths(one.location, place, mayAccess);
    const byPlace = paths.map(placeOf).find((location) => location !== null);
    const namesake = byPlace === undefined ? namesakeOf(one) : undefined;
    const isMissing = namesake !== undefined && (await isNowhere(one.location, place, mayAccess));
    const known = byPlace ?? (isMissing ? namesake : undefined);
    const shared = known === undefined ? await versions.find(paths) : null;
    const location =
      known ?? (shared ? fromVersion(shared.path, place) : absoluteUrl(one.location, paths, place));
    pathsOf.set(one.mediaId, paths);
    // Few formats contain a file's own frame rate.
    const frameRate = rates.get(location);
    media.push({ ...one, location, ...(frameRate && { frameRate }) });
    const hash = known === undefined ? await hashOf(one, paths, shared, place) : null;
    if (hash !== null) hashes.set(one.mediaId, hash);
  }
  const found = { ...timeline, media };
  return { timeline: found, hashes, outside: await filesOutside(found, pathsOf, place) };
}

/** Returns the sizes in bytes of the files outside the version that clips show, by absolute path. */
async function filesOutside(
  { media, tracks }: Timeline,
  pathsOf: ReadonlyMap<string, readonly string[]>,
  { manifest }: MediaPlace,
): Promise<ReadonlyMap<string, number>> {
  const used = new Set(clipsOfTracks(tracks).map(({ mediaId }) => mediaId));
  const own = new Set(manifest.media.map(({ path }) => path));
  const sizes = new Map<string, number>();
  for (const { mediaId, location } of media) {
    const isOutside = used.has(mediaId) && !own.has(location);
    const file = isOutside ? await fileAt(pathsOf.get(mediaId) ?? []) : null;
    if (file) sizes.set(file.path, file.sizeBytes);
  }
  return sizes;
}

/** Returns the first of some paths with a file. */
async function fileAt(
  paths: readonly string[],
): Promise<{ readonly path: string; readonly sizeBytes: number } | null> {
  for (const path of paths) {
    const facts = await stat(path).catch(() => null);
    if (facts?.isFile() === true) return { path, sizeBytes: facts.size };
  }
  return null;
}

/** Returns a function from a path to the delivered cut's location; null for a file that the cut does not name. */
function placesOfDelivered({
  versionFolder,
  manifest,
  deliveredMedia,
  platform,
}: MediaPlace): (path: string) => string | null {
  const own = new Map(manifest.media.map(({ path }) => [foldName(path), path]));
  // A version made from an edit leaves the edit's own media at their places.
  const linked = new Map(
    deliveredMedia.flatMap(({ location }) =>
      absolutePaths(location, [], platform).map((path) => [foldName(path), location] as const),
    ),
  );
  return (path) => {
    const inside = relative(versionFolder, path).split(sep).join('/');
    return own.get(foldName(inside)) ?? linked.get(foldName(path)) ?? null;
  };
}

/**
 * Returns a function from a returned file to the location of the delivered one of the same name and kind; undefined if
 * several delivered or returned files have that name, or if the two differ in size or length.
 */
function namesakesOf(
  returnedCut: Timeline,
  { deliveredMedia, deliveredRate }: MediaPlace,
): (one: MediaReference) => string | undefined {
  const { media } = returnedCut;
  const keyOf = ({ kind, fileName }: MediaReference): string => `${kind} ${foldName(fileName)}`;
  const [delivered, returned] = [deliveredMedia, media].map((all) => Map.groupBy(all, keyOf));
  const onlyIn = (all: typeof delivered, key: string): string | undefined => {
    const [location, ...others] = new Set(all?.get(key)?.map((one) => one.location));
    return others.length === 0 ? location : undefined;
  };
  const hasSameRate = isSame(returnedCut.frameRate, deliveredRate);
  return (one) => {
    const location = onlyIn(returned, keyOf(one)) === undefined ? undefined : onlyIn(delivered, keyOf(one));
    const known = deliveredMedia.find((each) => each.location === location);
    if (!known || hasOtherSize(one, known, returnedCut)) return undefined;
    return hasSameRate && hasOtherLength(one, known, returnedCut) ? undefined : location;
  };
}

/** True if a document states another size than the delivered one. A file without a stated size is read with its frame's. */
function hasOtherSize({ size }: MediaReference, known: MediaReference, { width, height }: Timeline): boolean {
  return size !== null && !isSame(size, known.size) && !isSame(size, { width, height });
}

/** Other programs round lengths. */
const lengthToleranceFrames = 2;

/** True if a file's length differs from the delivered one's. A file without a stated length is read as long as it is shown. */
function hasOtherLength(one: MediaReference, known: MediaReference, { tracks }: Timeline): boolean {
  const length = one.durationFrames;
  const wanted = known.durationFrames;
  if (length === null || wanted === null) return false;
  const lengthFor = (clips: readonly Clip[]): number =>
    coverClips([{ ...one, durationFrames: 1 }], clips)[0]?.durationFrames ?? 1;
  if (lengthFor(clipsOfTracks(tracks)) > wanted + lengthToleranceFrames) return true;
  const isStated = length > lengthFor(clipsWithTails(tracks));
  return isStated && Math.abs(length - wanted) > lengthToleranceFrames;
}

/** True if no file is at a location. A link, or a path that the app may not access, can be there. */
async function isNowhere(
  location: string,
  { documentFolder, versionFolder, platform }: MediaPlace,
  mayAccess: (path: string) => boolean,
): Promise<boolean> {
  if (/^(?!file:)[a-z][a-z0-9+.-]+:/i.test(location)) return false;
  const paths = absolutePaths(location, [documentFolder, versionFolder], platform);
  if (!paths.every(mayAccess)) return false;
  const codes = await Promise.all(paths.map((path) => stat(path).then(() => '', systemCodeOf)));
  return codes.every((code) => code === 'ENOENT' || code === 'ENOTDIR');
}

/** Location of media shared with an earlier version: relative to the version's folder, unless on another drive. */
function fromVersion(path: string, { versionFolder }: MediaPlace): string {
  return relative(versionFolder, path).split(sep).join('/');
}

/** Makes a relative location absolute: relative to the version's folder it would mean another file. */
function absoluteUrl(location: string, paths: readonly string[], { platform }: MediaPlace): string {
  const [path, ...others] = paths;
  const isCertain = path !== undefined && others.length === 0 && !/^file:/i.test(location);
  return isCertain ? fileUrlOfPath(path, platform) : location;
}

/** Returns possible paths of a location; only the file beside the document if it exists. */
async function meantPaths(
  location: string,
  { documentFolder, versionFolder, platform }: MediaPlace,
  mayAccess: (path: string) => boolean,
): Promise<readonly string[]> {
  const possible = absolutePaths(location, [documentFolder, versionFolder], platform);
  const paths = [...new Set(possible)].filter(mayAccess);
  const [beside, ...others] = paths;
  if (beside === undefined || others.length === 0) return paths;
  const facts = await stat(beside).catch(() => null);
  return facts?.isFile() === true ? [beside] : paths;
}

/** Resolves a relative location against several folders, because a moved document keeps its locations. */
function absolutePaths(
  location: string,
  folders: readonly string[],
  platform: PathPlatform,
): readonly string[] {
  if (/^https?:/i.test(location)) return [];
  if (!/^file:/i.test(location)) return folders.map((folder) => join(folder, location));
  try {
    return [pathOfFileUrl(location, platform)];
  } catch {
    return [];
  }
}

/**
 * Returns whether the app may access a path. Windows signs in to a server to read a file there, so a document must
 * not choose the server: of shares, only those of the version, the document and the delivered files are open.
 */
function reachable(place: MediaPlace): (path: string) => boolean {
  const { platform, versionFolder, documentFolder, deliveredMedia } = place;
  if (platform !== 'win32') return () => true;
  const delivered = deliveredMedia.flatMap(({ location }) => absolutePaths(location, [], platform));
  const open = new Set([versionFolder, documentFolder, ...delivered].map(rootOf));
  return (path) => {
    const root = rootOf(path);
    const isDevice = /^\\\\[?.]\\/.test(root);
    return !root.startsWith('\\\\') || (open.has(root) && !isDevice);
  };
}

/** Returns the drive or share of a Windows path, such as `c:\` or `\\server\share\`. */
function rootOf(path: string): string {
  return win32.parse(win32.normalize(path)).root.toLowerCase();
}

interface SharedMedia {
  /** Path of the file. */
  readonly path: string;
  readonly file: ManifestFile;
}

/** Number of folder levels searched above a file; a version's media are one or two folders down. */
const maxFoldersUp = 3;

/** Finds media of other versions through their manifests. */
class OtherVersions {
  readonly #manifests = new Map<string, Promise<Manifest | null>>();

  async find(paths: readonly string[]): Promise<SharedMedia | null> {
    for (const path of paths) {
      let folder = dirname(path);
      for (let up = 0; up < maxFoldersUp; up += 1) {
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

/**
 * Returns a file's hash; null where it does not exist, shares neither name nor size with a delivered file, or is no
 * picture, movie or sound: a document may name any file of this computer.
 */
async function hashOf(
  { fileName }: MediaReference,
  paths: readonly string[],
  shared: SharedMedia | null,
  { manifest, hashFile }: MediaPlace,
): Promise<string | null> {
  const hasName = ({ path }: ManifestFile): boolean => foldName(basename(path)) === foldName(fileName);
  for (const path of paths) {
    const facts = await stat(path).catch(() => null);
    if (!facts?.isFile()) continue;
    if (path === shared?.path && facts.size === shared.file.sizeBytes) return shared.file.sha256;
    const mayBeDelivered = manifest.media.some((file) => hasName(file) || file.sizeBytes === facts.size);
    if (mayBeDelivered && (await isMediaFile(path))) return hashFile(path).catch(() => null);
  }
  return null;
}
