import { expect, test } from 'vitest';
import { readEdl, writeEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { TimelineParseError } from '../../../../../src-timeline/model/timeline-parse-error.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { clip, rates, timelineOf, videoMedia, videoTrack } from '../sample-timelines.ts';

const fallback = { frameRate: rates[25], size: { width: 640, height: 360 }, startFrame: 90_000 };

const read = (...lines: readonly string[]): Timeline => readEdl(lines.join('\n'), fallback);
const outlineOf = (timeline: Timeline): readonly string[] =>
  outlineTracks(timeline, ({ kind, name }) => `${kind} ${name}`);

/** Source and record times of a shot of four seconds, the given number of seconds into the cut. */
const times = (second: number): string =>
  `00:00:00:00 00:00:04:00 01:00:${String(second).padStart(2, '0')}:00 01:00:${String(second + 4).padStart(2, '0')}:00`;

test.for([
  ['a number of six digits', `000001  A001     V     C        ${times(0)}`],
  ['a number of two digits', `1  A001     V     C        ${times(0)}`],
  ['a number with a letter', `001A  A001     V     C        ${times(0)}`],
  ['a reel of 32 characters', `001  A018C001_160816_R1BY                V     C        ${times(0)}`],
  ['a reel with spaces', `001  A 01 B   V     C        ${times(0)}`],
  ['a reel named like a channel', `001  A        V     C        ${times(0)}`],
  ['no reel', `001           V     C        ${times(0)}`],
  ['tabs between its columns', `001\tA001\tV\tC\t${times(0).replaceAll(' ', '\t')}`],
  ['small letters', `001  a001     v     c        ${times(0)}`],
  ['text after its times', `001  A001     V     C        ${times(0)}  25.00 @PLAY`],
  ['spaces before it', `   001  A001     V     C        ${times(0)}`],
] as const)('an event with %s is read', ([, line]) => {
  expect(outlineOf(read(line, '* FROM CLIP NAME: pier.mov'))).toEqual(['video Video 1: pier.mov@0+100']);
});

test.for([
  ['a letter in a timecode', `002  B        V     C        00:00:0S:00 ${times(4).slice(12)}`],
  ['three timecodes', `002  B        V     C        ${times(4).slice(0, 35)}`],
  ['no timecodes', '002  B        V     C'],
  ['neither the letter nor the length of a transition', `002  B        V              ${times(4)}`],
  ['an unknown transition', `002  B        V     X        ${times(4)}`],
  ['an unknown channel', `002  B        X     C        ${times(4)}`],
  ['no number', `B        V     C        ${times(4)}`],
  ['a letter in its number', `0O2  B        V     C        ${times(4)}`],
  [
    'an end before its beginning',
    '002  B        V     C        00:00:00:00 00:00:04:00 01:00:08:00 01:00:04:00',
  ],
  ['a speed that is no number', 'M2   A        fast     00:00:00:00'],
  ['the speed of another reel', 'M2   OTHER     -025.0     00:00:09:00'],
] as const)('a list that has an event with %s is refused with the number of its line', ([, line]) => {
  const first = [`001  A        V     C        ${times(0)}`, '* FROM CLIP NAME: pier.mov'];
  const last = `003  C        V     C        ${times(8)}`;
  const list = ['TITLE: HARBOUR', ...first, line, '* FROM CLIP NAME: boat.mov', last];
  expect(() => read(...list)).toThrow(TimelineParseError);
  expect(() => read(...list)).toThrow(/^line 4: /);
});

test.for([
  ['V', 'V'],
  ['V2', 'V2'],
  ['A', 'A1'],
  ['A2', 'A2'],
  ['AA', 'A1'],
  ['AA/V', 'V A1'],
  ['A2/V', 'V A2'],
  ['B', 'V A1'],
  // KASS1 in REEL_IS_CLIP.txt of guerilla-di/edl.
  ['A12V', 'V A1'],
  ['VA1A2', 'V A1'],
  ['NONE\nAUD  3    4', 'A3'],
  ['AA/V\nAUD  3', 'V A1'],
  ['AUD 3 4', 'A3'],
] as const)('the channels %s are read', ([written, expected]) => {
  const [channels = '', ...more] = written.split('\n');
  const { tracks } = read(`001  A001     ${channels.padEnd(5)} C        ${times(0)}`, ...more);
  const places = tracks.map(({ kind, name }) => (kind === 'video' ? 'V' : 'A') + (name.split(' ')[1] ?? ''));
  expect(places.map((place) => place.replace('V1', 'V')).join(' ')).toBe(expected);
});

test('an event without a channel is named as unreadable', () => {
  const { itemsWithoutMedia } = read(
    `001  A001     V     C        ${times(0)}`,
    `002  B001     NONE  C        ${times(4)}`,
    '* FROM CLIP NAME: boat.mov',
  );
  expect(itemsWithoutMedia).toMatchObject([
    { kind: 'unreadable', name: 'boat.mov', startFrame: 100, durationFrames: 100, trackIndex: null },
  ]);
});

test.for([
  ['FROM CLIP NAME: boat.mov', 'boat.mov'],
  ['CLIP NAME: boat.mov', 'boat.mov'],
  ['FROM CLIP: boat.mov', 'boat.mov'],
  ['FROM CLIP: /media/boat.mov', 'boat.mov'],
  ['FROM FILE: boat.mov', 'boat.mov'],
  [String.raw`FROM FILE: D:\media\boat.mov`, 'boat.mov'],
  ['SOURCE FILE: /media/boat.mov', 'boat.mov'],
  ['SOURCE FILE: boat.mov', 'boat.mov'],
  ['REEL AX IS CLIP boat.mov', 'boat.mov'],
] as const)('the name of a file in the comment “%s” is used', ([comment, name]) => {
  for (const mark of ['* ', '*', ''])
    expect(read(`001  AX       V     C        ${times(0)}`, mark + comment).media).toMatchObject([
      { fileName: name },
    ]);
});

test('a file of the delivery is found by the name of its clip or by that of its file', () => {
  const delivered = videoMedia('boat', 400);
  const list = [
    `001  AX       V     C        ${times(0)}`,
    '* FROM CLIP NAME: Take 2.0',
    '* SOURCE FILE: /a/boat.mp4',
  ];
  const { media } = readEdl(list.join('\n'), { ...fallback, media: [delivered] });
  expect(media).toMatchObject([{ mediaId: 'boat', location: 'file:///a/boat.mp4' }]);
});

test('both sides of a dissolve get their own names and files', () => {
  const timeline = read(
    '001  AX       V     C        00:00:00:00 00:00:04:00 01:00:00:00 01:00:04:00',
    '001  AX       V     D    025 00:00:10:00 00:00:14:00 01:00:04:00 01:00:08:00',
    '* FROM CLIP NAME: pier.mov',
    '* SOURCE FILE: /a/pier.mov',
    '* TO CLIP NAME: boat.mov',
    '* SOURCE FILE: /a/boat.mov',
  );
  expect(outlineOf(timeline)).toEqual(['video Video 1: pier.mov@0+100 boat.mov@250+100']);
  expect(timeline.media.map(({ location }) => location)).toEqual([
    'file:///a/pier.mov',
    'file:///a/boat.mov',
  ]);
});

test('picture and sound of a split edit share the comments below them', () => {
  const timeline = read(
    'SPLIT:    AUDIO DELAY=  00:00:00:06',
    '001  AX       V     C        00:00:00:00 00:00:04:00 01:00:00:00 01:00:04:00',
    '001  AX       A     C        00:00:00:06 00:00:04:00 01:00:00:06 01:00:04:00',
    '* FROM CLIP NAME: pier.mov',
  );
  expect(outlineOf(timeline)).toEqual(['video Video 1: pier.mov@0+100', 'audio Audio 1: 6 pier.mov@6+94']);
});

test('a wipe is read as a wipe, with small letters too', () => {
  for (const kind of ['W001', 'w001']) {
    const { tracks } = read(
      `001  A        V     C        ${times(0)}`,
      '002  A        V     C        00:00:04:00 00:00:04:00 01:00:04:00 01:00:04:00',
      `002  B        V     ${kind} 010 ${times(4)}`,
    );
    expect(tracks[0]?.items[1]).toMatchObject({ transition: { style: 'WIPE', durationFrames: 10 } });
  }
});

test('black at both ends of a clip fades it in and out', () => {
  const { tracks } = read(
    '001  BL       V     C        00:00:00:00 00:00:00:00 01:00:00:00 01:00:00:00',
    '001  A        V     D    012 00:00:00:00 00:00:04:00 01:00:00:00 01:00:04:00',
    '* TO CLIP NAME: pier.mov',
    '002  A        V     C        00:00:04:00 00:00:04:00 01:00:04:00 01:00:04:00',
    '002  BL       V     D    025 00:00:00:00 00:00:02:00 01:00:04:00 01:00:06:00',
    '* FROM CLIP NAME: pier.mov',
    '003  BL       V     C        00:00:00:00 00:00:00:00 01:00:06:00 01:00:06:00',
    '003  B        V     D    010 00:00:00:00 00:00:04:00 01:00:06:00 01:00:10:00',
    '* TO CLIP NAME: boat.mov',
  );
  expect(tracks[0]?.items).toMatchObject([
    { name: 'pier.mov', durationFrames: 125, fades: { inFrames: 12, outFrames: 25 } },
    { kind: 'gap', durationFrames: 25 },
    { name: 'boat.mov', durationFrames: 100, fades: { inFrames: 10, outFrames: 0 } },
  ]);
});

test('a clip that fades in from black directly after another clip has no dissolve with it', () => {
  const { tracks } = read(
    `001  A        V     C        ${times(0)}`,
    '002  BL       V     C        00:00:00:00 00:00:00:00 01:00:04:00 01:00:04:00',
    `002  B        V     D    010 ${times(4)}`,
  );
  expect(tracks[0]?.items[1]).toMatchObject({ fades: { inFrames: 10 } });
  expect(tracks[0]?.items[1]).not.toHaveProperty('transition');
});

test.for([
  ['K B', 'K    012', { inFrames: 12, outFrames: 0 }],
  ['KB', 'KO   012', { inFrames: 0, outFrames: 12 }],
  ['k b', 'k o  012', { inFrames: 0, outFrames: 12 }],
] as const)('a key of %s and %s lies above its background', ([background, key, fades]) => {
  const timeline = read(
    `001  A        V     ${background.padEnd(8)} ${times(0)}`,
    `001  LOGO     V     ${key} ${times(0)}`,
    '* FROM CLIP NAME: pier.mov',
    '* KEY CLIP NAME: logo.mov',
    `002  B        V     C        ${times(4)}`,
  );
  expect(outlineOf(timeline)).toEqual([
    'video Video 1: pier.mov@0+100 B@0+100',
    'video Video 2: logo.mov@0+100',
  ]);
  expect(timeline.tracks[1]?.items).toMatchObject([{ fades }]);
});

// KEY_TRANSITION.EDL of guerilla-di/edl, made with Final Cut Pro.
test('a key without a length lies over its whole background', () => {
  const timeline = read(
    `001  A        V     K B      ${times(0)}`,
    '001  LOGO     V     K    000 00:00:03:00 00:00:03:00 01:00:00:00 01:00:00:00',
  );
  expect(outlineOf(timeline)).toEqual(['video Video 1: A@0+100', 'video Video 2: LOGO@75+100']);
});

test('events that overlap on one channel are read to tracks of their own, in the order of their times', () => {
  const timeline = read(
    `002  B        V     C        ${times(4)}`,
    `001  A        V     C        ${times(0)}`,
    `003  C        V     C        ${times(2)}`,
    `004  D        V2    C        ${times(0)}`,
  );
  expect(outlineOf(timeline)).toEqual([
    'video Video 1: A@0+100 B@0+100',
    'video Video 2: 50 C@0+100',
    'video Video 3: D@0+100',
  ]);
});

// FCP_REVERSE.EDL of guerilla-di/edl: 40 seconds of bars, backwards from their last frame.
test('a speed below zero plays backwards from the source start', () => {
  const event = '001  FOO      V     C        01:00:39:24 01:01:19:24 01:00:00:00 01:00:40:00';
  const media = [videoMedia('bars', 1000, { startFrame: 90_000 })];
  for (const speed of [
    '-025.0                01:00:39:24',
    ' -025.0',
    '-25   01:00:39:24',
    '- 25.0 01:00:39:24',
  ]) {
    const list = [event, `M2   FOO           ${speed}`, '* FROM CLIP NAME: bars.mp4'];
    expect(readEdl(list.join('\n'), { ...fallback, media }).tracks[0]?.items).toMatchObject([
      { sourceStartFrame: 0, durationFrames: 1000, isReversed: true },
    ]);
  }
});

// Test EDL of simonh10/python-edl, exported by Premiere.
test('a clip that is listed backwards from its first frame shows its file from there', () => {
  const { tracks } = read(
    `001  AX       V     C        ${times(0)}`,
    '* FROM CLIP NAME: pier.mov',
    'M2   AX       -25.0                      00:00:00:00',
  );
  expect(tracks[0]?.items).toMatchObject([{ sourceStartFrame: 0, isReversed: true }]);
});

test.for([
  ['A 01', 'M2   A 01     012.5     00:00:00:00', { speed: 0.5 }],
  ['', 'M2            012.5     00:00:00:00', { speed: 0.5 }],
  ['A01', 'm2   a01      050.0     00:00:00:00', { speed: 2 }],
  ['A01', 'M2   A01      000.0     00:00:00:00', { speed: 1 / 100 }],
  ['A01', 'M2   A01      -000.0     00:00:00:00', { speed: 1 / 100 }],
] as const)('a speed of reel “%s” is read from %s', ([reel, line, expected]) => {
  const { tracks } = read(
    `001  ${reel.padEnd(8)} V     C        ${times(0)}`,
    '* FROM CLIP NAME: a.mov',
    line,
  );
  expect(tracks[0]?.items).toMatchObject([expected]);
  expect(tracks[0]?.items[0]).not.toHaveProperty('isReversed');
});

// TRAILER_EDL.edl of guerilla-di/edl and the test list of simonh10/python-edl.
test('bars, generators, fillers and events that name no file are items without media in gaps', () => {
  const timeline = read(
    `001  BARS     B     C        ${times(0)}`,
    `002  A        V     C        ${times(4)}`,
    `003  GEN      V     C        ${times(8)}`,
    '* FROM CLIP NAME:  TEXT',
    '* FROM CLIP IS A GENERATOR',
    `004  AX       V     C        ${times(12)}`,
    `005  AX       V     C        ${times(16)}`,
    '* FROM CLIP NAME: Black Video',
    `006  BL       V     C        ${times(20)}`,
    `007  B        V     C        ${times(24)}`,
  );
  expect(outlineOf(timeline)).toEqual(['video Video 1: 100 A@0+100 400 B@0+100', 'audio Audio 1: ']);
  const place = { durationFrames: 100, trackIndex: 0, trackKind: 'video', words: null };
  expect(timeline.itemsWithoutMedia).toMatchObject([
    { ...place, kind: 'generator', name: 'BARS', startFrame: 0 },
    { ...place, kind: 'generator', name: 'BARS', startFrame: 0, trackKind: 'audio', trackIndex: 1 },
    { ...place, kind: 'title', name: 'TEXT', startFrame: 200 },
    { ...place, kind: 'missing-media', name: 'AX', startFrame: 300 },
    { ...place, kind: 'generator', name: 'Black Video', startFrame: 400 },
  ]);
  const again = writeEdl(timeline, { fileName: 'cut.edl' });
  const back = readEdl(again.text, fallback, again.sideFiles[0]?.text);
  expect(back.itemsWithoutMedia).toEqual(timeline.itemsWithoutMedia);
});

test('a reel named BARS with a file is that file', () => {
  const { media } = read(`001  BARS     V     C        ${times(0)}`, '* FROM CLIP NAME: BARS_40S.MOV');
  expect(media).toMatchObject([{ fileName: 'BARS_40S.MOV' }]);
});

test('a title of another format is written as a locator with its words', () => {
  const film = videoMedia('film', 400);
  const timeline = timelineOf({
    frameRate: rates[25],
    media: [film],
    tracks: [videoTrack('Pictures', clip(film, 100))],
    itemsWithoutMedia: [
      {
        kind: 'title',
        name: 'Lower third',
        words: 'Ada\nHarbour master',
        trackKind: 'video',
        trackIndex: null,
        startFrame: 25,
        durationFrames: 50,
        source: { format: 'FCPXML', text: '<title/>' },
      },
    ],
  });
  const { text, sideFiles } = writeEdl(timeline, { fileName: 'cut.edl' });
  expect(text).toContain('* LOC: 00:00:01:00 GREEN   Ada Harbour master\r\n');
  expect(readEdl(text, fallback, sideFiles[0]?.text).markers).toEqual([
    { frame: 25, name: 'Ada Harbour master', note: '' },
  ]);
});

test('of several titles in one file, the one that shares files with the delivery is read', () => {
  const list = [
    'TITLE: Other film',
    `001  AX       V     C        ${times(0)}`,
    '* FROM CLIP NAME: dune.mov',
    'TITLE: Harbour',
    `001  AX       V     C        ${times(0)}`,
    '* FROM CLIP NAME: pier.mov',
    'TITLE: Empty',
  ].join('\n');
  const wanted = { name: 'Harbour lights v003', fileNames: ['pier.mov'] };
  expect(readEdl(list, fallback, null, wanted)).toMatchObject({
    name: 'Harbour',
    media: [{ fileName: 'pier.mov' }],
  });
  expect(readEdl(list, fallback).name).toBe('Other film');
  expect(readEdl(list, fallback, null, { ...wanted, chosenKey: '0' }).name).toBe('Other film');
});

test('lines of other kinds, byte order marks and any line ends are read around', () => {
  const list = [
    '\ufefftitle: back',
    'fcm: non-drop frame',
    '; a comment',
    '# another',
    `001  A        V     C        ${times(0)}`,
    '>>> SOURCE A   A   4919a179.79630563 01:00:00:00 01:00:00:00',
    'HERES A NOTE',
    'FINAL CUT PRO REEL: 006-I REPLACED BY: 006I',
    '24 fps, 2 reels',
    'EFFECTS NAME IS CROSS DISSOLVE',
    'GPI 1  01:00:00:00',
    '',
  ];
  for (const lineEnd of ['\n', '\r\n', '\r'])
    expect(readEdl(list.join(lineEnd), fallback)).toMatchObject({
      name: 'back',
      tracks: [{ items: [{ durationFrames: 100 }] }],
    });
});
