import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AV_PIX_FMT_YUV420P, AV_PROFILE_H264_HIGH } from 'node-av/constants';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMediaEngine } from '../../../../src-media/create-media-engine.ts';
import type {
  MediaEngine,
  RenderedMovie,
  RenderMovieRequest,
  RenderScene,
} from '../../../../src-media/media-engine.ts';
import { movieSize } from '../../../../src-media/render/movie-size.ts';
import {
  colorAt,
  readColors,
  readFrame,
  readMovie,
  readSound,
} from '../../../fakes/media-engine/read-movie.ts';
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

vi.setConfig({ testTimeout: 120_000 });
const { signal } = new AbortController();
const project = { width: 640, height: 360 };
const movieFrame = { width: 854, height: 480 };
let engine: MediaEngine;
let temporaryFolder: string;
/** Three scenes of 17, 1 and 70 frames: red, green and blue. */
let sharedFolder: string;
let sharedMovie: string;
let sharedFacts: RenderedMovie;

beforeAll(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), 'dailies-render-test-'));
  engine = await createMediaEngine({ temporaryFolder });
  sharedFolder = await mkdtemp(join(tmpdir(), 'dailies-render-test-'));
  sharedMovie = join(sharedFolder, 'movie.mp4');
  sharedFacts = await engine.renderMovie(requestOf(sharedFolder, await threeScenes(sharedFolder)), {
    signal,
  });
}, 120_000);
afterAll(async () => {
  await engine.dispose();
  for (const folder of [temporaryFolder, sharedFolder]) await rm(folder, { recursive: true, force: true });
});

const pitches = [300, 500, 800, 1_200];

async function still(
  folder: string,
  index: number,
  color: Color,
  durationFrames: number,
): Promise<RenderScene> {
  const picturePath = join(folder, `picture${index}.png`);
  await plain(project.width, project.height, color).png().toFile(picturePath);
  const speechPath = await writeTone(folder, `tone${index}.wav`, durationFrames, pitches[index] ?? 100);
  return { pictureKind: 'still', picturePath, speechPath, durationFrames };
}

async function threeScenes(folder: string): Promise<RenderScene[]> {
  return Promise.all([still(folder, 0, red, 17), still(folder, 1, green, 1), still(folder, 2, blue, 70)]);
}

function requestOf(
  folder: string,
  scenes: readonly RenderScene[],
  options: Partial<RenderMovieRequest> = {},
): RenderMovieRequest {
  return {
    scenes,
    captions: [],
    captionStyle: null,
    languageCode: 'en',
    ...project,
    quality: 'STANDARD',
    hasWatermark: false,
    hasEndScreen: false,
    outputPath: join(folder, 'movie.mp4'),
    ...options,
  };
}

function expectNear(found: Color | undefined, wanted: Color, most = 14): void {
  wanted.forEach((value, index) =>
    expect(Math.abs((found?.[index] ?? -99) - value)).toBeLessThanOrEqual(most),
  );
}

