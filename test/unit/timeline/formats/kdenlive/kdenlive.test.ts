import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { diffCuts } from '../../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../../src-timeline/diff/sentences.ts';
import { readKdenlive, writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { roundTripLimitMs, roundTripRuns } from '../round-trip-runs.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  rates,
  richTimeline,
  sampleTimelines,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../sample-timelines.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';
import { comparable, keptByKdenlive } from '../what-is-kept.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: roundTripLimitMs });

function roundTrip(timeline: Timeline, version?: '1.1' | '1.04'): Timeline {
  const { text, sideFiles } = writeKdenlive(timeline, {
    fileName: 'cut.kdenlive',
    ...(version && { version }),
    notes: 'Dailies v003',
  });
  return readKdenlive(text, new Map(sideFiles.map((file) => [file.name, file.text])));
}

test.for(Object.entries(sampleTimelines))('%s comes back as it was written', ([, make]) => {
  const timeline = make();
  expect(comparable(roundTrip(timeline))).toEqual(keptByKdenlive(timeline));
});

test('whatever is written comes back, but for what the format cannot hold', () => {
  fc.assert(
    fc.property(timelineArbitrary, (timeline) => {
      expect(comparable(roundTrip(timeline))).toEqual(keptByKdenlive(timeline));
    }),
    roundTripRuns,
  );
});

test('Kdenlive has nothing to add when it opens a project, so that saving it asks and copies nothing', () => {
  const timeline = richTimeline();
  const write = (fileName: string): string => writeKdenlive(timeline, { fileName }).text;
  const valuesOf = (name: string, text = write('cut.kdenlive')): string[] =>
    [...text.matchAll(new RegExp(`"kdenlive:${name}">([^<]*)<`, 'g'))].map(([, value = '']) => value);
  const uuids = valuesOf('control_uuid');
  for (const uuid of uuids) expect(uuid).toMatch(/^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/);
  // One UUID per file, and one for the sequence.
  expect(new Set(uuids).size).toBe(timeline.media.length + 1);
  expect(uuids.length).toBe(valuesOf('clip_type').length);
  const [documentId = '', ...more] = valuesOf('docproperties.documentid');
  expect(more).toEqual([]);
  expect(documentId).toMatch(/^\d{13,15}$/);
  expect(valuesOf('docproperties.documentid', write('other.kdenlive'))).not.toEqual([documentId]);
});

test('a sound that is muted in Kdenlive is described as muted', () => {
  const voice = audioMedia('voice', 100, 1);
  const delivered = timelineOf({
    media: [voice],
    tracks: [audioTrack('Speech', 'dialogue', clip(voice, 100))],
  });
  const { text } = writeKdenlive(delivered, { fileName: 'cut.kdenlive' });
  const mute = `<filter id="filter1">
    <property name="window">75</property>
    <property name="max_gain">20dB</property>
    <property name="channel_mask">-1</property>
    <property name="mlt_service">volume</property>
    <property name="kdenlive_id">mute</property>
    <property name="gain">0</property>
   </filter>`;
  const saved = text.replace(/<entry [^>]*producer="audio\d+"[^>]*>/, `$&${mute}`);
  const { edits } = diffCuts(delivered, readKdenlive(saved));
  expect(edits.map(({ message }) => sentenceOf(message))).toEqual(['Sound “voice.wav” muted']);
});

test('a document for Kdenlive 22 comes back with the captions it can hold', () => {
  fc.assert(
    fc.property(timelineArbitrary, (timeline) => {
      const kept = keptByKdenlive(timeline);
      const read = comparable(roundTrip(timeline, '1.04'));
      expect({ ...read, captionTracks: [] }).toEqual({ ...kept, captionTracks: [] });
    }),
    { ...roundTripRuns, numRuns: roundTripRuns.numRuns / 4 },
  );
});

function readOracle(name: string, context: Parameters<typeof skipFor>[1]): Timeline {
  const sample = join('editors', name);
  skipFor(reasonWithoutOracle(sample), context);
  const captions = `${sample}.ass`;
  const sideFiles = new Map<string, string>();
  if (name === 'example-rich.kdenlive') {
    skipFor(reasonWithoutOracle(captions), context);
    sideFiles.set('rich2.kdenlive.ass', readFileSync(oraclePath(captions), 'utf8'));
  }
  const timeline = readKdenlive(readFileSync(oraclePath(sample), 'utf8'), sideFiles);
  checkTimeline(timeline);
  return timeline;
}

test('a project that Kdenlive opened is read: a mix, a zoom, music with level and fade, guides, captions', (context) => {
  const timeline = readOracle('example-rich.kdenlive', context);
  expect(timeline).toMatchObject({ frameRate: rates[30], width: 1080, height: 1920 });
  expect(outlineTracks(timeline, ({ kind, name, role }) => `${kind} ${name} ${role}`)).toEqual([
    'video Pictures video: 01_el-jardi-n-de-la.png@0+76 02_mi-abuela-planto-un-limonero.jpg@0+244 03_cada-verano-recogemos-los-limones.png@0+248 04_hoy-el-a-rbol-da.png@0+214',
    'audio Speech dialogue: 01_el-jardi-n-de-la.wav@0+76 02_mi-abuela-planto-un-limonero.wav@0+244 03_cada-verano-recogemos-los-limones.wav@0+248 04_hoy-el-a-rbol-da.wav@0+214',
    'audio Music music: music.wav@0+782',
  ]);
  const [, second] = timeline.tracks[0]?.items ?? [];
  expect(second).toMatchObject({
    transition: { style: 'FADE', durationFrames: 30, framesBeforeCut: 15 },
    motion: [
      { frame: -15, scale: 1, x: 0, y: 0 },
      { frame: 243, scale: 1.1, x: 0, y: 0 },
    ],
  });
  expect(timeline.tracks[2]?.items[0]).toMatchObject({
    levels: [{ frame: 0, levelDb: -18 }],
    fades: { inFrames: 0, outFrames: 30 },
  });
  expect(timeline.markers?.[0]).toEqual({ frame: 0, name: 'El jardín de la abuela', note: '' });
  expect(timeline.captionTracks[0]?.captions).toHaveLength(8);
  expect(timeline.captionTracks[0]?.captions[1]).toMatchObject({ startFrame: 85, durationFrames: 126 });
});

test('projects that Kdenlive opened without a question are read', (context) => {
  const plain = readOracle('example-plain.kdenlive', context);
  expect(outlineTracks(plain, ({ kind, name }) => `${kind} ${name}`)).toEqual([
    'video Pictures: 01_a-kettle-boils-on-a.png@0+158 02_outside-the-first-bus-of.png@0+190',
    'audio Speech: 01_a-kettle-boils-on-a.wav@0+158 02_outside-the-first-bus-of.wav@0+190',
  ]);
  const older = readOracle('example-1.04.kdenlive', context);
  expect(outlineTracks(older, ({ kind, name }) => `${kind} ${name}`)).toEqual([
    'video Pictures: s1.png@0+120 s2.png@0+120 s3.png@0+120',
    'video Overlay: 60 c1.mp4@10+90',
    'audio Narration: n1.wav@0+120 n2.wav@0+120 n3.wav@0+120',
    'audio Music: m.wav@0+360',
  ]);
  for (const timeline of [plain, older]) expect(timeline.itemsWithoutMedia).toBeUndefined();
});

test('a project saved by Kdenlive 22.12 is read', (context) => {
  const timeline = readOracle('saved-by-kdenlive-22.12.kdenlive', context);
  expect(outlineTracks(timeline, ({ name, role }) => `${name} ${role}`)).toEqual([
    'Pictures video: s1.png@0+120 s2.png@0+120 s3.png@0+120',
    'Overlay video: 60 c1.mp4@10+90',
    'Narration dialogue: n1.wav@0+120 n2.wav@0+120 n3.wav@0+120',
    'Music music: m.wav@0+360',
  ]);
  expect(timeline.tracks[3]?.items[0]).toMatchObject({
    levels: [{ frame: 0, levelDb: -60 }, { frame: 30, levelDb: -18 }, { levelDb: -18 }, { levelDb: -60 }],
  });
  expect(timeline.markers).toEqual([{ frame: 120, name: 'Scene 2', note: '' }]);
  expect(timeline.media.find(({ kind }) => kind === 'video')).toMatchObject({ audioChannels: 2 });
});

test('a mix of two sounds is a fade out and a fade in', () => {
  const [first, second] = ['a', 'b'].map((id) => videoMedia(id, 200, { audioChannels: 2 }));
  if (!first || !second) throw new Error('No media.');
  const written = writeKdenlive(
    timelineOf({
      media: [first, second],
      tracks: [
        videoTrack(
          'Mixed',
          clip(first, 80),
          clip(second, 60, {
            sourceStartFrame: 40,
            transition: { style: 'FADE', durationFrames: 10, framesBeforeCut: 4 },
          }),
        ),
      ],
    }),
    { fileName: 'cut.kdenlive' },
  );
  const name = '<property name="kdenlive:track_name">Mixed</property>';
  const asSound = written.text.replace(name, `${name}<property name="kdenlive:audio_track">1</property>`);
  expect(asSound).not.toBe(written.text);
  const { tracks } = readKdenlive(asSound);
  expect(tracks).toMatchObject([
    {
      kind: 'audio',
      items: [
        { durationFrames: 80, fades: { inFrames: 0, outFrames: 4 } },
        { durationFrames: 60, fades: { inFrames: 6, outFrames: 0 } },
      ],
    },
  ]);
});

test('a project with proxies shows the files they stand for', () => {
  const { text } = writeKdenlive(richTimeline(), { fileName: 'cut.kdenlive' });
  let count = 0;
  const withProxies = text.replaceAll(
    /<property name="resource">(media\/[^<]*\.png)<\/property>/g,
    (_, path: string) => {
      count += 1;
      return `<property name="resource">proxy/${String(count)}.jpg</property>
        <property name="kdenlive:proxy">proxy/${String(count)}.jpg</property><property name="kdenlive:originalurl">${path}</property>`;
    },
  );
  expect(count).toBeGreaterThan(0);
  expect(readKdenlive(withProxies)).toEqual(readKdenlive(text));
  expect(
    readKdenlive(withProxies.replaceAll(/"kdenlive:proxy">[^<]*</g, '"kdenlive:proxy">-<')).media,
  ).not.toEqual(readKdenlive(text).media);
});
