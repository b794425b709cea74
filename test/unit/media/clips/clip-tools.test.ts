import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { measureLoudness } from '../../../../src-media/audio/measure-loudness.ts';
import { readSound } from '../../../../src-media/av/clip-sound.ts';
import type { GenerateClipRequest } from '../../../../src-media/clips/clip-tools.ts';
import { createMediaEngine } from '../../../../src-media/create-media-engine.ts';
import type { MediaEngine } from '../../../../src-media/media-engine.ts';
import { colorAt, readFrame, readMovie } from '../../../fakes/media-engine/read-movie.ts';
import {
  blue,
  plain,
  quartered,
  red,
  white,
  writeClip,
  writeTone,
  writeUnevenClip,
} from '../../../fakes/sample-media.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });
const task = { signal: new AbortController().signal };
const frame = { width: 320, height: 180 };
let engine: MediaEngine;

beforeAll(async () => {
  engine = await createMediaEngine({});
});
afterAll(() => engine.dispose());

const nothing: Omit<GenerateClipRequest, 'outputPath'> = {
  prompt: '',
  startFramePath: null,
  imagePaths: [],
  videoPaths: [],
  audioPaths: [],
  spokenDialogue: '',
  voiceDescription: '',
  hasAmbience: false,
  hasMusic: false,
  durationSeconds: null,
  maxSeconds: 10,
  ...frame,
  hasWatermark: false,
  seed: 'a',
};

/** Measures the loudness of both channels. */
function loudnessOf(path: string): number {
  const { left, right } = readSound(path, 30);
  return measureLoudness(left, right);
}

/** True if a WebM declares transparency with an AlphaMode element of value 1. */
async function hasAlphaMode(path: string): Promise<boolean> {
  return (await readFile(path)).includes(Buffer.from([0x53, 0xc0, 0x81, 0x01]));
}

test('a clip begins exactly as its opening frame and then moves, for as long as asked', async () => {
  const folder = await makeTemporaryFolder();
  const startFramePath = join(folder, 'start.png');
  await quartered(320, 180, red, blue).toFile(startFramePath);
  const outputPath = join(folder, 'clip.mp4');
  const wish = { ...nothing, startFramePath, durationSeconds: 2, prompt: 'zoom in', outputPath };
  expect(await engine.clips.generateClip(wish, task)).toMatchObject({ durationSeconds: 2, hasSound: false });
  const movie = readMovie(outputPath);
  expect(movie.durationSeconds).toBe(2);
  const edge = { x: 0.485, y: 0.2 };
  const first = colorAt(readFrame(outputPath, frame, 0), frame, edge);
  const still = colorAt(await sharp(startFramePath).removeAlpha().raw().toBuffer(), frame, edge);
  first.forEach((value, index) => expect(Math.abs(value - (still[index] ?? 0))).toBeLessThan(16));
  expect(readFrame(outputPath, frame, 59).equals(readFrame(outputPath, frame, 0))).toBe(false);
  expect((await readdir(folder)).toSorted()).toEqual(['clip.mp4', 'start.png']);
});

test('a spoken line decides the length of its clip and is heard at -16 LUFS', async () => {
  const outputPath = join(await makeTemporaryFolder(), 'clip.mp4');
  const spokenDialogue = 'Good morning, and welcome to the show.';
  const made = await engine.clips.generateClip({ ...nothing, spokenDialogue, outputPath }, task);
  expect(made.hasSound).toBe(true);
  expect(made.durationSeconds).toBeGreaterThan(2);
  expect(made.durationSeconds).toBeLessThan(6);
  expect(Math.abs(loudnessOf(outputPath) + 16)).toBeLessThan(1);
});

test('a wanted sound track is there without any speech, and is the same for the same seed', async () => {
  const folder = await makeTemporaryFolder();
  const wish = { ...nothing, prompt: 'Rain on the sea', hasAmbience: true, durationSeconds: 1 };
  const paths = ['one.mp4', 'two.mp4'].map((name) => join(folder, name));
  for (const outputPath of paths) await engine.clips.generateClip({ ...wish, outputPath }, task);
  const [one, two] = await Promise.all(paths.map((path) => readFile(path)));
  expect(loudnessOf(paths[0] ?? '')).toBeGreaterThan(-40);
  expect(two && one?.equals(two)).toBe(true);
});

test('a larger clip has twice the size, and its own length and sound', async () => {
  const folder = await makeTemporaryFolder();
  const inputPath = join(folder, 'small.mp4');
  await writeClip(
    inputPath,
    Array.from({ length: 20 }, () => white),
    { width: 160, height: 90 },
    true,
  );
  const outputPath = join(folder, 'large.mp4');
  const made = await engine.clips.upscaleVideo({ inputPath, outputPath }, task);
  expect(made).toMatchObject({ width: 320, height: 180, hasSound: true });
  expect(made.durationSeconds).toBeCloseTo(20 / 30, 5);
  expect(readMovie(outputPath).video).toMatchObject({ width: 320, height: 180 });
});

