import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { encodeWav } from '../../../../src-media/av/wav.ts';
import { createMediaEngine } from '../../../../src-media/create-media-engine.ts';
import type { MediaEngine } from '../../../../src-media/media-engine.ts';
import { readColors, readMovie } from '../../../fakes/media-engine/read-movie.ts';
import {
  blue,
  plain,
  quartered,
  red,
  white,
  writeClip,
  writeUnevenClip,
} from '../../../fakes/sample-media.ts';

vi.setConfig({ testTimeout: 60_000 });
const { signal } = new AbortController();
let engine: MediaEngine;
let folder: string;

beforeAll(async () => {
  engine = await createMediaEngine({});
  folder = await mkdtemp(join(tmpdir(), 'dailies-files-'));
});
afterAll(async () => {
  await engine.dispose();
  await rm(folder, { recursive: true, force: true });
});

const frames = (count: number, color = blue) => Array.from({ length: count }, () => color);

async function preview(inputPath: string, name: string) {
  const outputPath = join(folder, name);
  return { outputPath, ...(await engine.files.makePreview({ inputPath, outputPath }, { signal })) };
}

test('a large movie gets a preview of 720 lines, with its shape, its length and its sound', async () => {
  const inputPath = join(folder, 'large.mp4');
  await writeClip(inputPath, frames(20), { width: 1080, height: 1920 }, true);
  const { outputPath, size } = await preview(inputPath, 'large-preview.mp4');
  expect(size).toEqual({ width: 720, height: 1280 });
  const movie = readMovie(outputPath);
  expect(movie.video).toMatchObject({ width: 720, height: 1280, frameRate: '30/1' });
  expect(movie.video.pts).toHaveLength(20);
  expect(movie.audio).toMatchObject({ sampleRate: 48_000, channels: 2 });
});

test('pictures that begin later than their sound stay with it, the first one held until then', async () => {
  const inputPath = join(folder, 'late.mp4');
  const size = { width: 1440, height: 810 };
  await writeUnevenClip(inputPath, [...frames(15, red), ...frames(15)], size, {
    firstFrame: 15,
    soundFrames: 45,
  });
  const { outputPath } = await preview(inputPath, 'late-preview.mp4');
  const movie = readMovie(outputPath);
  expect(movie.video.pts).toHaveLength(45);
  expect(movie.audio?.durationSeconds).toBeCloseTo(1.5, 1);
  const isBlue = readColors(outputPath, { width: 64, height: 36 }).map(([light, , cold]) => cold > light);
  expect(isBlue.indexOf(true)).toBe(30);
});

test('a movie that plays everywhere is copied picture for picture', async () => {
  const inputPath = join(folder, 'small.mp4');
  await writeClip(inputPath, frames(20), { width: 320, height: 180 }, true);
  const { outputPath, size } = await preview(inputPath, 'small-preview.mp4');
  expect(size).toEqual({ width: 320, height: 180 });
  const source = readMovie(inputPath);
  const copy = readMovie(outputPath);
  expect(copy.video).toEqual(source.video);
  const bytesOfPictures = (await readFile(inputPath)).byteLength;
  expect(Math.abs((await readFile(outputPath)).byteLength - bytesOfPictures)).toBeLessThan(2_000);
});

