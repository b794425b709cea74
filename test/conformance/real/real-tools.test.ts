import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller, type Json } from '../support/caller.ts';
import {
  alphaOf,
  differenceOf,
  measureLoudness,
  probeMedia,
  readRgba,
  varietyOf,
} from '../support/media-meters.ts';
import { type RealService, startRealService } from '../support/real-service.ts';

const jobTimeoutMs = 100_000;
const square = { aspectRatio: { width: 1, height: 1 } };
const small = { width: 128, height: 128 };

let folder: string;
let service: RealService;
let caller: Caller;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dailies-tools-'));
  service = await startRealService(path.join(folder, 'data'), ['--plan', 'pro']);
  caller = new Caller(service);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Made {
  readonly result: Json;
  readonly fileId: string;
  /** Path of the result, with its original file extension. */
  readonly file: string;
  readonly extension: string;
}

async function run(tool: string, body: object): Promise<Made> {
  const { body: started } = await caller.post(`/v1/tools/${tool}`, body);
  const execution = await caller.untilTerminal(
    `/v1/tools/executions/${String(started['toolExecutionId'])}`,
    jobTimeoutMs,
  );
  const [result] = execution.results;
  if (!result) throw new Error(JSON.stringify(execution));
  const extension = path.extname(result.file.displayName);
  const file = path.join(folder, `${result.fileId}${extension}`);
  await writeFile(file, Buffer.from(await (await fetch(result.downloadUrl)).arrayBuffer()));
  return { result, fileId: result.fileId, file, extension };
}

const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};
const image = once(() =>
  run('generate-image', { prompt: 'A red boat at sea, minimal flat', quality: 'LOW', ...square }),
);
const speech = once(async () => {
  const { ttsVoices } = (await caller.get('/v1/resources/tts-voices?query=en-US&limit=1')).body;
  return run('text-to-speech', { ttsText: 'The boats come in at dusk.', voiceId: ttsVoices[0]?.voiceId });
});
const clip = once(() =>
  run('generate-video-clip', {
    prompt: 'Waves and birds',
    durationSeconds: 1,
    quality: 'LOW',
    generateAudio: true,
    ...square,
  }),
);

test('an image has its size and something to be seen on it', async () => {
  const { file, result } = await image();
  expect(result).toMatchObject({ type: 'IMAGE', file: { downloadSource: { width: 512, height: 512 } } });
  expect(probeMedia(file)).toMatchObject({ codecs: ['png'], width: 512, height: 512 });
  expect(varietyOf(readRgba(file, small))).toBeGreaterThan(8);
});

test('a drawing in shapes is an SVG that looks like the picture', async () => {
  const source = await image();
  const { file, extension, result } = await run('vectorize-image', { imageFileId: source.fileId });
  expect({ extension, type: result['type'] }).toEqual({ extension: '.svg', type: 'IMAGE' });
  const drawn = await sharp(file).resize(small).ensureAlpha().raw().toBuffer();
  expect(differenceOf(drawn, readRgba(source.file, small))).toBeLessThan(10);
});

test('a picture without its background has alpha, and its subject keeps its colors', async () => {
  const source = await image();
  const { file, extension } = await run('remove-image-background', { imageFileId: source.fileId });
  expect(extension).toBe('.png');
  const pixels = readRgba(file, small);
  const { clear, solid } = alphaOf(pixels);
  expect(clear).toBeGreaterThan(0.1);
  expect(solid).toBeGreaterThan(0.02);
  const before = readRgba(source.file, small);
  const kept = Buffer.from(before);
  for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] === 255) pixels.copy(kept, at, at, at + 4);
  expect(differenceOf(kept, before)).toBeLessThan(1.5);
});

test('an enlarged picture has twice as many pixels each way and is the same picture', async () => {
  const source = await image();
  const { file } = await run('upscale-image', { imageFileId: source.fileId });
  expect(probeMedia(file)).toMatchObject({ width: 1_024, height: 1_024 });
  expect(differenceOf(readRgba(file, small), readRgba(source.file, small))).toBeLessThan(3);
});

test('a picture in motion begins as the picture and moves', async () => {
  const source = await image();
  const { file } = await run('image-3d-effect', { imageFileId: source.fileId });
  const seen = probeMedia(file);
  expect(seen).toMatchObject({ codecs: ['h264'], pixelFormat: 'yuv420p', width: 512, height: 512 });
  expect(seen.frames).toBe(Math.round(seen.seconds * 30));
  const [first, later] = [0, Math.floor(seen.frames / 4)].map((frame) => readRgba(file, small, frame));
  if (!first || !later) throw new Error('There are no frames.');
  expect(differenceOf(first, readRgba(source.file, small))).toBeLessThan(14);
  expect(differenceOf(first, later)).toBeGreaterThan(0.8);
});