describe('a rendered movie', () => {
  test('is H.264 High in BT.709 at exactly 30 frames a second, with stereo sound just as long', () => {
    const movie = readMovie(sharedMovie);
    expect(sharedFacts).toMatchObject({ ...movieFrame, durationFrames: 88 });
    expect(movie.video).toMatchObject({
      ...movieFrame,
      profile: AV_PROFILE_H264_HIGH,
      pixelFormat: AV_PIX_FMT_YUV420P,
      frameRate: '30/1',
      colors: [1, 1, 1, 1],
    });
    expect(movie.video.durationSeconds).toBeCloseTo(88 / 30, 5);
    expect(movie.audio).toMatchObject({ sampleRate: 48_000, channels: 2 });
    expect(movie.audio?.durationSeconds).toBeCloseTo(88 / 30, 5);
    expect(movie.durationSeconds).toBeCloseTo(88 / 30, 3);
  });

  test('has each frame once, decoding times without gaps over the cuts, and a key frame at every cut', () => {
    const { pts, dts, keyFrames } = readMovie(sharedMovie).video;
    expect(pts.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 88 }, (_, index) => index),
    );
    expect(dts).toEqual(Array.from({ length: 88 }, (_, index) => index + (dts[0] ?? 0)));
    expect(dts.every((time, index) => time <= (pts[index] ?? -1))).toBe(true);
    expect(keyFrames).toEqual(expect.arrayContaining([0, 17, 18]));
    expect(keyFrames.every((frame, index) => frame - (keyFrames[index - 1] ?? 0) <= 60)).toBe(true);
  });

  test('changes its picture exactly at the cuts', () => {
    const colors = readColors(sharedMovie, movieFrame);
    expect(colors).toHaveLength(88);
    colors.forEach((color, index) => expectNear(color, index < 17 ? red : index < 18 ? green : blue));
  });

  test('changes its sound exactly at the cuts, at the level that keeps the loudness of one channel', () => {
    const sound = readSound(sharedMovie);
    const pitchAt = (frame: number): number => {
      const part = sound.subarray(frame * 1_600, (frame + 4) * 1_600);
      return (
        (part.filter((sample, index) => index > 0 && sample >= 0 !== (part[index - 1] ?? 0) >= 0).length /
          2 /
          part.length) *
        48_000
      );
    };
    expect(Math.abs(pitchAt(12) - 300)).toBeLessThan(15);
    expect(Math.abs(pitchAt(19) - 800)).toBeLessThan(25);
    const level = Math.sqrt(
      sound.subarray(48_000, 96_000).reduce((sum, sample) => sum + sample ** 2, 0) / 48_000,
    );
    expect(level).toBeCloseTo(0.3 / Math.SQRT2 / Math.SQRT2, 2);
  });

  test('is the same bytes each time', async () => {
    const folder = await makeTemporaryFolder();
    const scenes = await threeScenes(folder);
    await engine.renderMovie(requestOf(folder, scenes), { signal });
    expect((await readFile(join(folder, 'movie.mp4'))).equals(await readFile(sharedMovie))).toBe(true);
  });

  test('of which one scene was changed shows the change and nothing else', async () => {
    const folder = await makeTemporaryFolder();
    const scenes = await threeScenes(folder);
    await plain(project.width, project.height, white)
      .png()
      .toFile(scenes[1]?.picturePath ?? '');
    await engine.renderMovie(requestOf(folder, scenes), { signal });
    const colors = readColors(join(folder, 'movie.mp4'), movieFrame);
    colors.forEach((color, index) => expectNear(color, index < 17 ? red : index < 18 ? white : blue));
  });

  test('has its index in front, for players that begin before the end has come', async () => {
    const bytes = await readFile(sharedMovie);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect(bytes.includes('colrnclx')).toBe(true);
    expect(bytes.includes('Lavf')).toBe(false);
  });

  test('shows own clips frame by frame and holds the last picture of one that is too short', async () => {
    const folder = await makeTemporaryFolder();
    const picturePath = join(folder, 'clip.mp4');
    await writeClip(picturePath, [red, red, red, green, green, green, blue, blue, blue], project);
    const speechPath = await writeTone(folder, 'tone.wav', 12, 300);
    const clip: RenderScene = { pictureKind: 'clip', picturePath, speechPath, durationFrames: 12 };
    await engine.renderMovie(requestOf(folder, [clip, await still(folder, 1, white, 5)]), { signal });
    const colors = readColors(join(folder, 'movie.mp4'), movieFrame);
    const wanted = [
      red,
      red,
      red,
      green,
      green,
      green,
      blue,
      blue,
      blue,
      blue,
      blue,
      blue,
      white,
      white,
      white,
      white,
      white,
    ];
    expect(colors).toHaveLength(wanted.length);
    colors.forEach((color, index) => expectNear(color, wanted[index] ?? white, 30));
  });

  test('shows a caption in exactly its frames', async () => {
    const folder = await makeTemporaryFolder();
    const scenes = [await still(folder, 0, blue, 30), await still(folder, 1, blue, 30)];
    const captions = [
      { startFrame: 10, durationFrames: 15, lines: ['████████'] },
      { startFrame: 40, durationFrames: 20, lines: ['████████'] },
    ];
    const captionStyle = { verticalAlignment: 'MIDDLE', fontSize: 200, strokeColor: null } as const;
    await engine.renderMovie(requestOf(folder, scenes, { captions, captionStyle }), { signal });
    const lit = readColors(join(folder, 'movie.mp4'), movieFrame, { x: 0.5, y: 0.5 }).flatMap(
      ([light], index) => (light > 128 ? [index] : []),
    );
    expect(lit).toEqual([
      ...Array.from({ length: 15 }, (_, index) => index + 10),
      ...Array.from({ length: 20 }, (_, index) => index + 40),
    ]);
  });

  test('without a caption style captions are not shown', async () => {
    const folder = await makeTemporaryFolder();
    const captions = [{ startFrame: 0, durationFrames: 17, lines: ['████████████████'] }];
    await engine.renderMovie(requestOf(folder, [await still(folder, 0, red, 17)], { captions }), { signal });
    readColors(join(folder, 'movie.mp4'), movieFrame, { x: 0.5, y: 0.88 }).forEach((color) =>
      expectNear(color, red),
    );
  });

  test('has a watermark in the corner and an end screen of two seconds with only room tone when asked to', async () => {
    const folder = await makeTemporaryFolder();
    const request = requestOf(folder, [await still(folder, 0, red, 20)], {
      hasWatermark: true,
      hasEndScreen: true,
    });
    const { durationFrames } = await engine.renderMovie(request, { signal });
    const path = join(folder, 'movie.mp4');
    expect(durationFrames).toBe(80);
    const picture = readFrame(path, movieFrame, 5);
    expectNear(colorAt(picture, movieFrame, { x: 0.2, y: 0.9 }), red);
    const corner = Array.from({ length: 40 }, (_, index) => ({ x: 0.86 + index * 0.002, y: 0.078 }));
    expect(corner.some((place) => colorAt(picture, movieFrame, place)[2] > 80)).toBe(true);
    expectNear(colorAt(readFrame(path, movieFrame, 79), movieFrame, { x: 0.2, y: 0.9 }), [19, 19, 19], 4);
    const tone = readSound(path).subarray(22 * 1_600, 80 * 1_600);
    const levelDb = 10 * Math.log10(tone.reduce((sum, sample) => sum + sample ** 2, 0) / tone.length);
    expect(levelDb).toBeGreaterThan(-70);
    expect(levelDb).toBeLessThan(-58);
  });

  test('has its watermark in a corner of its own beside a logo below and captions above', async () => {
    const folder = await makeTemporaryFolder();
    const logoPath = join(folder, 'logo.png');
    await plain(200, 100, blue).png().toFile(logoPath);
    const request = requestOf(folder, [await still(folder, 0, red, 12)], {
      hasWatermark: true,
      captionStyle: { verticalAlignment: 'TOP' },
      logo: { path: logoPath, position: 'BOTTOM_RIGHT', sizePercent: 20 },
    });
    await engine.renderMovie(request, { signal });
    const picture = readFrame(join(folder, 'movie.mp4'), movieFrame, 5);
    const marked = (from: number): boolean =>
      Array.from({ length: 40 }, (_, index) => ({ x: from + index * 0.002, y: 0.92 })).some((place) => {
        const [, greenPart] = colorAt(picture, movieFrame, place);
        return greenPart > 80;
      });
    expect([marked(0.06), marked(0.86)]).toEqual([true, false]);
  });

  test('tells its progress without going back, up to 1', async () => {
    const folder = await makeTemporaryFolder();
    const reported: number[] = [];
    await engine.renderMovie(requestOf(folder, await threeScenes(folder)), {
      signal,
      onProgress: (fraction) => reported.push(fraction),
    });
    expect(reported.toSorted((left, right) => left - right)).toEqual(reported);
    expect(reported.at(-1)).toBeCloseTo(1, 5);
  });
});

