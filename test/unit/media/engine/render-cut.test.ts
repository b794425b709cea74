import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { limitSum } from '../../../../src-media/engine/limit-sum.ts';
import { renderCut } from '../../../../src-media/engine/render-cut.ts';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { readColors, readMovie, readSound } from '../../../fakes/media-engine/read-movie.ts';
import {
  blue,
  type Color,
  green,
  plain,
  red,
  white,
  writeClip,
  writeTone,
} from '../../../fakes/sample-media.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';
import {
  audioMedia,
  audioTrack,
  caption,
  clip,
  gap,
  rates,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../../timeline/formats/sample-timelines.ts';

const size = { width: 160, height: 90 };
const still = stillMedia('still', size);
const movie = videoMedia('movie', 30, { size });
const tone = audioMedia('tone', 60, 1);
const control = { checkpoint: () => undefined, progress: () => undefined };

let colorsOfMovie: Color[];
beforeAll(() => {
  colorsOfMovie = Array.from({ length: 30 }, (_, index) => (index < 10 ? green : index < 20 ? blue : white));
});

/** Renders a cut of a red still, a movie that is green, blue and white for ten frames each, and a tone. */
async function render(parts: Partial<Timeline>, hasCaptions = false) {
  const folder = await makeTemporaryFolder();
  const paths = { still: join(folder, 'still.png'), movie: join(folder, 'movie.mp4'), tone: '' };
  await plain(size.width, size.height, red).png().toFile(paths.still);
  await writeClip(paths.movie, colorsOfMovie, size);
  paths.tone = await writeTone(folder, 'tone.wav', 60, 440);
  const timeline = timelineOf({ ...size, media: [still, movie, tone], ...parts });
  const outputPath = join(folder, 'out.mp4');
  await renderCut({ timeline, paths, hasCaptions, outputPath }, control);
  return { outputPath, bytes: await readFile(outputPath) };
}

/** Names the nearest colour of each frame at a place. */
function seen(path: string, place?: { x: number; y: number }): string {
  const names = { red, green, blue, white, black: [0, 0, 0] as const };
  const distance = (a: Color, b: Color): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  const nearest = (color: Color): string =>
    Object.entries(names).toSorted(([, a], [, b]) => distance(a, color) - distance(b, color))[0]?.[0] ?? '';
  const runs: [string, number][] = [];
  for (const name of readColors(path, size, place).map(nearest)) {
    const last = runs.at(-1);
    if (last?.[0] === name) last[1] += 1;
    else runs.push([name, 1]);
  }
  return runs.map(([name, count]) => `${name} ${String(count)}`).join(', ');
}

const onlyMovie = (more: Partial<Clip>, durationFrames = 10): Partial<Timeline> => ({
  tracks: [videoTrack('V1', clip(movie, durationFrames, more))],
});

test('a movie of a cut has its pictures in order, black gaps and disabled clips, at its rate', async () => {
  const { outputPath } = await render({
    frameRate: rates[29.97],
    tracks: [
      videoTrack(
        'V1',
        clip(still, 6),
        gap(4),
        clip(movie, 12, { sourceStartFrame: 8 }),
        clip(still, 3, { isDisabled: true }),
      ),
    ],
  });
  expect(readMovie(outputPath).video).toMatchObject({ ...size, frameRate: '30000/1001' });
  expect(seen(outputPath)).toBe('red 6, black 4, green 2, blue 10, black 3');
});

test('a clip plays at its speed, backwards, and holds its last picture', async () => {
  const fast = await render(onlyMovie({ speed: 2 }));
  expect(seen(fast.outputPath)).toBe('green 5, blue 5');
  const back = await render(onlyMovie({ sourceStartFrame: 5, isReversed: true }));
  expect(seen(back.outputPath)).toBe('blue 5, green 5');
  const held = await render(onlyMovie({ sourceStartFrame: 25 }));
  expect(seen(held.outputPath)).toBe('white 10');
});

test('a picture lies where its motion puts it, over the tracks below', async () => {
  const motion = [{ frame: 0, scale: 0.5, x: -0.25, y: -0.25 }];
  const { outputPath } = await render({
    tracks: [videoTrack('V1', clip(movie, 5)), videoTrack('V2', clip(still, 5, { motion }))],
  });
  expect(seen(outputPath, { x: 0.25, y: 0.25 })).toBe('red 5');
  expect(seen(outputPath, { x: 0.75, y: 0.75 })).toBe('green 5');
});

test.each([
  ['FADE', 'red 8, green 7'],
  ['WIPE', 'red 8, green 7'],
  ['PAN', 'red 9, green 6'],
  ['RISE', 'red 7, green 8'],
  ['POP', 'red 7, green 8'],
] as const)('a transition %s changes the pictures step by step', async (style, course) => {
  const transition = { style, durationFrames: 6 };
  const { outputPath } = await render({
    tracks: [videoTrack('V1', clip(still, 5), clip(movie, 10, { transition }))],
  });
  expect(seen(outputPath, { x: 0.4, y: 0.5 })).toBe(course);
});

test('sounds play in their places, at their levels, at a speed, and are silent elsewhere', async () => {
  const quiet = { levels: [{ frame: 0, levelDb: -20 }] };
  const { outputPath } = await render({
    tracks: [
      videoTrack('V1', clip(still, 60)),
      audioTrack(
        'A1',
        'dialogue',
        gap(15),
        clip(tone, 15),
        clip(tone, 15, quiet),
        clip(tone, 15, { speed: 2 }),
      ),
    ],
  });
  const sound = readSound(outputPath);
  expect(readMovie(outputPath).audio?.durationSeconds).toBeCloseTo(2, 1);
  const of = (second: number): Float32Array =>
    sound.subarray((second + 0.1) * 48_000, (second + 0.4) * 48_000);
  const loudness = (part: Float32Array): number => Math.hypot(...part) / Math.sqrt(part.length);
  const hertz = (part: Float32Array): number =>
    part.filter((sample, index) => sample >= 0 && (part[index - 1] ?? 0) < 0).length / 0.3;
  expect(loudness(of(0))).toBeLessThan(0.001);
  // A sine of 0.3 is 0.212 loud, in each of two channels by a factor of 0.707.
  expect(loudness(of(0.5))).toBeCloseTo(0.15, 2);
  expect(loudness(of(1))).toBeCloseTo(0.015, 2);
  expect(hertz(of(0.5))).toBeCloseTo(440, -1);
  expect(hertz(of(1.5))).toBeCloseTo(880, -1);
});

test('captions are drawn only when asked for, and only in their time', async () => {
  const captionTracks = [{ languageCode: 'en', captions: [caption(4, 4, 'MMMMMMMM')] }];
  const cut = { captionTracks, tracks: [videoTrack('V1', clip(still, 12))] };
  const without = await render(cut);
  const place = { x: 0.5, y: 0.88 };
  expect(seen(without.outputPath, place)).toBe('red 12');
  const whites = readColors((await render(cut, true)).outputPath, size, { x: 0.5, y: 0.88 });
  const changed = whites.map((color, index) => (Math.abs(color[1] - red[1]) > 60 ? index : null));
  expect(changed.filter((index) => index !== null)).toEqual([4, 5, 6, 7]);
});

test('the same cut gives the same bytes, and another one others', async () => {
  const transition = { style: 'POP', durationFrames: 6 } as const;
  const tracks = [
    videoTrack('V1', clip(still, 10), clip(movie, 20, { transition })),
    audioTrack('A1', 'music', clip(tone, 30)),
  ];
  const first = await render({ tracks });
  const second = await render({ tracks });
  expect(second.bytes.equals(first.bytes)).toBe(true);
  const other = await render({ tracks: tracks.slice(0, 1) });
  expect(other.bytes.equals(first.bytes)).toBe(false);
});

test('a missing file fails the movie', async () => {
  const lost = stillMedia('lost', size);
  const tracks = [videoTrack('V1', clip(lost, 5))];
  await expect(render({ media: [lost], tracks })).rejects.toMatchObject({ code: 'unreadable_media' });
});

test('only what would clip is bent', () => {
  const samples = Float32Array.of(0.5, -0.88, 1.5, -3);
  limitSum(samples);
  expect([...samples.subarray(0, 2)].map((sample) => Math.round(sample * 100))).toEqual([50, -88]);
  expect(samples[2]).toBeLessThan(1);
  expect(samples[2]).toBeGreaterThan(0.95);
  expect(samples[3]).toBeGreaterThanOrEqual(-1);
});
