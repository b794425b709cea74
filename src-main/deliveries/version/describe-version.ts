import { normalize } from 'node:path/posix';
import { AppError } from '../../../src-shared/app-error.ts';
import { elementsOf } from '../../../src-timeline/model/elements.ts';
import { foldName } from '../../../src-timeline/model/fold-name.ts';
import {
  type Clip,
  type Gap,
  type MediaReference,
  type Timeline,
  timelineDurationFrames,
  type Track,
} from '../../../src-timeline/model/timeline.ts';
import { sha256Of } from '../../foundation/files/sha256-of.ts';
import { type Manifest, type ManifestFile, type ManifestMedia, noElement } from './manifest.ts';

/** Adds to each file its element, scene and role in the cut. */
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

/** Returns the identity of a cut. Media with links have no hash, so their names stand in. */
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

/** Finds the file of a name, ignoring letter case as some file systems do. */
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

/**
 * Hashes what a cut shows and plays when, and the media themselves. Names, notes, ids and places of files do not count.
 * @param hashOf a media file's own hash, or its substitute.
 * @returns 64 hexadecimal digits.
 */
function cutIdentity(timeline: Timeline, hashOf: (media: MediaReference) => string): string {
  const { frameRate, width, height, startFrame, isDropFrame, captionTracks } = timeline;
  const hashes = new Map(timeline.media.map((media) => [media.mediaId, hashOf(media)]));
  const links = new Map<string, number>();
  const cut = {
    rate: [frameRate.numerator, frameRate.denominator],
    frame: [width, height],
    start: [startFrame, isDropFrame],
    tracks: timeline.tracks
      .map((track) => plainTrack(track, hashes, links))
      .filter(({ items }) => items.length),
    captions: captionTracks.map(({ captions }) =>
      captions.map((caption) => [caption.startFrame, caption.durationFrames, ...caption.lines]),
    ),
  };
  return sha256Of(JSON.stringify(cut));
}

/** Ignores gaps after the last clip. */
function plainTrack({ kind, role, items }: Track, hashes: Map<string, string>, links: Map<string, number>) {
  const last = items.findLastIndex((item) => item.kind === 'clip');
  return { kind, role, items: items.slice(0, last + 1).map((item) => plainItem(item, hashes, links)) };
}

function plainItem(item: Clip | Gap, hashes: Map<string, string>, links: Map<string, number>): unknown {
  if (item.kind === 'gap') return item.durationFrames;
  const { linkId, transition, motion, levels, fades } = item;
  if (linkId !== null && !links.has(linkId)) links.set(linkId, links.size);
  return [
    hashes.get(item.mediaId) ?? '',
    item.sourceStartFrame,
    item.durationFrames,
    linkId === null ? null : links.get(linkId),
    [item.speed ?? 1, item.isReversed === true, item.isDisabled === true],
    transition && [transition.style, transition.durationFrames, transition.framesBeforeCut ?? 0],
    motion?.map(({ frame, scale, x, y }) => [frame, rounded(scale), rounded(x), rounded(y)]),
    levels?.map(({ frame, levelDb }) => [frame, rounded(levelDb)]),
    fades && [fades.inFrames, fades.outFrames],
    item.unread?.map(({ source }) => source),
  ].map((part) => part ?? null);
}

/** Rounds to the precision that documents write. */
function rounded(value: number): number {
  return Number(value.toFixed(4));
}