test('a clip is as long as it was asked for, to the frame, moves and has sound', async () => {
  const { file, result } = await clip();
  const seen = probeMedia(file);
  expect(seen).toMatchObject({ codecs: ['h264', 'aac'], pixelFormat: 'yuv420p', width: 480, height: 480 });
  expect(seen.frames).toBe(30);
  expect(result.file['durationSeconds']).toBeCloseTo(1, 2);
  expect(differenceOf(readRgba(file, small, 0), readRgba(file, small, 29))).toBeGreaterThan(0.3);
  expect(measureLoudness(file).peak).toBeLessThanOrEqual(-1);
});

test('a spoken line makes a clip long enough for it', async () => {
  const { file } = await run('generate-video-clip', {
    spokenDialogue: 'The tide waits for nobody.',
    quality: 'LOW',
    ...square,
  });
  const { seconds, frames } = probeMedia(file);
  expect(seconds).toBeGreaterThan(1.2);
  expect(Math.abs(frames / 30 - seconds)).toBeLessThan(0.05);
});

test('a transparent graphic is clear where nothing is, and solid where it says something', async () => {
  const { file, extension } = await run('generate-motion-graphic', {
    prompt: 'Title card "Harbour Lights"',
    durationSeconds: 1,
    ...square,
  });
  expect(extension).toBe('.webm');
  expect(probeMedia(file)).toMatchObject({ codecs: ['vp9'], frames: 30, width: 1_080, height: 1_080 });
  const { clear, solid } = alphaOf(readRgba(file, small, 16));
  expect(clear).toBeGreaterThan(0.4);
  expect(solid).toBeGreaterThan(0.005);
});

test('an opaque graphic is an MP4 of the wanted length', async () => {
  const { file, extension } = await run('generate-motion-graphic', {
    prompt: 'Bar chart: boats 12, nets 30',
    transparentBackground: false,
    durationSeconds: 1,
    ...square,
  });
  expect(extension).toBe('.mp4');
  expect(probeMedia(file)).toMatchObject({ codecs: ['h264'], pixelFormat: 'yuv420p', frames: 30 });
});

test('speech has the loudness of narration, does not clip, and its words lie within it', async () => {
  const { file, result } = await speech();
  const { lufs, peak } = measureLoudness(file);
  expect(Math.abs(lufs + 16)).toBeLessThanOrEqual(1);
  expect(peak).toBeLessThanOrEqual(-1);
  const { seconds } = probeMedia(file);
  expect(result.file['durationSeconds']).toBeCloseTo(seconds, 2);
  const { words } = result.file['transcript'] as { words: { word: string; endSeconds: number }[] };
  expect(words.map(({ word }) => word).join(' ')).toBe('The boats come in at dusk.');
  expect(words.at(-1)?.endSeconds).toBeLessThanOrEqual(seconds);
});

test('a sound is as long as it was asked for and does not clip', async () => {
  const { file } = await run('generate-sound-effect', { prompt: 'A door slams', durationSeconds: 1.5 });
  expect(probeMedia(file).seconds).toBeCloseTo(1.5, 3);
  const { lufs, peak } = measureLoudness(file);
  expect(lufs).toBeGreaterThan(-35);
  expect(peak).toBeLessThanOrEqual(-1);
});

test('music is about half a minute in stereo, loud enough and without clipping', async () => {
  const { file } = await run('generate-music', { prompt: 'Calm piano' });
  expect(probeMedia(file).seconds).toBeCloseTo(30, 0);
  const { lufs, peak } = measureLoudness(file);
  expect(Math.abs(lufs + 16)).toBeLessThanOrEqual(1);
  expect(peak).toBeLessThanOrEqual(-1);
});

test('a speaking actor without the background is clear around and solid within, with the voice', async () => {
  const { body: list } = await caller.get('/v1/entities?entityType=ACTOR&limit=1');
  const [actor] = list['entities'] as { entityId: string }[];
  const avatar = await run('generate-avatar', {
    actorEntityId: actor?.entityId,
    audioFileId: (await speech()).fileId,
    avatarQuality: 'LOW',
  });
  const { file, extension } = await run('remove-video-background', { videoFileId: avatar.fileId });
  expect(extension).toBe('.webm');
  const before = probeMedia(avatar.file);
  const after = probeMedia(file);
  expect(after).toMatchObject({ codecs: ['vp9', 'opus'], frames: before.frames, width: before.width });
  const pixels = readRgba(file, small, 20);
  expect(pixels[3]).toBeLessThan(8);
  expect(pixels[(64 * 128 + 64) * 4 + 3]).toBeGreaterThan(247);
  expect(Math.abs(measureLoudness(file).lufs + 16)).toBeLessThanOrEqual(1);
});

test('an enlarged clip has twice as many pixels each way, all its frames and its sound', async () => {
  const source = await clip();
  const { file } = await run('upscale-video', { videoFileId: source.fileId });
  expect(probeMedia(file)).toMatchObject({ codecs: ['h264', 'aac'], frames: 30, width: 960, height: 960 });
  expect(differenceOf(readRgba(file, small, 15), readRgba(source.file, small, 15))).toBeLessThan(3);
});
