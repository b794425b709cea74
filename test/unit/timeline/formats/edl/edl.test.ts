import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { mediaListName, readEdl, writeEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { TimelineParseError } from '../../../../../src-timeline/model/timeline-parse-error.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { roundTripLimitMs, roundTripRuns } from '../round-trip-runs.ts';
import {
  clip,
  rates,
  sampleTimelines,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../sample-timelines.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';
import { comparable, keptByEdl } from '../what-is-kept.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: roundTripLimitMs });

const fallback = { frameRate: rates[25], size: { width: 640, height: 360 } };

function roundTrip(timeline: Timeline): Timeline {
  const { text, sideFiles } = writeEdl(timeline, { fileName: 'cut.edl' });
  return readEdl(text, fallback, sideFiles[0]?.text ?? null);
}

test.for(Object.entries(sampleTimelines))('%s comes back as it was written', ([, make]) => {
  const timeline = make();
  expect(comparable(roundTrip(timeline))).toEqual(keptByEdl(timeline));
});

test('whatever is written comes back, but for what the format cannot hold', () => {
  fc.assert(
    fc.property(timelineArbitrary, (timeline) => {
      expect(comparable(roundTrip(timeline))).toEqual(keptByEdl(timeline));
    }),
    roundTripRuns,
  );
});

const film = videoMedia('film', 400, { startFrame: 107_892 });

test('a dissolve, a speed and drop-frame timecode stand in the list as CMX 3600 has them', () => {
  const timeline = timelineOf({
    frameRate: rates[29.97],
    isDropFrame: true,
    startFrame: 107_892,
    media: [film],
    tracks: [
      videoTrack(
        'Pictures',
        clip(film, 60, { sourceStartFrame: 10 }),
        clip(film, 40, {
          sourceStartFrame: 100,
          note: 'Two\nlines',
          transition: { style: 'FADE', durationFrames: 20, framesBeforeCut: 8 },
        }),
        clip(film, 30, { sourceStartFrame: 200, speed: 2, isReversed: true }),
      ),
    ],
    markers: [{ frame: 60, name: 'Scene 2', note: 'Noon' }],
  });
  const { text, sideFiles } = writeEdl(timeline, { fileName: 'Harbour v003.edl' });
  expect(text.split('\r\n')).toEqual([
    'TITLE: Harbour lights v003',
    'FCM: DROP FRAME',
    '',
    '001  M000001  V     C        01:00:00;10 01:00:02;02 01:00:00;00 01:00:01;22',
    '* FROM CLIP NAME: film.mp4',
    '002  M000001  V     C        01:00:02;02 01:00:02;02 01:00:01;22 01:00:01;22',
    '002  M000001  V     D    020 01:00:03;02 01:00:04;20 01:00:01;22 01:00:03;10',
    '* FROM CLIP NAME: film.mp4',
    '* TO CLIP NAME: film.mp4',
    '* COMMENT: Two lines',
    '* FRAMES BEFORE CUT: 8',
    '003  M000001  V     C        01:00:08;19 01:00:10;19 01:00:03;10 01:00:04;10',
    'M2   M000001       -060.0                01:00:08;19',
    '* FROM CLIP NAME: film.mp4',
    '* LOC: 01:00:02;00 GREEN   Scene 2: Noon',
    '',
  ]);
  expect(sideFiles.map(({ name }) => name)).toEqual([mediaListName('Harbour v003.edl')]);
  expect(sideFiles[0]?.text).toContain(
    'M000001,film,film.mp4,media/film.mp4,video,400,107892,1920,1080,\r\n',
  );
});

test.for([
  ['held', { sourceStartFrame: 3, speed: 1 / 50 }, '00:00:00:03 00:00:00:04', '00:00:00:03'],
  ['slowed down', { sourceStartFrame: 3, speed: 0.5 }, '00:00:00:00 00:00:00:25', '00:00:00:25'],
  [
    'slowed down backwards',
    { sourceStartFrame: 3, speed: 0.5, isReversed: true },
    '00:00:01:00 00:00:01:25',
    '00:00:00:06',
  ],
  ['sped up', { sourceStartFrame: 12, speed: 2 }, '00:00:00:00 00:00:03:10', '00:00:03:10'],
] as const)(
  'a clip that is %s stands between dissolves with the frames it is seen',
  ([, more, times, last]) => {
    const transition = { style: 'FADE', durationFrames: 12, framesBeforeCut: 6 } as const;
    const one = videoMedia('one', 400);
    const other = videoMedia('other', 400);
    const timeline = timelineOf({
      media: [other, one],
      tracks: [
        videoTrack(
          'Video 1',
          clip(other, 50, { sourceStartFrame: 20 }),
          clip(one, 50, { ...more, transition }),
          clip(other, 60, { sourceStartFrame: 100, transition }),
        ),
      ],
    });
    const { text, sideFiles } = writeEdl(timeline, { fileName: 'cut.edl' });
    expect(text).toContain(` D    012 ${times} `);
    expect(text).toContain(` C        ${last} ${last} `);
    const read = readEdl(text, { frameRate: timeline.frameRate, size: timeline }, sideFiles[0]?.text);
    expect(read.tracks[0]?.items[1]).toMatchObject({ ...more, durationFrames: 50, transition });
  },
);

test('names and places with quotes, commas, line ends and signs of formulas come back from the list of media', () => {
  const media = { ...film, location: 'file:///a,b/"c"\n=d', fileName: '"=x", y.mp4' };
  for (const name of ['"', '=1+1', "'=x", 'a""b', ',', '\r\n'])
    expect(
      roundTrip(timelineOf({ name, media: [media], tracks: [videoTrack('"V"', clip(media, 5))] })),
    ).toMatchObject({
      name,
      media: [media],
      tracks: [{ name: '"V"' }],
    });
});

test.for([
  ['an hour later', 90_000, 180_000, 180_000],
  ['an hour earlier', 90_000, 0, 0],
  ['before the delivered start', 45_000, 0, 0],
  ['ten seconds later', 0, 250, 0],
] as const)('a list that begins %s is read from its own hour, if not near the one delivered', (starts) => {
  const [, delivered, returned, expected] = starts;
  const cutAt = (startFrame: number): Timeline =>
    timelineOf({
      frameRate: rates[25],
      startFrame,
      media: [film],
      tracks: [videoTrack('Pictures', clip(film, 60), clip(film, 40, { sourceStartFrame: 100 }))],
    });
  const { sideFiles } = writeEdl(cutAt(delivered), { fileName: 'cut.edl' });
  const { text } = writeEdl(cutAt(returned), { fileName: 'cut.edl' });
  const read = readEdl(text, fallback, sideFiles[0]?.text);
  expect(read.startFrame).toBe(expected);
  const clips = read.tracks[0]?.items.filter(({ kind }) => kind === 'clip');
  expect(clips?.map(({ durationFrames }) => durationFrames)).toEqual([60, 40]);
  const hole = read.tracks[0]?.items.find(({ kind }) => kind === 'gap');
  expect(hole?.durationFrames ?? 0).toBe(returned - expected);
});

test('a list of another program is read without one of media: wipes, fades, both channels, names in comments', () => {
  const timeline = readEdl(
    [
      'TITLE: Back',
      'FCM: NON-DROP FRAME',
      '001  AX       AA/V  C        00:00:01:00 00:00:03:00 01:00:00:00 01:00:02:00',
      '* FROM CLIP NAME: A001.MOV',
      '* SOURCE FILE: /Volumes/Été/A001.MOV',
      '002  AX       V     C        00:00:03:00 00:00:03:00 01:00:02:00 01:00:02:00',
      '002  B002     V     W001 010 00:00:00:00 00:00:02:00 01:00:02:00 01:00:04:00',
      '* FROM CLIP NAME: A001.MOV',
      '* TO CLIP NAME: Bild.png',
      '003  BL       V     C        00:00:00:00 00:00:00:00 01:00:05:00 01:00:05:00',
      '003  A001     V     D    012 00:00:00:00 00:00:01:00 01:00:05:00 01:00:06:00',
      '>>> SOURCE something',
    ].join('\n'),
    fallback,
  );
  expect([timeline.name, timeline.startFrame, timeline.width]).toEqual(['Back', 90_000, 640]);
  expect(outlineTracks(timeline, ({ kind, name }) => `${kind} ${name}`)).toEqual([
    'video Video 1: A001.MOV@25+50 Bild.png@0+50 25 A001@0+25',
    'audio Audio 1: A001.MOV@25+50',
  ]);
  expect(timeline.tracks[0]?.items).toMatchObject([
    {},
    { transition: { durationFrames: 10 } },
    {},
    { fades: { inFrames: 12 } },
  ]);
});

test('sound that is cut just as its pictures is read too', () => {
  const list = [
    '001  A001     B     C        00:00:01:00 00:00:03:00 01:00:00:00 01:00:02:00',
    '* FROM CLIP NAME: a.mov',
  ];
  expect(outlineTracks(readEdl(list.join('\n'), fallback), ({ kind }) => kind)).toEqual([
    'video: a.mov@25+50',
    'audio: a.mov@25+50',
  ]);
});

test('a list without one of media takes the facts of its files from the delivered ones of their names', () => {
  const still = stillMedia('a', { width: 4000, height: 3000 });
  const second = videoMedia('a', 80);
  const other = { ...film, mediaId: 'other', fileName: 'other.mp4' };
  const twice = [other, { ...other, mediaId: 'other-2' }];
  const lines = [
    '001  AX       B     C        01:00:10:17 01:00:12:17 01:00:00:00 01:00:02:00',
    '* FROM CLIP NAME: FILM.mp4',
    '002  AX       V     C        00:00:00:00 00:00:01:00 01:00:02:00 01:00:03:00',
    '* FROM CLIP NAME: a.png',
    '003  AX       V     C        00:00:00:00 00:00:01:00 01:00:03:00 01:00:04:00',
    '* FROM CLIP NAME: film',
    '004  AX       V     C        00:00:00:00 00:00:01:00 01:00:04:00 01:00:05:00',
    '* FROM CLIP NAME: a',
    '005  AX       V     C        00:00:00:00 00:00:01:00 01:00:05:00 01:00:06:00',
    '* FROM CLIP NAME: other.mp4',
  ];
  const delivered = { ...film, startFrame: 90_017 };
  const read = readEdl(lines.join('\n'), {
    ...fallback,
    startFrame: 89_900,
    media: [delivered, still, second, ...twice],
  });
  expect(read.startFrame).toBe(89_900);
  expect(read.media).toEqual([
    { ...delivered, location: 'film.mp4' },
    { ...still, location: 'a.png' },
    { ...delivered, mediaId: 'film-2', location: 'film.mp4' },
    expect.objectContaining({ fileName: 'a', size: fallback.size }) as unknown,
    expect.objectContaining({ fileName: 'other.mp4', size: fallback.size, startFrame: 0 }) as unknown,
  ]);
  expect(read.tracks[0]?.items[1]).toMatchObject({ mediaId: 'film', sourceStartFrame: 250 });
});

test('a path of another system is read as the file’s own', () => {
  const line = '001  AX       V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00';
  const locationIn = (path: string): string | undefined =>
    readEdl(`${line}\n* FROM CLIP NAME: a.mov\n* SOURCE FILE: ${path}`, fallback).media[0]?.location;
  expect(locationIn('/Volumes/My drive/a.mov')).toBe('file:///Volumes/My%20drive/a.mov');
  expect(locationIn(String.raw`D:\my\a.mov`)).toBe('file:///D:/my/a.mov');
  expect(locationIn('a.mov')).toBe('a.mov');
});

test('spaces before a name in a comment are not part of it', () => {
  const line = '001  AX       V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00';
  for (const space of ['', ' ', '  ', '\t'])
    expect(readEdl(`${line}\n* FROM CLIP NAME:${space}film.mp4`, fallback).media).toMatchObject([
      { mediaId: 'film', fileName: 'film.mp4' },
    ]);
});

const drop = { frameRate: rates[29.97], size: fallback.size };
/** Returns a list of drop-frame record timecode with the given lines before and between its two events. */
const dropList = (source: string, { head = 'FCM: DROP FRAME', between = '' } = {}): string =>
  [
    'TITLE: Back',
    head,
    `001  AX       V     C        ${source} 01:00:00;00 01:00:05;00`,
    '* FROM CLIP NAME: film.mp4',
    between,
    `002  AX       V     C        ${source} 01:01:00;02 01:01:05;02`,
    '* FROM CLIP NAME: film.mp4',
  ].join('\n');

test('a drop-frame list of another hour begins at that hour', () => {
  const { sideFiles } = writeEdl(
    timelineOf({
      frameRate: rates[29.97],
      isDropFrame: true,
      media: [film],
      tracks: [videoTrack('Pictures', clip(film, 60))],
    }),
    { fileName: 'cut.edl' },
  );
  const read = readEdl(dropList('01:00:00;00 01:00:05;00'), drop, sideFiles[0]?.text);
  expect([read.startFrame, read.tracks[0]?.items[0]?.durationFrames]).toEqual([107_892, 150]);
});

test.for([
  ['without dropped labels', '00:01:00:00 00:01:05:00', 1800],
  ['with dropped labels', '00:01:00;02 00:01:05;02', 1800],
  ['with a label that drop-frame leaves out', '00:01:00;00 00:01:05;00', 1800],
  ['at ten minutes without dropped labels', '00:10:00:00 00:10:05:00', 18_000],
  ['at ten minutes with dropped labels', '00:10:00;00 00:10:05;00', 17_982],
] as const)('source timecode %s is read in a drop-frame list', ([, source, expected]) => {
  for (const list of [
    dropList(source),
    dropList(source, { between: 'FCM: NON-DROP FRAME' }),
    dropList(source, { between: 'FCM: DROP FRAME' }),
  ]) {
    const read = readEdl(list, drop);
    expect([read.startFrame, read.isDropFrame]).toEqual([107_892, true]);
    expect(read.tracks[0]?.items).toMatchObject([
      { sourceStartFrame: expected, durationFrames: 150 },
      { kind: 'gap', durationFrames: 1650 },
      { sourceStartFrame: expected, durationFrames: 150 },
    ]);
  }
});

test('a later FCM line concerns the sources alone, where timecode has colons only', () => {
  const plain = dropList('00:10:00:00 00:10:05:00', { between: 'FCM: NON-DROP FRAME' }).replaceAll(';', ':');
  const read = readEdl(plain, drop);
  expect([read.startFrame, read.isDropFrame]).toEqual([107_892, true]);
  expect(read.tracks[0]?.items).toMatchObject([
    { sourceStartFrame: 17_982 },
    { kind: 'gap', durationFrames: 1650 },
    { sourceStartFrame: 18_000 },
  ]);
});

test('semicolons in record timecode mean drop-frame in a list that does not state its kind', () => {
  expect(readEdl(dropList('00:00:00;00 00:00:05;00', { head: '' }), drop)).toMatchObject({
    startFrame: 107_892,
    isDropFrame: true,
  });
});

test('an empty drop-frame cut comes back as one', () => {
  const empty = timelineOf({ frameRate: rates[29.97], isDropFrame: true, media: [], tracks: [] });
  expect(roundTrip(empty)).toMatchObject({ isDropFrame: true });
});

test.for([
  ['drop-frame', 107_892, true, 108_000, false],
  ['non-drop-frame', 108_000, false, 107_892, true],
] as const)('a list of the other timecode kind than a %s delivery begins at its own hour', ([, ...parts]) => {
  const [startFrame, isDropFrame, start, isDrop] = parts;
  const cut = timelineOf({
    frameRate: rates[29.97],
    media: [film],
    startFrame: start,
    isDropFrame: isDrop,
    tracks: [videoTrack('Pictures', clip(film, 120), clip(film, 30, { sourceStartFrame: 150 }))],
  });
  const delivered = { ...cut, startFrame, isDropFrame };
  const { text } = writeEdl(cut, { fileName: 'cut.edl' });
  const { sideFiles } = writeEdl(delivered, { fileName: 'cut.edl' });
  for (const list of [null, sideFiles[0]?.text ?? null]) {
    const read = readEdl(text, { ...drop, startFrame, isDropFrame }, list);
    expect([read.startFrame, read.isDropFrame]).toEqual([start, isDrop]);
    expect(read.tracks[0]?.items).toMatchObject([{ durationFrames: 120 }, { durationFrames: 30 }]);
  }
});

test.for([
  ['no events', 'TITLE: x', /no events/],
  [
    'a frame that its rate has not',
    '001  AX  V  C  00:00:00:30 00:00:01:00 00:00:00:00 00:00:01:00',
    /line 1: .*not a timecode at 25/,
  ],
] as const)('a list with %s is refused', ([, text, message]) => {
  expect(() => readEdl(text, fallback)).toThrow(TimelineParseError);
  expect(() => readEdl(text, fallback)).toThrow(message);
});
