import { extname, join } from 'node:path';
import { foldName } from '../../src-shared/fold-name.ts';
import type { Timeline } from '../../src-shared/timeline/timeline.ts';
import type { ManifestFile } from '../deliveries/manifest.ts';
import type { StandingVersion } from './standing-version.ts';

/** A file that one version shares with another. */
export interface SharedFile extends ManifestFile {
  /** Absolute path of the existing file. */
  readonly from: string;
}

type Place = Pick<StandingVersion, 'path' | 'manifest'>;

/**
 * Assigns media of several versions to paths in one: equal files share a path, another file of the same name gets a new
 * one.
 */
export class MediaPlaces {
  readonly #files = new Map<string, SharedFile>();
  readonly #pathOfHash = new Map<string, string>();
  readonly #own: ReadonlySet<string>;

  /** @param first version whose media all stay at their paths. */
  constructor(first: Place) {
    for (const file of first.manifest.media) this.#put(file.path, file, first.path);
    this.#own = new Set(first.manifest.media.map(({ path }) => path));
  }

  /** Returns the files of the first version, and those of the others that a cut shows. */
  filesFor({ media }: Timeline): readonly SharedFile[] {
    const shown = new Set(media.map(({ location }) => location));
    return [...this.#files.values()].filter(({ path }) => this.#own.has(path) || shown.has(path));
  }

  /** Returns a cut of another version with its media at their paths in this one. */
  locate(cut: Timeline, { path: folder, manifest }: Place): Timeline {
    const places = new Map(manifest.media.map((file) => [file.path, this.#placeOf(file, folder)]));
    const media = cut.media.map((one) => {
      const location = places.get(one.location) ?? one.location;
      const isElsewhere = location !== one.location;
      return isElsewhere ? { ...one, location, fileName: location.split('/').at(-1) ?? one.fileName } : one;
    });
    return { ...cut, media };
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
    return this.#pathOfHash.get(sha256) ?? this.#put(this.#freePath(path), file, folder);
  }

  #put(place: string, { path, sizeBytes, sha256 }: ManifestFile, folder: string): string {
    const from = join(folder, ...path.split('/'));
    this.#files.set(foldName(place), { path: place, sizeBytes, sha256, from });
    if (!this.#pathOfHash.has(sha256)) this.#pathOfHash.set(sha256, place);
    return place;
  }

  #freePath(path: string): string {
    const end = extname(path);
    const stem = path.slice(0, path.length - end.length);
    let free = path;
    for (let number = 2; this.#files.has(foldName(free)); number += 1)
      free = `${stem}-${String(number)}${end}`;
    return free;
  }
}
