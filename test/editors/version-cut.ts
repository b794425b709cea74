import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readManifest } from '../../src-main/deliveries/version/manifest.ts';
import { readVersionCut } from '../../src-main/deliveries/version/version-cut.ts';
import { fileOfLocation } from '../../src-main/projects/file-of-location.ts';
import { diffCuts } from '../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../src-timeline/diff/sentences.ts';
import { readKdenlive } from '../../src-timeline/formats/kdenlive/kdenlive.ts';
import { endFrameOf, placementsOfTrack } from '../../src-timeline/model/placement.ts';
import { primaryTrackIndex, type Timeline, type Track } from '../../src-timeline/model/timeline.ts';
import { decodeStill, pictureDifference } from '../roundtrip/movie-probe.ts';
import { maxDifference } from './compare-with-movie.ts';
import { renderFrames } from './rendered-frames.ts';

/** A version's cut, with the SHA-256 of its media by their locations. */
interface VersionCut {
  readonly cut: Timeline;
  readonly hashes: ReadonlyMap<string, string>;
}

export async function readVersion(folder: string): Promise<VersionCut> {
  const manifest = await readManifest(folder);
  const cut = manifest && (await readVersionCut(folder, manifest));
  if (!cut) throw new Error(`There is no cut in ${folder}.`);
  return { cut, hashes: new Map(manifest.media.map(({ path, sha256 }) => [path, sha256])) };
}

/** Reads a document of Kdenlive with the captions beside it. */
export async function readKdenliveFile(path: string): Promise<Timeline> {
  const captions = await readFile(`${path}.ass`, 'utf8');
  return readKdenlive(await readFile(path, 'utf8'), new Map([[`${basename(path)}.ass`, captions]]));
}

/** What of a cut is seen, heard and read, in its order. */
export interface CutContent {
  /** File names. */
  readonly pictures: readonly string[];
  readonly voices: readonly string[];
  readonly captions: readonly string[];
  readonly music: readonly string[];
  readonly notes: readonly { readonly frame: number; readonly text: string }[];
}

const pictureTrackOf = ({ tracks }: Timeline): Track | undefined => tracks[primaryTrackIndex(tracks)];

export function contentOf(cut: Timeline): CutContent {
  const soundsOf = (wanted: Track['role']): readonly string[] => {
    const track = cut.tracks.find(({ kind, role }) => kind === 'audio' && role === wanted);
    return mediaIn(cut, track).map(({ fileName }) => fileName);
  };
  const captions = cut.captionTracks.flatMap((track) => track.captions);
  return {
    pictures: mediaIn(cut, pictureTrackOf(cut)).map(({ fileName }) => fileName),
    voices: soundsOf('dialogue'),
    music: soundsOf('music'),
    captions: captions.map(({ lines }) => lines.join(' ')),
    // Kdenlive does not know what a marker is for.
    notes: (cut.markers ?? [])
      .filter(({ name }) => !/^Scene \d+$/.test(name))
      .map(({ frame, name: text }) => ({ frame, text })),
  };
}

/** Returns the media that a track shows in order, once for pieces in a row. */
function mediaIn({ media }: Timeline, track: Track | undefined): readonly Timeline['media'][number][] {
  const byId = new Map(media.map((one) => [one.mediaId, one]));
  const shown = (track ? placementsOfTrack(track) : []).flatMap(({ clip }) => byId.get(clip.mediaId) ?? []);
  return shown.filter((one, index) => one !== shown[index - 1]);
}

/** Returns the SHA-256 of each picture in order, once for pieces in a row. */
export function pictureHashesOf({ cut, hashes }: VersionCut): readonly (string | undefined)[] {
  return mediaIn(cut, pictureTrackOf(cut)).map(({ location }) => hashes.get(location));
}

/** Returns the edits that turn one version into another, as the app tells them. */
export function editsBetween(before: VersionCut, after: VersionCut): readonly string[] {
  const hashes = { hashesBefore: byMediaId(before), hashesAfter: byMediaId(after) };
  return diffCuts(before.cut, after.cut, hashes).edits.map(({ message }) => sentenceOf(message));
}

function byMediaId({ cut: { media }, hashes }: VersionCut): ReadonlyMap<string, string> {
  return new Map(media.map(({ mediaId, location }) => [mediaId, hashes.get(location) ?? '']));
}

/** Returns the path of a media file by its location in a document; Kdenlive saves absolute ones. */
export function mediaPathOf(documentPath: string, location: string): string {
  return fileOfLocation(location) ?? join(dirname(documentPath), location);
}

/** Returns the names of stills that MLT does not render in the middle of their place in a document. */
export async function wrongPictures(documentPath: string, cut: Timeline): Promise<readonly string[]> {
  const media = new Map(cut.media.map((one) => [one.mediaId, one]));
  const track = pictureTrackOf(cut);
  const middles = (track ? placementsOfTrack(track) : []).map((placement) => {
    const frame = Math.floor((placement.startFrame + endFrameOf(placement)) / 2);
    return { frame, still: media.get(placement.clip.mediaId) };
  });
  const rendered = await renderFrames(
    documentPath,
    middles.map(({ frame }) => frame),
  );
  const wrong: string[] = [];
  for (const { frame, still } of middles) {
    const shown = rendered.get(frame);
    const wanted = await decodeStill(mediaPathOf(documentPath, still?.location ?? ''));
    const isRight = shown !== undefined && pictureDifference(shown, wanted) <= maxDifference;
    if (!isRight) wrong.push(still?.fileName ?? '');
  }
  return wrong;
}
