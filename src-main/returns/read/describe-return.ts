import { dirname, join } from 'node:path';
import type { Return } from '../../../src-shared/contract/return.ts';
import { describeCut, describeLoss, describeZippedMedia } from '../../../src-timeline/diff/describe.ts';
import { type CutDiff, diffCuts } from '../../../src-timeline/diff/diff-cuts.ts';
import type { Edit } from '../../../src-timeline/diff/edit.ts';
import type { DiffOptions } from '../../../src-timeline/diff/match/cut-event.ts';
import { countEdits, topMessages } from '../../../src-timeline/diff/top-edits.ts';
import { wholeChangeOf } from '../../../src-timeline/diff/whole-change.ts';
import { documentInZip } from '../../../src-timeline/formats/document-bundles.ts';
import { clipsOfTracks } from '../../../src-timeline/model/placement.ts';
import type { MediaReference, Timeline } from '../../../src-timeline/model/timeline.ts';
import type { Manifest } from '../../deliveries/version/manifest.ts';
import type { ReturnParts } from '../../state/return-repository.ts';
import { zipEntrySizes } from '../../transfers/bundle/read-zip-entry.ts';
import { folderOf, type ReturnFile } from '../watch/return-files.ts';
import { type DeliveredCut, readDeliveredCut } from './delivered-cut.ts';
import { type ReadReturn, readReturn } from './read-return.ts';
import { type ReturnContent, tooComplex } from './return-content.ts';
import { findDeliveredMedia, type MediaPlace } from './returned-media.ts';
import { shownEdit, spoken } from './shown-edit.ts';
import { stayingOf } from './staying-items.ts';
import { stripsOf } from './strips.ts';

export interface DescribeOptions extends Pick<MediaPlace, 'hashFile'> {
  readonly versionFolder: string;
  readonly manifest: Manifest;
  /** Key of the sequence that the user chose in a document of several; null without a choice. */
  readonly sequence?: string | null;
}

/** The facts about a return after it was read. */
export interface Description extends Pick<Return, 'editor' | 'kind' | 'summary' | 'counts' | 'readSequence'> {
  readonly parts: ReturnParts;
}

/** A returned cut with the delivered one. */
export interface ReadCuts {
  readonly returned: ReadReturn;
  readonly delivered: DeliveredCut;
  /** The returned cut; delivered media are at the paths of the manifest. */
  readonly timeline: Timeline;
  readonly hashes: ReadonlyMap<string, string>;
  /** As of `KnownMedia`. */
  readonly outside: ReadonlyMap<string, number>;
  /** Names of files that were not delivered and are only in the zip file of the document. */
  readonly zippedMedia: readonly string[];
}

/** @throws AppError `document_unreadable`. */
export async function readCuts(
  file: ReturnFile,
  content: ReturnContent,
  { versionFolder, manifest, hashFile, sequence = null }: DescribeOptions,
): Promise<ReadCuts> {
  const delivered = await readDeliveredCut(versionFolder, manifest);
  const returned = await readReturn(file, content, { delivered, manifest, versionFolder, sequence });
  requireFewClips(file, returned.timeline);
  const documentFolder = dirname(file.documentPath);
  const { media: deliveredMedia, frameRate: deliveredRate } = delivered.timeline;
  const { platform } = process;
  const place = {
    platform,
    versionFolder,
    documentFolder,
    manifest,
    hashFile,
    deliveredMedia,
    deliveredRate,
  };
  const found = await findDeliveredMedia(returned.timeline, place);
  const zipped = documentInZip(file.path) === null ? [] : mediaBeside(found.timeline, manifest);
  const zippedMedia = [...new Set(zipped.map(({ fileName }) => fileName))];
  const outside = new Map([...found.outside, ...(await sizesInZip(file, found.timeline, zipped))]);
  return { returned, delivered, ...found, outside, zippedMedia };
}

/** Twice the clips of a cut of 10,000 pictures, each with its sound; strips of more are slow to store and to show. */
const maxClips = 40_000;

/** Length of all items without media as their documents write them; each version is written with all of it. */
const longestSources = 64 * 1024 ** 2;

/** @throws AppError `document_unreadable` for a cut of too many clips, markers and other items. */
function requireFewClips(
  { path }: ReturnFile,
  { tracks, markers = [], itemsWithoutMedia = [] }: Timeline,
): void {
  const clips = clipsOfTracks(tracks);
  const inClips = clips.reduce((sum, clip) => sum + (clip.markers?.length ?? 0), 0);
  const count = clips.length + inClips + markers.length + itemsWithoutMedia.length;
  if (count > maxClips) throw tooComplex(path, `has more than ${String(maxClips)} clips and markers`);
  const texts = itemsWithoutMedia.reduce((sum, { source }) => sum + (source?.text.length ?? 0), 0);
  if (texts > longestSources) throw tooComplex(path, 'uses large titles too often');
}