describe('a movie that is not finished', () => {
  test('leaves nothing when it is cancelled in the midst of a scene', async () => {
    const folder = await makeTemporaryFolder();
    const scenes = [await still(folder, 0, red, 1_500), await still(folder, 1, blue, 1_500)];
    const before = await readdir(folder);
    const stop = new AbortController();
    const startedAt = performance.now();
    const rendering = engine.renderMovie(requestOf(folder, scenes), {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('no longer wanted')),
    });
    await expect(rendering).rejects.toThrow('no longer wanted');
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(await readdir(folder)).toEqual(before);
    expect(await scratchOf(temporaryFolder)).toEqual([]);
  });

  test('because a picture is missing leaves nothing and says so', async () => {
    const folder = await makeTemporaryFolder();
    const scenes = await threeScenes(folder);
    const before = await readdir(folder);
    const broken = scenes.map((scene) => ({ ...scene, picturePath: `${scene.picturePath}.gone` }));
    await expect(engine.renderMovie(requestOf(folder, broken), { signal })).rejects.toMatchObject({
      code: 'unreadable_media',
    });
    expect(await readdir(folder)).toEqual(before);
    expect(await scratchOf(temporaryFolder)).toEqual([]);
  });

  test('by the end of the engine leaves nothing either', async () => {
    const folder = await makeTemporaryFolder();
    const other = await createMediaEngine({ temporaryFolder: folder });
    const scenes = [await still(folder, 0, red, 1_500)];
    const before = (await readdir(folder)).filter((name) => !name.startsWith('dailies-media-'));
    const rendering = other.renderMovie(requestOf(folder, scenes), {
      signal,
      onProgress: () => void other.dispose(),
    });
    await expect(rendering).rejects.toMatchObject({ code: 'disposed' });
    await other.dispose();
    expect(await readdir(folder)).toEqual(before);
  });
});

/** Returns the files in the engine's folder, except for the encoded scenes that it keeps. */
async function scratchOf(folder: string): Promise<string[]> {
  const own = await readdir(folder);
  const names = (await Promise.all(own.map((name) => readdir(join(folder, name))))).flat();
  return names.filter((name) => name !== 'parts');
}

test.each([
  ['STANDARD', 1920, 1080, 854, 480],
  ['HIGH', 1920, 1080, 1280, 720],
  ['FULL_HIGH', 1080, 1920, 1080, 1920],
  ['ULTRA_HIGH', 1080, 1080, 2160, 2160],
  ['STANDARD', 1080, 1350, 480, 600],
] as const)(
  'in %s quality a project of %i × %i becomes a movie of %i × %i',
  (quality, width, height, movieWidth, movieHeight) => {
    expect(movieSize({ width, height }, quality)).toEqual({ width: movieWidth, height: movieHeight });
  },
);
