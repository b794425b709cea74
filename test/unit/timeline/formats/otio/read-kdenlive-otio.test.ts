import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readOtio, writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { readXmeml, writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { rates, stillMedia } from '../sample-timelines.ts';

type Json = Record<string, unknown>;

const time = (value: number, rate: number): Json => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
const range = (start: number, duration: number, rate: number): Json => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: time(duration, rate),
  start_time: time(start, rate),
});
const clip = (path: string, start: number, duration: number, available: number): Json => ({
  OTIO_SCHEMA: 'Clip.2',
  metadata: {},
  name: path.split('/').at(-1),
  source_range: range(start, duration, 30),
  media_references: {
    DEFAULT_MEDIA: {
      OTIO_SCHEMA: 'ExternalReference.1',
      metadata: {},
      name: '',
      available_range: range(0, available, 0),
      available_image_bounds: null,
      target_url: path,
    },
  },
  active_media_reference_key: 'DEFAULT_MEDIA',
});
const dissolve: Json = {
  OTIO_SCHEMA: 'Transition.1',
  name: 'Transition',
  in_offset: time(15, 30),
  out_offset: time(15, 30),
  transition_type: 'SMPTE_Dissolve',
};
const track = (kind: string, name: string, ...children: Json[]): Json => ({
  OTIO_SCHEMA: 'Track.1',
  name,
  kind,
  source_range: range(0, 320, 30),
  children,
});

/** Document in the form of Kdenlive 26.08: a rate of zero, no frame size, no name, and wrong ranges for stills. */
const exported = JSON.stringify({
  OTIO_SCHEMA: 'Timeline.1',
  metadata: { kdenlive: { version: '26.08.2' } },
  name: '',
  global_start_time: null,
  tracks: {
    OTIO_SCHEMA: 'Stack.1',
    children: [
      track(
        'Video',
        'Pictures',
        clip('/S/My media/01.png', 0, 76, 150),
        dissolve,
        clip('/S/My media/02.jpg', 15, 244, 150),
      ),
      track(
        'Audio',
        'Speech',
        clip('/S/My media/01.wav', 0, 76, 76),
        clip('/S/My media/02.wav', 0, 244, 244),
      ),
    ],
  },
});

const upright = { size: { width: 1080, height: 1920 } };

const transitionsOf = ({ tracks }: Timeline): unknown[] =>
  tracks.flatMap(({ items }) =>
    items.map((item) => (item.kind === 'clip' ? (item.transition ?? null) : null)),
  );

/** Returns the lengths of a track's clips, each from the beginning of its media. */
function lengthsOf({ tracks }: Timeline, name: string): unknown {
  const items = tracks.find((one) => one.name === name)?.items ?? [];
  return items.map((item) =>
    item.kind === 'clip' && item.sourceStartFrame === 0 ? item.durationFrames : item,
  );
}

test('an export of Kdenlive is read: rates of zero, plain paths, stills from 0, a dissolve over the cut', () => {
  const timeline = readOtio(exported, upright);
  checkTimeline(timeline);
  expect(timeline).toMatchObject({ frameRate: rates[30], width: 1080, height: 1920 });
  expect(outlineTracks(timeline, ({ name }) => name)).toEqual([
    'Pictures: 01.png@0+76 02.jpg@0+244',
    'Speech: 01.wav@0+76 02.wav@0+244',
  ]);
  expect(transitionsOf(timeline)).toEqual([
    null,
    { style: 'FADE', durationFrames: 30, framesBeforeCut: 15 },
    null,
    null,
  ]);
  expect(timeline.media.map(({ location, durationFrames }) => [location, durationFrames])).toEqual([
    ['file:///S/My%20media/01.png', null],
    ['file:///S/My%20media/02.jpg', null],
    ['file:///S/My%20media/01.wav', 76],
    ['file:///S/My%20media/02.wav', 244],
  ]);
});