/** Returns the media that a document has at places relative to its own, and that were not delivered. */
function mediaBeside({ media }: Timeline, manifest: Manifest): readonly MediaReference[] {
  const delivered = new Set(manifest.media.map(({ path }) => path));
  return media.filter(
    ({ location }) => !delivered.has(location) && !/^(?:[a-z][a-z0-9+.-]*:|[/\\]|\.\.\/)/i.test(location),
  );
}

/** Returns the sizes in bytes of the files in a zip file that clips show, by the paths that lead into it. */
async function sizesInZip(
  file: ReturnFile,
  { tracks }: Timeline,
  zipped: readonly MediaReference[],
): Promise<readonly (readonly [string, number])[]> {
  if (zipped.length === 0) return [];
  const sizes = await zipEntrySizes(file.path, folderOf(file));
  const used = new Set(clipsOfTracks(tracks).map(({ mediaId }) => mediaId));
  return zipped.flatMap(({ mediaId, location }) => {
    const size = used.has(mediaId) ? sizes.get(location) : undefined;
    return size === undefined ? [] : [[join(file.path, ...location.split('/')), size] as const];
  });
}

/** @throws AppError `document_unreadable`. */
export async function describeReturn(
  file: ReturnFile,
  content: ReturnContent,
  options: DescribeOptions,
): Promise<Description> {
  return describeCuts(await readCuts(file, content, options), options.manifest);
}

/** Returns the options for comparing a returned cut with the delivered one. */
export function diffOptionsOf(
  { returned, delivered, hashes }: Pick<ReadCuts, 'returned' | 'delivered' | 'hashes'>,
  manifest: Manifest,
): DiffOptions {
  const hashByPath = new Map(manifest.media.map(({ path, sha256 }) => [path, sha256]));
  return {
    formats: returned.formats,
    lost: returned.lost,
    hasCaptions: returned.captionsBeside !== null,
    hashesBefore: new Map(
      returned.delivered.media.flatMap(({ mediaId, location }) => {
        const hash = hashByPath.get(location);
        return hash === undefined ? [] : [[mediaId, hash] as const];
      }),
    ),
    hashesAfter: hashes,
    sceneStarts: delivered.sceneStarts,
  };
}

/** Describes a cut that was read with the manifest of its version. */
export function describeCuts(
  { returned, delivered, timeline, hashes, outside, zippedMedia }: ReadCuts,
  manifest: Manifest,
): Description {
  const diff = diffCuts(
    returned.delivered,
    timeline,
    diffOptionsOf({ returned, delivered, hashes }, manifest),
  );
  const { frameRate } = returned.delivered;
  const whole = returned.kind === 'timeline' ? wholeChangeOf(diff.matched.old, diff.matched.now) : null;
  const shown = whole ? [describeCut(whole, frameRate)] : withoutMarkersOfRemoved(diff.edits);
  const lost = returned.lacksCaptions && whole === null ? [describeLoss('CAPTIONS', frameRate)] : [];
  const zipped = zippedMedia.map((name) => describeZippedMedia(name, frameRate));
  const edits = [...shown, ...lost, ...zipped];
  const losses = edits.filter(({ kind }) => kind === 'format-loss').length;
  return {
    editor: returned.editor,
    kind: returned.kind,
    readSequence: returned.readSequence,
    summary: topMessages(shown.filter(({ kind }) => kind !== 'format-loss')).map(spoken),
    counts: { edits: countEdits(edits) - losses, losses },
    parts: {
      ...partsOf({ ...diff, edits }, returned),
      staying: stayingOf(timeline),
      ...(outside.size > 0 && { mediaOutside: countOf(outside) }),
    },
  };
}

function countOf(files: ReadonlyMap<string, number>): NonNullable<ReturnParts['mediaOutside']> {
  return { count: files.size, sizeBytes: [...files.values()].reduce((sum, size) => sum + size, 0) };
}

function partsOf(diff: CutDiff, { kind, delivered }: ReadReturn): Pick<ReturnParts, 'edits' | 'strips'> {
  const { frameRate, startFrame, isDropFrame } = delivered;
  return {
    edits: diff.edits.map(shownEdit),
    strips:
      kind === 'captions'
        ? null
        : { frameRate: { ...frameRate }, startFrame, isDropFrame, ...stripsOf(diff.matched) },
  };
}

/** Removes marker edits that only follow from a removed scene, whose start the marker was at. */
function withoutMarkersOfRemoved(edits: readonly Edit[]): readonly Edit[] {
  const removed = new Set(
    edits.flatMap((edit) => (edit.kind === 'removed' ? [edit.before?.startFrame] : [])),
  );
  return edits.filter(
    (edit) => edit.kind !== 'marker' || edit.change !== 'removed' || !removed.has(edit.before?.startFrame),
  );
}
