import { basename, join } from 'node:path';
import { readCutRecord } from '../../../src-timeline/model/cut-record.ts';
import { beginsScene } from '../../../src-timeline/model/elements.ts';
import { placeOnGrid } from '../../../src-timeline/model/place-on-grid.ts';
import { placementsOfTrack } from '../../../src-timeline/model/placement.ts';
import { timingOf, type TimingWish } from '../../../src-timeline/model/sequence-timing.ts';
import {
  primaryTrackIndex,
  sceneMarkers,
  type Timeline,
  type TimelineMarker,
} from '../../../src-timeline/model/timeline.ts';
import { readOwnText } from '../../foundation/files/read-foreign-file.ts';
import {
  documentKindOf,
  type PristineDocument,
  readCaptions,
  readTimeline,
  suffixOfFormat,
} from '../../projects/documents.ts';
import { cutRecordPath, type Manifest, maxRecordBytes } from './manifest.ts';

/** Suffixes by how much of a cut their formats hold, most first. */
const sources = [suffixOfFormat.FCPXML, suffixOfFormat.PREMIERE_XML, suffixOfFormat.OTIO];

/**
 * Reads the cut from documents of the service, with media where the service put them in the bundle; null for captions
 * alone.
 * @throws AppError `document_unreadable`.
 */
export function cutOfDocuments(documents: readonly PristineDocument[]): Timeline | null {
  const found = sources.map((suffix) => documents.find(({ kind }) => kind.suffix === suffix));
  const source = found.find((document) => document !== undefined);
  if (!source || source.kind.format === null) return null;
  const cut = readTimeline(source.name, source.kind.format, source.text);
  return withSceneMarkers(withCaptions(cut, documents));
}

/** Places a cut at the requested rate and timecode. */
export function withTiming(cut: Timeline, wish: TimingWish | null): Timeline {
  return wish === null ? cut : placeOnGrid(cut, timingOf(wish, cut));
}

/**
 * Reads the cut that a version's documents are written from, at the version's own rate and timecode. Takes it from the
 * version's record, or else as `cutOfDocuments`; null if nothing can be read.
 */
export async function readVersionCut(versionFolder: string, manifest: Manifest): Promise<Timeline | null> {
  const record = await readOwnText(cutRecordPath(versionFolder), versionFolder, maxRecordBytes);
  const recorded = record === null ? null : readCutRecord(record);
  const cut = recorded ? withSceneMarkers(recorded) : await readPristineCut(versionFolder, manifest);
  return cut && withTiming(cut, manifest.timing);
}

async function readPristineCut(versionFolder: string, manifest: Manifest): Promise<Timeline | null> {
  return cutOfDocuments(await readPristine(versionFolder, manifest));
}

/** Reads the documents of a version as the service made them. */
export async function readPristine(
  versionFolder: string,
  { pristine, documents }: Manifest,
): Promise<PristineDocument[]> {
  const paths = new Set([...pristine, ...documents.flatMap(({ pristinePath }) => pristinePath ?? [])]);
  const read = [...paths].map(async (path): Promise<PristineDocument | null> => {
    const name = basename(path);
    const kind = documentKindOf(name);
    const place = join(versionFolder, ...path.split('/'));
    const text = await readOwnText(place, versionFolder, maxRecordBytes);
    return kind && text !== null ? { name, kind, text } : null;
  });
  return (await Promise.all(read)).filter((document) => document !== null);
}

/** Adds captions from the SRT document where the timeline's format has none. */
function withCaptions(timeline: Timeline, documents: readonly PristineDocument[]): Timeline {
  const captions = documents.find(({ kind }) => kind.suffix === suffixOfFormat.SRT);
  if (timeline.captionTracks.length > 0 || !captions) return timeline;
  return { ...timeline, captionTracks: [readCaptions(captions.name, captions.text, timeline.frameRate)] };
}

/**
 * Adds a marker where each scene begins. FCPXML has no markers on a sequence, so linked clips show where scenes begin.
 */
export function withSceneMarkers(timeline: Timeline): Timeline {
  if (sceneMarkers(timeline).length > 0) return timeline;
  const track = timeline.tracks[primaryTrackIndex(timeline.tracks)];
  const pictures = track ? placementsOfTrack(track) : [];
  const markers = pictures
    .filter(({ clip }, index) => beginsScene(clip, pictures[index - 1]?.clip))
    .map(({ startFrame, clip }, index): TimelineMarker => {
      return { frame: startFrame, name: `Scene ${String(index + 1)}`, note: clip.note ?? '' };
    });
  const all = [...markers, ...(timeline.markers ?? [])].toSorted((a, b) => a.frame - b.frame);
  return markers.length === 0 ? timeline : { ...timeline, markers: all };
}