test('a rate or size that a document gives comes before the one it falls back on, and media before a guess', () => {
  const fallback = { frameRate: rates[25], size: { width: 640, height: 360 } };
  expect(readOtio(exported, fallback)).toMatchObject({ frameRate: rates[30], width: 640 });
  const silent = exported.replaceAll('"rate":30', '"rate":0');
  expect(readOtio(silent, fallback).frameRate).toEqual(rates[25]);
  expect(() => readOtio(silent)).toThrow('says no frame rate');
  const box = { OTIO_SCHEMA: 'Box2d.1', min: { x: -540, y: -960 }, max: { x: 540, y: 960 } };
  const bounded = exported.replace(
    '"available_image_bounds":null',
    `"available_image_bounds":${JSON.stringify(box)}`,
  );
  expect(readOtio(bounded)).toMatchObject({ width: 1080, height: 1920 });
  expect(readOtio(exported)).toMatchObject({ width: 1920, height: 1080 });
  const ofMedia = exported
    .replaceAll('"rate":30', '"rate":0')

    .replaceAll(
      /("available_range":\{"OTIO_SCHEMA":"TimeRange.1","duration":\{"OTIO_SCHEMA":"RationalTime.1","rate":)0/g,
      '$124',
    );
  expect(readOtio(ofMedia).frameRate).toEqual(rates[24]);
});

test('timecode that a document does not state is that of the delivery, at the same rate only', () => {
  const drop = exported.replaceAll('"rate":30', '"rate":29.97');
  const delivered = { frameRate: rates[29.97], startFrame: 107_892, isDropFrame: true, audioRate: 44_100 };
  expect(readOtio(drop, delivered)).toMatchObject(delivered);
  expect(readOtio(exported, delivered)).toMatchObject({ startFrame: 0, isDropFrame: false });
  expect(readOtio(drop)).toMatchObject({ startFrame: 0, isDropFrame: false, audioRate: 48_000 });
  const started = drop.replace(
    '"global_start_time":null',
    `"global_start_time":${JSON.stringify(time(300, 29.97))}`,
  );
  expect(readOtio(started, delivered)).toMatchObject({ startFrame: 300, isDropFrame: true });
  const written = writeOtio({ ...readOtio(drop), name: 'Back' }, 'path');
  expect(readOtio(written, delivered)).toMatchObject({ startFrame: 0, isDropFrame: false });
});

test('a picture without a stated size has that of the delivered one of its name', () => {
  const size = { width: 4000, height: 3000 };
  const read = readOtio(exported, { ...upright, media: [{ ...stillMedia('01', size), location: 'x.png' }] });
  expect(read.media.map((one) => one.size)).toEqual([size, upright.size, null, null]);
});

test('a dissolve over a cut is written again where it was, in every format', () => {
  const timeline = { ...readOtio(exported, upright), name: 'Back' };
  expect(transitionsOf(readOtio(writeOtio(timeline, 'path')))).toEqual(transitionsOf(timeline));
  const pictures = (read: Timeline): string | undefined => outlineTracks(read, () => '')[0];
  expect(pictures(readXmeml(writeXmeml(timeline)))).toBe(': 01.png@0+76 02.jpg@0+244');
  expect(pictures(readFcpxml(writeFcpxml(timeline, '1.13')))).toBe(': 01.png@0+76 02.jpg@0+244');
  const xmeml = writeXmeml(timeline).replaceAll(/\s+/g, ' ');
  expect(xmeml).toContain('<start>61</start> <end>91</end> <alignment>center</alignment>');
  expect(xmeml).toContain('<start>0</start> <end>-1</end> <in>0</in> <out>91</out>');
  expect(xmeml).toContain('<start>-1</start> <end>320</end> <in>0</in> <out>259</out>');
  expect(writeFcpxml(timeline, '1.13')).toContain('offset="6100/3000s" duration="3000/3000s"');
});

test('a dissolve that the media have no frames for is read as a cut', () => {
  const films = exported.replaceAll('.png', '.mov').replaceAll('.jpg', '.mov');
  expect(transitionsOf(readOtio(films.replace('"value":150', '"value":80')))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(transitionsOf(readOtio(films))[1]).toMatchObject({ durationFrames: 30 });
});

test.for([
  ['kdenlive-export-es.otio', ['Pictures', 'Speech'], []],
  [
    'kdenlive-export-rich.otio',
    ['Pictures', 'Speech', 'Music'],
    [{ style: 'FADE', durationFrames: 30, framesBeforeCut: 15 }],
  ],
] as const)('%s, as Kdenlive 26.08 wrote it, reads back', ([name, names, transitions], context) => {
  const sample = join('editors', name);
  skipFor(reasonWithoutOracle(sample), context);
  const timeline = readOtio(readFileSync(oraclePath(sample), 'utf8'), upright);
  checkTimeline(timeline);
  expect([timeline.width, timeline.height, timeline.frameRate]).toEqual([1080, 1920, rates[30]]);
  expect(timeline.tracks.map((one) => one.name)).toEqual(names);
  const scenes = [76, 244, 248, 214];
  expect(lengthsOf(timeline, 'Pictures')).toEqual(scenes);
  expect(lengthsOf(timeline, 'Speech')).toEqual(scenes);
  expect(lengthsOf(timeline, 'Music')).toEqual(names.length === 3 ? [782] : []);
  const guides = names.length === 3 ? [0, 76, 320, 568] : [];
  expect((timeline.markers ?? []).map(({ frame }) => frame)).toEqual(guides);
  expect(timeline.markers?.[0]?.note).toBe(names.length === 3 ? 'El jardín de la abuela' : undefined);
  const found = transitionsOf(timeline);
  expect(found.filter((one) => one !== null)).toEqual(transitions);
  expect(found.findIndex((one) => one !== null)).toBe(transitions.length === 0 ? -1 : 1);
});
