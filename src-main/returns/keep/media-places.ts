import { join } from 'node:path';
import { foldName } from '../../../src-timeline/model/fold-name.ts';
import { clipsOfTracks } from '../../../src-timeline/model/placement.ts';
import type { MediaReference, Timeline } from '../../../src-timeline/model/timeline.ts';
import { freePath } from '../../deliveries/media/free-path.ts';
import type { ManifestFile, VersionInFolder } from '../../deliveries/version/manifest.ts';

/** A file that one version shares with another. */
export interface SharedFile extends ManifestFile {
  /** Absolute path of the existing file. */
  readonly from: string;
}

interface SettledCut {
  readonly timeline: Timeline;
  readonly files: readonly SharedFile[];
}

function locationsOf({ media }: Pick<Timeline, 'media'>): ReadonlySet<string> {
  return new Set(media.map(({ location }) => location));
}

/** Returns a media at another path, named after it. */
function movedTo(one: MediaReference, path: string | undefined): MediaReference {
  if (path === undefined || path === one.location) return one;
  return { ...one, location: path, fileName: path.split('/').at(-1) ?? one.fileName };
}

/**
 * Assigns media of several versions to paths in one: equal files share a path, another file of the same name gets a new
 * one.
 */
export class MediaPlaces {
  readonly #files = new Map<string, SharedFile>();
  readonly #pathOfHash = new Map<string, string>();
  readonly #own: ReadonlySet<string>;
  /** Paths in their own version of the files that got another one. */
  readonly #ownPaths = new Map<string, string>();

  /** @param first version whose media all stay at their paths. */
  constructor(first: VersionInFolder) {
    for (const file of first.manifest.media) this.#put(file.path, file, first.folder);
    this.#own = new Set(first.manifest.media.map(({ path }) => path));
  }

  /** Returns the files of the first version, and those of the others that a cut shows. */
  filesFor({ media }: Timeline): readonly SharedFile[] {
    const shown = new Set(media.map(({ location }) => location));
    return [...this.#files.values()].filter(({ path }) => this.#own.has(path) || shown.has(path));
  }

  /**
   * Returns an updated cut without the media that the update replaced, with the files that it needs. Files whose own
   * path is free then get it.
   * @param cuts.base the delivered cut, whose media are replaced if neither clips nor the new cut use them.
   */
  settle(
    cut: Timeline,
    { base, theirs }: { readonly base: Timeline; readonly theirs: Timeline },
  ): SettledCut {
    const delivered = locationsOf(base);
    const ofNewCut = locationsOf(theirs);
    const used = new Set(clipsOfTracks(cut.tracks).map(({ mediaId }) => mediaId));
    const present = cut.media.filter(
      ({ mediaId, location }) => used.has(mediaId) || ofNewCut.has(location) || !delivered.has(location),
    );
    const shown = locationsOf({ media: present });
    const files = this.filesFor(cut).filter(({ path }) => shown.has(path) || !delivered.has(path));
    const paths = this.#ownPathsOf(files);
    return {
      files: files.map((file) => ({ ...file, path: paths.get(file.path) ?? file.path })),
      timeline: { ...cut, media: present.map((one) => movedTo(one, paths.get(one.location))) },
    };
  }

  /** Returns the own paths that are free, by the present paths of their files. */
  #ownPathsOf(files: readonly SharedFile[]): ReadonlyMap<string, string> {
    const taken = new Set(files.map(({ path }) => foldName(path)));
    const found = new Map<string, string>();
    for (const { path } of files) {
      const own = this.#ownPaths.get(path);
      if (own === undefined || taken.has(foldName(own))) continue;
      taken.add(foldName(own));
      found.set(path, own);
    }
    return found;
  }

  /** Returns a cut of another version with its media at their paths in this one. */
  locate(cut: Timeline, { folder, manifest }: VersionInFolder): Timeline {
    const places = new Map(manifest.media.map((file) => [file.path, this.#placeOf(file, folder)]));
    return { ...cut, media: cut.media.map((one) => movedTo(one, places.get(one.location))) };
  }

  /** Returns the hashes of a cut's media by media id. */
  hashesOf({ media }: Timeline): ReadonlyMap<string, string> {
    return new Map(
      media.flatMap(({ mediaId, location }) => {
        const file = this.#files.get(foldName(location));
        return file ? [[mediaId, file.sha256] as const] : [];
      }),
    );
  }

  /** Returns the path of a place's file; null for media elsewhere. */
  pathOf(place: string): string | null {
    return this.#files.get(foldName(place))?.from ?? null;
  }

  #placeOf(file: ManifestFile, folder: string): string {
    const { path, sha256 } = file;
    if (this.#files.get(foldName(path))?.sha256 === sha256) return path;
    const known = this.#pathOfHash.get(sha256);
    if (known !== undefined) return known;
    const free = freePath(path, this.#files);
    if (free !== path) this.#ownPaths.set(free, path);
    return this.#put(free, file, folder);
  }

  #put(place: string, { path, sizeBytes, sha256 }: ManifestFile, folder: string): string {
    const from = join(folder, ...path.split('/'));
    this.#files.set(foldName(place), { path: place, sizeBytes, sha256, from });
    if (!this.#pathOfHash.has(sha256)) this.#pathOfHash.set(sha256, place);
    return place;
  }
}