test.each(['upscaleVideo', 'removeVideoBackground'] as const)(
  '%s holds the last picture as long as there is sound',
  async (tool) => {
    const folder = await makeTemporaryFolder();
    const inputPath = join(folder, 'given.mp4');
    const colors = Array.from({ length: 12 }, () => blue);
    await writeUnevenClip(inputPath, colors, { width: 160, height: 90 }, { soundFrames: 40 });
    const outputPath = join(folder, 'made');
    const made = await engine.clips[tool]({ inputPath, outputPath }, task);
    expect(made.durationSeconds * 30).toBeCloseTo(40, 0);
    expect(readMovie(outputPath).video.pts).toHaveLength(Math.round(made.durationSeconds * 30));
    const { left } = readSound(outputPath, 10);
    expect(left.findLastIndex((sample) => Math.abs(sample) > 0.1) / 1_600).toBeCloseTo(40, 0);
  },
);

test('sound that an encoder filled up holds no picture', async () => {
  const folder = await makeTemporaryFolder();
  const inputPath = join(folder, 'given.mp4');
  const colors = Array.from({ length: 20 }, () => white);
  await writeUnevenClip(inputPath, colors, { width: 160, height: 90 }, { soundFrames: 20 });
  const outputPath = join(folder, 'large.mp4');
  const made = await engine.clips.upscaleVideo({ inputPath, outputPath }, task);
  expect(made.durationSeconds).toBeCloseTo(20 / 30, 5);
});

test('a camera in front of an image makes five seconds in the image’s shape', async () => {
  const folder = await makeTemporaryFolder();
  const inputPath = join(folder, 'tall.png');
  await quartered(121, 203, red, blue).toFile(inputPath);
  const outputPath = join(folder, 'deep.mp4');
  const made = await engine.clips.image3dEffect({ inputPath, outputPath }, task);
  expect(made).toMatchObject({ width: 122, height: 204, durationSeconds: 5 });
  expect(readMovie(outputPath).durationSeconds).toBe(5);
});

test('a clip loses its plain background and keeps its sound', async () => {
  const folder = await makeTemporaryFolder();
  const inputPath = join(folder, 'wall.mp4');
  const thumbnailPath = join(folder, 'thumbnail.png');
  await writeClip(
    inputPath,
    Array.from({ length: 12 }, () => blue),
    { width: 160, height: 90 },
    true,
  );
  const outputPath = join(folder, 'cut.webm');
  const made = await engine.clips.removeVideoBackground({ inputPath, outputPath, thumbnailPath }, task);
  expect(made).toMatchObject({ width: 160, height: 90, hasSound: true, thumbnail: { width: 160 } });
  expect(await hasAlphaMode(outputPath)).toBe(true);
  const { channels } = await sharp(thumbnailPath).stats();
  expect(channels[3]?.max).toBe(0);
});

test('a motion graphic is transparent around its words, shows its images and plays its sounds', async () => {
  const folder = await makeTemporaryFolder();
  const imagePath = join(folder, 'red.png');
  await plain(64, 36, red).toFile(imagePath);
  const audioPath = await writeTone(folder, 'tone.wav', 30, 440);
  const thumbnailPath = join(folder, 'thumbnail.png');
  const outputPath = join(folder, 'graphic.webm');
  const references = [
    { kind: 'image' as const, path: imagePath },
    { kind: 'audio' as const, path: audioPath },
  ];
  const wish = { prompt: '"Hello"', references, durationSeconds: 3, ...frame, isTransparent: true };
  const made = await engine.clips.motionGraphic(
    { ...wish, hasVoiceover: false, hasIllustration: false, seed: 'a', outputPath, thumbnailPath },
    task,
  );
  expect(made).toMatchObject({ durationSeconds: 3, hasSound: true });
  expect(await hasAlphaMode(outputPath)).toBe(true);
  const rgba = await sharp(thumbnailPath).raw().toBuffer();
  const at = (x: number, y: number) => [...rgba.subarray((y * 320 + x) * 4, (y * 320 + x) * 4 + 4)];
  expect(at(3, 3)[3]).toBe(0);
  expect(at(237, 90)).toEqual([...red, 255]);
});

test('a still moves without sound, and a cancelled clip leaves nothing', async () => {
  const folder = await makeTemporaryFolder();
  const stillPath = join(folder, 'still.png');
  await quartered(320, 180, red, white).toFile(stillPath);
  const wish = {
    stillPath,
    ...frame,
    motionPrompt: 'snow',
    seed: 'a',
    outputPath: join(folder, 'still.mp4'),
  };
  await engine.clips.animateStill({ ...wish, durationFrames: 10 }, task);
  expect(readMovie(wish.outputPath).durationSeconds).toBeCloseTo(10 / 30, 5);
  const abort = new AbortController();
  const outputPath = join(folder, 'never.mp4');
  const onProgress = () => abort.abort(new Error('enough'));
  const making = engine.clips.animateStill(
    { ...wish, outputPath, durationFrames: 3_000 },
    { signal: abort.signal, onProgress },
  );
  await expect(making).rejects.toThrow('enough');
  expect((await readdir(folder)).toSorted()).toEqual(['still.mp4', 'still.png']);
});
