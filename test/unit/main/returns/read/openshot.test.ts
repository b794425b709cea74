import { expect, test } from 'vitest';
import { placementsOfTrack } from '../../../../../src-timeline/model/placement.ts';
import type { Clip, MediaReference, Timeline, Track } from '../../../../../src-timeline/model/timeline.ts';
import { openKeeping, placeVersion } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  rates,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../../../timeline/formats/sample-timelines.ts';

const films = ['pier', 'boat', 'lamp'].map((id) => videoMedia(id, 500));
const [pier, boat, lamp] = films.map((one) => clip(one, 100, { sourceStartFrame: 50 }));
const music = audioMedia('music', 1000, 2);

/** A delivered cut with all that an import into OpenShot drops: dissolves, fades and levels. */
const delivered: Timeline = timelineOf({
  name: 'Harbour',
  frameRate: rates[25],
  media: [...films, music],
  tracks: [
    videoTrack(
      'Pictures',
      { ...must(pier), fades: { inFrames: 12, outFrames: 0 } },
      { ...must(boat), transition: { style: 'FADE', durationFrames: 20, framesBeforeCut: 10 } },
      { ...must(lamp), transition: { style: 'FADE', durationFrames: 20 } },
    ),
    audioTrack('Music', 'music', clip(music, 300, { levels: [{ frame: 0, levelDb: -6 }] })),
  ],
});

function must(one: Clip | undefined): Clip {
  if (!one) throw new Error('There is no such clip.');
  return one;
}

type Json = Record<string, unknown>;

const readerOf = ({ location, kind, durationFrames }: MediaReference): Json => ({
  path: `../${location}`,
  has_video: kind !== 'audio',
  has_audio: kind === 'audio',
  has_single_image: false,
  width: 1920,
  height: 1080,
  channels: 2,
  duration: (durationFrames ?? 0) / 25,
});

/** Clips of a track as OpenShot imports them: title, place and range, in seconds, each track a layer. */
function layerOf(track: Track, layer: number, media: readonly MediaReference[]): readonly Json[] {
  return placementsOfTrack(track).map(({ startFrame, clip: { mediaId, name, ...range } }, index) => ({
    id: `${String(layer)}-${String(index)}`,
    layer,
    title: name,
    position: startFrame / 25,
    start: range.sourceStartFrame / 25,
    end: (range.sourceStartFrame + range.durationFrames) / 25,
    reader: media.filter((one) => one.mediaId === mediaId).map(readerOf)[0],
    effects: [],
    volume: { Points: [{ co: { X: 1, Y: 1 } }] },
  }));
}

interface Saved {
  readonly cut?: Timeline;
  readonly effects?: readonly Json[];
  readonly change?: (clip: Json) => Json;
}

/** Returns a project as OpenShot saves it after an import of a cut. Sound is imported first. */
function projectOf({ cut = delivered, effects = [], change = (one) => one }: Saved): string {
  const layers = cut.tracks.toReversed().map((track, index) => ({ track, number: (index + 1) * 1_000_000 }));
  return JSON.stringify({
    id: 'T0',
    fps: { num: 25, den: 1 },
    width: 1920,
    height: 1080,
    sample_rate: 48_000,
    layers: layers.map(({ number }, index) => ({ number, label: `XML Import ${String(index + 1)}` })),
    clips: layers.flatMap(({ track, number }) => layerOf(track, number, cut.media)).map(change),
    effects,
    files: [],
    markers: [],
  });
}

async function returnProject(saved: Saved) {
  const version = await placeVersion(await makeFolder('openshot'), {
    cut: delivered,
    format: 'PREMIERE_XML',
  });
  const parts = await openKeeping(undefined, version);
  await parts.save('Returns/cut.osp', projectOf(saved));
  await parts.settle();
  expect(parts.all()).toMatchObject([{ state: 'described', editor: 'openshot', error: null }]);
  return parts;
}

const loss = 'Not carried by the format: ';

async function changesIn(saved: Saved): Promise<readonly string[]> {
  const { sentences } = await returnProject(saved);
  return sentences()
    .flat()
    .filter((sentence) => !sentence.startsWith(loss));
}

test('an import into OpenShot that nobody edited has no changes', async () => {
  const { sentences } = await returnProject({});
  expect(sentences().flat()).toEqual([`${loss}transitions`, `${loss}levels`, `${loss}fades`]);
});

test('edits made in OpenShot are told: trims, new dissolves and effects', async () => {
  const tracks = delivered.tracks.map((track) => ({
    ...track,
    items: track.items.map((item, index) =>
      index === 2 && item.kind === 'clip' ? { ...item, durationFrames: 75 } : item,
    ),
  }));
  expect(await changesIn({ cut: { ...delivered, tracks } })).toEqual(['Scene 3 shortened by 1 s at its end']);
  const change = (one: Json): Json =>
    one['title'] === 'boat.mp4' ? { ...one, effects: [{ class_name: 'Blur' }] } : one;
  const fade = { layer: 2_000_000, position: 11, start: 0, end: 1 };
  expect(await changesIn({ change, effects: [fade] })).toEqual([
    'Item “Blur (boat.mp4)” added at 0:04, 4 s',
    'Scene 3: picture “lamp.mp4” has a transition (FADE) now',
  ]);
});