test('a stream is made of segments that cover the preview and begin at key frames', async () => {
  const inputPath = join(folder, 'long.mp4');
  await writeClip(inputPath, frames(30 * 8), { width: 64, height: 36 }, true);
  const made = await engine.files.makeStreaming({ inputPath, outputFolder: folder }, { signal });
  expect(made.size).toEqual({ width: 64, height: 36 });
  const master = await readFile(join(folder, 'master.m3u8'), 'utf8');
  expect(master).toMatch(/^#EXTM3U\n/u);
  expect(master).toMatch(
    /CODECS="avc1\.64[\da-f]{4},mp4a\.40\.2",RESOLUTION=64x36,FRAME-RATE=30\.000\nhls\.m3u8\n/u,
  );
  const playlist = await readFile(join(folder, 'hls.m3u8'), 'utf8');
  expect(playlist).toMatch(/#EXT-X-ENDLIST\n$/u);
  expect(playlist).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
  const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/gu)].map(([, seconds]) => Number(seconds));
  expect(lengths).toEqual([6, 2]);
  const ranges = [...playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/gu)].map(([, size, at]) => [
    Number(size),
    Number(at),
  ]);
  const first = ranges[0] ?? [0, 0];
  const last = ranges.at(-1) ?? first;
  expect((last[0] ?? 0) + (last[1] ?? 0)).toBeLessThanOrEqual(made.sizeBytes);
  const media = await readFile(join(folder, 'hls.mp4'));
  expect(media.toString('latin1', 4, 8)).toBe('ftyp');
  expect(media.subarray(first[1], (first[1] ?? 0) + 200).includes('moof')).toBe(true);
});

test('a recording gets a preview and a stream of sound alone', async () => {
  const inputPath = join(folder, 'tone.wav');
  const samples = new Float32Array(48_000 * 2).map((_, index) => 0.3 * Math.sin(index / 20));
  await writeFile(inputPath, encodeWav({ samples, sampleRate: 48_000 }));
  const { outputPath, size } = await preview(inputPath, 'tone.m4a');
  expect(size).toBeNull();
  expect(await engine.probe(outputPath)).toMatchObject({ type: 'AUDIO', hasSound: true });
  const made = await engine.files.makeStreaming({ inputPath: outputPath, outputFolder: folder }, { signal });
  expect(made.size).toBeNull();
  expect(await readFile(join(folder, 'master.m3u8'), 'utf8')).toContain('CODECS="mp4a.40.2"\n');
  expect(await engine.files.measureSound(inputPath, { signal })).toMatchObject({
    kind: 'music',
    channelCount: 1,
  });
});

test('a file that is neither movie nor sound has no preview', async () => {
  const inputPath = join(folder, 'still.png');
  await plain(64, 36, red).toFile(inputPath);
  const failure = { code: 'unreadable_media' };
  await expect(preview(inputPath, 'none.mp4')).rejects.toMatchObject(failure);
  await expect(engine.files.measureMovie(inputPath, { signal })).rejects.toMatchObject(failure);
  await expect(engine.files.measurePicture(join(folder, 'tone.wav'), { signal })).rejects.toMatchObject(
    failure,
  );
});

test('a preview that is not wanted any more leaves nothing', async () => {
  const inputPath = join(folder, 'large.mp4');
  const abort = new AbortController();
  const outputPath = join(folder, 'aborted.mp4');
  const making = engine.files.makePreview({ inputPath, outputPath }, { signal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(making).rejects.toThrow('enough');
  await expect(readFile(outputPath)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('cuts are counted, and a movie without sound says so', async () => {
  const inputPath = join(folder, 'cuts.mp4');
  await writeClip(inputPath, [...frames(30, red), ...frames(30, white), ...frames(30)], {
    width: 160,
    height: 90,
  });
  const movie = await engine.files.measureMovie(inputPath, { signal });
  expect(movie).toMatchObject({ cutCount: 2, width: 160, height: 90, framesPerSecond: 30 });
  expect([...movie.colors].sort()).toEqual(['blue', 'red', 'white']);
  expect(movie.motion).toBeLessThan(0.001);
  expect(await engine.files.measureSound(inputPath, { signal })).toBeNull();
});

test('a picture’s colours, the most frequent first, and where it is light', async () => {
  const inputPath = join(folder, 'corner.png');
  await quartered(400, 200, white, blue).toFile(inputPath);
  const measures = await engine.files.measurePicture(inputPath, { signal });
  expect(measures).toMatchObject({ colors: ['blue', 'white'], width: 400, height: 200 });
  expect(measures.verticalContrast).toBeGreaterThan(0.2);
});
