import { normalize } from 'node:path/posix';
import { AppError } from '../../src-shared/app-error.ts';
import { elementsOf } from '../../src-shared/timeline/elements.ts';
import { timelineDurationFrames, type Timeline } from '../../src-shared/timeline/timeline.ts';
import { foldName } from '../foundation/portable-name.ts';
import { cutIdentity } from './cut-identity.ts';
import { type Manifest, type ManifestFile, type ManifestMedia, noElement } from './manifest.ts';

/** Files with what they are in the cut. */
export function describeMedia(files: readonly ManifestFile[], cut: Timeline | null): ManifestMedia[] {
  const elements = cut && elementsOf(cut);
  const byLocation = new Map(
    cut?.media.map(({ location, mediaId }) => [normalize(location), elements?.get(mediaId)]),
  );
  return files.map((file) => ({ ...file, ...(byLocation.get(file.path) ?? noElement) }));
}

export function describeSequence(timeline: Timeline): Manifest['sequence'] {
  const { frameRate, width, height } = timeline;
  return { frameRate: { ...frameRate }, width, height, durationFrames: timelineDurationFrames(timeline) };
}

/** Which cut it is. Media with links have no hash: their names stand for them. */
export function identifyCut(cut: Timeline, media: readonly ManifestFile[]): string {
  const hashes = new Map(media.map(({ path, sha256 }) => [path, sha256]));
  return cutIdentity(cut, ({ location, fileName }) => hashes.get(normalize(location)) ?? fileName);
}

/** @throws AppError `bundle_corrupt`. */
export function requireMainDocument({ documents, mainDocument, format }: Manifest): void {
  if (documents.some(({ path }) => path === mainDocument)) return;
  throw new AppError('bundle_corrupt', `The delivery has no ${format} document.`, {
    details: { reason: 'no_document', format },
  });
}

/** The file that has a name, as file systems that know no capitals see it. */
export function fileNamed(name: string, media: readonly ManifestFile[]): ManifestFile | undefined {
  return media.find(({ path }) => foldName(path) === foldName(name));
}

/** @throws AppError `bundle_corrupt` where the bundle brings a file of that name. */
export function requireFree(name: string, media: readonly ManifestFile[]): void {
  const taken = fileNamed(name, media);
  if (!taken) return;
  throw new AppError('bundle_corrupt', `The bundle brings ${taken.path}, a name of the version's own.`, {
    details: { reason: 'name_taken', file: taken.path },
  });
}
