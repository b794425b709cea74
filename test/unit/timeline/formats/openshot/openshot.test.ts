import { expect, test } from 'vitest';
import { readOpenShot } from '../../../../../src-timeline/formats/openshot/openshot.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import { TimelineParseError } from '../../../../../src-timeline/model/timeline-parse-error.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { rates } from '../sample-timelines.ts';

type Json = Record<string, unknown>;

const film = {
  path: 'media/boat.mp4',
  has_video: true,
  has_audio: true,
  width: 1280,
  height: 720,
  duration: 20,
};
const still = {
  path: 'C:/S/pier.png',
  has_video: true,
  has_audio: false,
  has_single_image: true,
  width: 40,
  height: 30,
};
const speech = { path: '/s/speech.wav', has_video: false, has_audio: true, channels: 1, duration: 9.5 };

const clip = (reader: Json | null, position: number, start: number, end: number, more: Json = {}): Json => ({
  id: `C${String(position)}`,
  layer: 1_000_000,
  title: 'clip',
  position,
  start,
  end,
  reader,
  ...more,
});

/** A project in the form of OpenShot's own template, with these parts. */
const project = (parts: Json): string =>
  JSON.stringify({
    id: 'T0',
    fps: { num: 24, den: 1 },
    width: 1280,
    height: 720,
    sample_rate: 48_000,
    layers: [
      { number: 1_000_000, label: '' },
      { number: 2_000_000, label: 'Titles' },
    ],
    clips: [],
    effects: [],
    files: [],
    markers: [],
    ...parts,
  });

function read(parts: Json): Timeline {
  const timeline = readOpenShot(project(parts), 'Harbour');
  checkTimeline(timeline);
  return timeline;
}

const outline = (timeline: Timeline): string[] =>
  outlineTracks(timeline, ({ kind, name }) => `${kind} ${name}`);

const curve = (...points: [x: number, y: number][]): Json => ({
  Points: points.map(([X, Y]) => ({ co: { X, Y }, interpolation: 1 })),
});

test('A project of OpenShot is read: layers with their pictures and sounds, in seconds', () => {
  const clips = [
    clip(still, 0, 0, 2),
    clip(film, 2.5, 4, 6),
    clip({ ...still, path: '@assets/title/end.svg' }, 1, 0, 3, { layer: 2_000_000 }),
    clip(speech, 0, 0.5, 2, { layer: 3_000_000, volume: curve([1, 0.5]) }),
  ];
  const timeline = read({ clips, markers: [{ position: 1.5, vector: 'blue' }] });
  expect(outline(timeline)).toEqual([
    'video Video 1000000: pier.png@0+48 12 boat.mp4@96+48',
    'video Titles: 24 end.svg@0+72',
    'audio Audio 1000000: 60 boat.mp4@96+48',
    'audio Audio 3000000: speech.wav@12+36',
  ]);
  expect(timeline).toMatchObject({ name: 'Harbour', frameRate: rates[24], width: 1280, height: 720 });
  expect(timeline.media.map(({ location, durationFrames }) => [location, durationFrames])).toEqual([
    ['file:///C:/S/pier.png', null],
    ['media/boat.mp4', 480],
    ['title/end.svg', null],
    ['file:///s/speech.wav', 228],
  ]);
  expect(timeline.markers).toEqual([{ frame: 36, name: '', note: '', colour: 'blue' }]);
  const [sound] = timeline.tracks[3]?.items ?? [];
  expect(sound).toMatchObject({ levels: [{ frame: 0, levelDb: expect.closeTo(-6.02, 1) }] });
});

test('A transition over two clips is a dissolve, and others at the ends of clips are fades', () => {
  const clips = [clip(still, 0, 0, 4), clip(still, 3, 0, 4), clip(still, 10, 0, 2)];
  const mask = (position: number, end: number): Json => ({ layer: 1_000_000, position, start: 0, end });
  const timeline = read({ clips, effects: [mask(3, 1), mask(0, 0.5), mask(11, 1), mask(20, 1)] });
  expect(outline(timeline)).toEqual(['video Video 1000000: pier.png@0+72 pier.png@0+96 72 pier.png@0+48']);
  expect(timeline.tracks[0]?.items).toMatchObject([
    { fades: { inFrames: 12 } },
    { transition: { style: 'FADE', durationFrames: 24 } },
    {},
    { fades: { outFrames: 24 } },
  ]);
  expect(timeline.itemsWithoutMedia).toMatchObject([{ name: 'Transition', startFrame: 480 }]);
});

test('A constant speed is read, and a speed that changes and effects are named', () => {
  const clips = [
    clip(film, 0, 0, 2, { time: curve([1, 1], [49, 97]) }),
    clip(film, 2, 0, 2, { time: curve([1, 97], [49, 49]) }),
    clip(film, 4, 0, 2, { time: curve([1, 1], [20, 40], [49, 50]), effects: [{ class_name: 'Blur' }] }),
  ];
  const timeline = read({ clips });
  expect(timeline.tracks[0]?.items).toMatchObject([
    { speed: 2, sourceStartFrame: 0 },
    { isReversed: true, sourceStartFrame: 48 },
    { sourceStartFrame: 0 },
  ]);
  expect(timeline.itemsWithoutMedia?.map(({ name, startFrame }) => [name, startFrame])).toEqual([
    ['Blur (clip)', 96],
    ['Time (clip)', 96],
  ]);
});

test('Pictures and sounds that are switched off are left out', () => {
  const clips = [
    clip(film, 0, 0, 2, { has_audio: curve([1, 0]) }),
    clip(film, 3, 0, 1, { has_video: curve([1, 0]) }),
  ];
  expect(outline(read({ clips }))).toEqual([
    'video Video 1000000: boat.mp4@0+48',
    'audio Audio 1000000: 72 boat.mp4@0+24',
  ]);
});

test('A clip without a file or a readable time is named, and the others are read', () => {
  const clips = [clip(null, 0, 0, 2), clip(film, 2, 3, 1), clip(film, 5, 0, 1, { layer: 'x' }), 7];
  const timeline = read({ clips });
  expect(timeline.itemsWithoutMedia?.map(({ kind, startFrame }) => [kind, startFrame])).toEqual([
    ['missing-media', 0],
    ['missing-media', 0],
    ['unreadable', 48],
  ]);
  expect(timeline.tracks[0]?.items.at(-1)).toMatchObject({ kind: 'clip', durationFrames: 24 });
});

test.for(['', '[]', '{"clips": []}', '{"fps": {"num": 0, "den": 1}}'])('The text %j is refused', (text) => {
  expect(() => readOpenShot(text, 'x')).toThrow(TimelineParseError);
});
