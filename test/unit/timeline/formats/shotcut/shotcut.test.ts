import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { parseMltKeyframes } from '../../../../../src-timeline/formats/mlt/mlt-keyframes.ts';
import { readShotcut, writeShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { roundTripLimitMs, roundTripRuns } from '../round-trip-runs.ts';
import { rates, sampleTimelines } from '../sample-timelines.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';
import { comparable, keptByShotcut } from '../what-is-kept.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: roundTripLimitMs });

const roundTrip = (timeline: Timeline): Timeline =>
  readShotcut(writeShotcut(timeline, { notes: 'Dailies v003' }));

test.for(Object.entries(sampleTimelines))('%s comes back as it was written', ([, make]) => {
  const timeline = make();
  expect(comparable(roundTrip(timeline))).toEqual(keptByShotcut(timeline));
});

test('whatever is written comes back, but for what the format cannot hold', () => {
  fc.assert(
    fc.property(timelineArbitrary, (timeline) => {
      expect(comparable(roundTrip(timeline))).toEqual(keptByShotcut(timeline));
    }),
    roundTripRuns,
  );
});

function readOracle(name: string, context: Parameters<typeof skipFor>[1]): Timeline {
  const sample = join('editors', name);
  skipFor(reasonWithoutOracle(sample), context);
  const timeline = readShotcut(readFileSync(oraclePath(sample), 'utf8'));
  checkTimeline(timeline);
  return timeline;
}

test('a project that Shotcut opened is read: a transition, a zoom, music with a level, captions', (context) => {
  const timeline = readOracle('example-rich.mlt', context);
  expect(timeline).toMatchObject({ frameRate: rates[30], width: 1080, height: 1920 });
  expect(outlineTracks(timeline, ({ kind, name, role }) => `${kind} ${name} ${role}`)).toEqual([
    'video Pictures video: 01_el-jardi-n-de-la.png@0+76 02_mi-abuela-planto-un-limonero.jpg@0+244 03_cada-verano-recogemos-los-limones.png@0+248 04_hoy-el-a-rbol-da.png@0+214',
    'audio Speech dialogue: 01_el-jardi-n-de-la.wav@0+76 02_mi-abuela-planto-un-limonero.wav@0+244 03_cada-verano-recogemos-los-limones.wav@0+248 04_hoy-el-a-rbol-da.wav@0+214',
    'audio Music music: music.wav@0+782',
  ]);
  const [first, second, third] = timeline.tracks[0]?.items ?? [];
  expect(first).toMatchObject({ note: 'El jardín de la abuela' });
  expect(second).toMatchObject({ transition: { durationFrames: 30, framesBeforeCut: 15 } });
  expect(third).toMatchObject({
    motion: [
      { frame: 0, scale: 1 },
      { frame: 247, scale: 1.1 },
    ],
  });
  expect(timeline.tracks[2]?.items[0]).toMatchObject({ levels: [{ frame: 0, levelDb: -18 }] });
  expect(timeline.captionTracks).toMatchObject([{ languageCode: 'es' }]);
  expect(timeline.captionTracks[0]?.captions).toHaveLength(8);
});

test('a project that Shotcut opened without a question is read', (context) => {
  const timeline = readOracle('example-plain.mlt', context);
  expect(timeline).toMatchObject({ frameRate: rates[30], width: 1080, height: 1920 });
  expect(outlineTracks(timeline, ({ kind, name }) => `${kind} ${name}`)).toEqual([
    'video Pictures: 01_el-jardi-n-de-la.png@0+76 02_mi-abuela-planto-un-limonero.jpg@0+244 03_cada-verano-recogemos-los-limones.png@0+248 04_hoy-el-a-rbol-da.png@0+214',
    'audio Speech: 01_el-jardi-n-de-la.wav@0+76 02_mi-abuela-planto-un-limonero.wav@0+244 03_cada-verano-recogemos-los-limones.wav@0+248 04_hoy-el-a-rbol-da.wav@0+214',
  ]);
  expect(timeline.itemsWithoutMedia).toBeUndefined();
});

test('a project saved by Shotcut 22.12 is read', (context) => {
  const timeline = readOracle('saved-by-shotcut-22.12.mlt', context);
  expect(outlineTracks(timeline, ({ kind, name }) => `${kind} ${name}`)).toEqual(
    [
      'video V1: s1.png@0+120 s2.png@0+120 s3.png@0+120',
      'video V2: 60 c1.mp4@10+90',
      'video V3:',
      'audio A1: n1.wav@0+120 n2.wav@0+120 n3.wav@0+120',
      'audio A2: m.wav@0+360',
      'audio Audio 3: 60 c1.mp4@10+90',
    ].map((line) => line.replace(/:$/, ': ')),
  );
  expect(timeline.tracks[1]?.items[1]).toMatchObject({ motion: [{ frame: 0 }, { frame: 89 }] });
});

const chain = (id: string, resource: string, more: string): string =>
  `<chain id="${id}" out="299"><property name="length">300</property><property name="resource">${resource}</property>
    <property name="mlt_service">avformat-novalidate</property>${more}</chain>`;

/** Returns a project with one track of pictures, an audible interview, a silent one, and a song. */
const withSounds = (hide = ''): Timeline =>
  readShotcut(`<mlt LC_NUMERIC="C" root="/films"><profile width="1920" height="1080" frame_rate_num="30" frame_rate_den="1"/>
    ${chain('a', 'interview.mp4', '<filter><property name="mlt_service">volume</property><property name="level">-6</property></filter>')}
    ${chain('b', 'silent.mp4', '<property name="audio_index">-1</property>')}
    ${chain('c', 'song.mp3', '<property name="video_index">-1</property>')}
    <playlist id="p"><property name="shotcut:video">1</property><property name="shotcut:name">V1</property>
      <entry producer="a" in="10" out="99"/><entry producer="b" in="0" out="29"/><entry producer="c" in="0" out="59"/></playlist>
    <tractor id="t"><property name="shotcut">1</property><track producer="p"${hide}/></tractor></mlt>`);

test('a clip on a track of pictures keeps its own sound, and a song there is sound alone', () => {
  const timeline = withSounds();
  expect(outlineTracks(timeline, ({ kind, name }) => `${kind} ${name}`)).toEqual([
    'video V1: interview.mp4@10+90 silent.mp4@0+30',
    'audio Audio 1: interview.mp4@10+90 30 song.mp3@0+60',
  ]);
  const [picture, sound] = timeline.tracks.map(({ items }) => items[0]);
  expect(sound).toMatchObject({ levels: [{ levelDb: -6 }] });
  expect(picture).not.toHaveProperty('levels');
  expect(picture?.kind === 'clip' && sound?.kind === 'clip' && picture.linkId === sound.linkId).toBe(true);
  expect(outlineTracks(roundTrip(timeline), ({ kind }) => kind)).toEqual(
    outlineTracks(timeline, ({ kind }) => kind),
  );
});

test('a track of pictures that is muted has no sound', () => {
  expect(outlineTracks(withSounds(' hide="audio"'), ({ kind }) => kind)).toEqual([
    'video: interview.mp4@10+90 silent.mp4@0+30',
  ]);
});

test.each(['', '|', '~', '-', '$', 'a'])('keyframes of the type “%s” are read', (type) => {
  expect(parseMltKeyframes(`0${type}=1;60${type}=-2.5`, rates[30])).toEqual([
    { frame: 0, values: [1] },
    { frame: 60, values: [-2.5] },
  ]);
});
