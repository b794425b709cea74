import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { VersionBuilder } from '../../src-main/deliveries/version/version-builder.ts';
import { sha256Of } from '../../src-main/foundation/files/sha256-of.ts';
import { documentKindOf } from '../../src-main/projects/documents.ts';
import type { WatchedVersion } from '../../src-main/returns/return-record.ts';
import { writeOtio } from '../../src-timeline/formats/otio/otio.ts';
import type { Clip, MediaReference, Timeline, Track } from '../../src-timeline/model/timeline.ts';

/** Returns a cut of the given number of scenes, each a still and its speech. */
export function benchCut(scenes: number): Timeline {
  const media = Array.from({ length: scenes }, (_, index): MediaReference[] => {
    const name = `${String(index).padStart(4, '0')}_scene`;
    const common = { startFrame: 0, isTransparent: false };
    return [
      {
        ...common,
        mediaId: `still-${String(index)}`,
        fileName: `${name}.png`,
        kind: 'still',
        location: `media/${name}.png`,
        durationFrames: null,
        audioChannels: null,
        size: { width: 1920, height: 1080 },
      },
      {
        ...common,
        mediaId: `speech-${String(index)}`,
        fileName: `${name}.wav`,
        kind: 'audio',
        location: `media/${name}.wav`,
        durationFrames: lengthOf(index),
        audioChannels: 1,
        size: null,
      },
    ];
  });
  const clips = (which: 0 | 1): Clip[] =>
    media.map((pair, index) => ({
      kind: 'clip',
      sourceStartFrame: 0,
      durationFrames: lengthOf(index),
      note: null,
      name: pair[which]?.fileName ?? '',
      mediaId: pair[which]?.mediaId ?? '',
      linkId: `scene-${String(index)}`,
    }));
  const tracks: Track[] = [
    { kind: 'video', name: 'Pictures', role: 'video', items: clips(0) },
    { kind: 'audio', name: 'Speech', role: 'dialogue', items: clips(1) },
  ];
  return {
    name: 'A long cut',
    frameRate: { numerator: 30, denominator: 1 },
    width: 1920,
    height: 1080,
    startFrame: 0,
    isDropFrame: false,
    audioRate: 48_000,
    media: media.flat(),
    tracks,
    captionTracks: [],
  };
}

const lengthOf = (scene: number): number => 60 + (scene % 37);

/**
 * Returns the cut as an editor would save it: without every fiftieth scene, every seventeenth half a second shorter.
 */
export function editedCut(cut: Timeline): Timeline {
  const items = (track: Track): Track['items'] =>
    track.items
      .filter((_, index) => index % 50 !== 3)
      .map((item, index) =>
        index % 17 === 5 ? { ...item, durationFrames: item.durationFrames - 15 } : item,
      );
  return { ...cut, tracks: cut.tracks.map((track) => ({ ...track, items: items(track) })) };
}

/** Returns the cut after new work on the project: every twenty-ninth scene is a second longer. */
export function regeneratedCut(cut: Timeline): Timeline {
  const longer = (item: Track['items'][number], index: number): Track['items'][number] =>
    index % 29 === 7 ? { ...item, durationFrames: item.durationFrames + 30 } : item;
  const media = cut.media.map((one, index) =>
    one.durationFrames !== null && Math.floor(index / 2) % 29 === 7
      ? { ...one, durationFrames: one.durationFrames + 30 }
      : one,
  );
  const tracks = cut.tracks.map((track) => ({ ...track, items: track.items.map(longer) }));
  return { ...cut, media, tracks };
}

const mediaText = 'media';

/** Writes a version of a cut as a delivery does, with meaningless media. */
export async function placeVersion(
  folder: string,
  deliveryId: string,
  cut: Timeline,
): Promise<WatchedVersion> {
  const kind = documentKindOf('cut.otio');
  if (!kind) throw new Error('There is no such document.');
  await mkdir(join(folder, 'media'), { recursive: true });
  await Promise.all(cut.media.map(({ location }) => writeFile(join(folder, location), mediaText)));
  const media = cut.media.map(({ location }) => ({
    path: location,
    sizeBytes: mediaText.length,
    sha256: sha256Of(mediaText),
  }));
  const builder = new VersionBuilder({
    folder,
    plan: { documents: [], editors: [] },
    content: { documents: [{ name: 'cut.otio', kind, text: writeOtio(cut, 'url') }], media, movie: null },
    origin: {
      deliveryId,
      projectId: 'project-1',
      projectTitle: cut.name,
      interchangeJobId: null,
      format: 'OTIO',
      mediaDelivery: 'BUNDLE',
      deliveredAt: 1_790_000_000,
    },
  });
  await builder.build({ name: basename(folder), path: folder });
  return {
    deliveryId,
    connectionId: 'local',
    projectId: 'project-1',
    projectTitle: basename(dirname(folder)),
    folder,
  };
}
