import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller, type Json } from '../support/caller.ts';
import { type RealService, startRealService } from '../support/real-service.ts';

const script = 'Harbour lights.\n\nThe boats come in at dusk, one after the other.\n\nNets dry on the wall.';
const jobTimeoutMs = 100_000;

let folder: string;
let service: RealService;
let caller: Caller;
let run: Json;
let still: Json;
let clip: Json;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dailies-real-'));
  service = await startRealService(path.join(folder, 'data'), ['--plan', 'free']);
  caller = new Caller(service);
  const makeMedia = (name: string, ...args: string[]) => {
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', ...args, path.join(folder, name)]);
    return readFile(path.join(folder, name));
  };
  still = await caller.upload(
    'own still.jpg',
    await makeMedia('still.jpg', '-i', 'testsrc=s=800x1200', '-frames:v', '1'),
  );
  const clipSource = ['-i', 'testsrc=s=640x480:r=25', '-t', '1', '-pix_fmt', 'yuv420p'];
  clip = await caller.upload('own clip.mp4', await makeMedia('clip.mp4', ...clipSource));
  const featuredBRollFileIds = [still.fileId, clip.fileId];
  run = await caller.makeProject({ script, featuredBRollFileIds, autoExport: true }, jobTimeoutMs);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Probe {
  readonly format: { readonly duration: string };
  readonly streams: readonly { codec_name: string; width?: number; height?: number; r_frame_rate: string }[];
}

async function probe(url: string): Promise<Probe> {
  const file = path.join(folder, 'probed');
  await writeFile(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
  const args = ['-v', 'error', '-print_format', 'json', '-show_streams', '-show_format', file];
  return JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
}

test('uploads are seen for what they are, with small pictures of them', async () => {
  expect(still).toMatchObject({
    type: 'IMAGE',
    durationSeconds: null,
    downloadSource: { width: 800, height: 1200 },
  });
  expect(clip).toMatchObject({ type: 'VIDEO', downloadSource: { width: 640, height: 480 } });
  expect(clip['durationSeconds']).toBeCloseTo(1, 1);
  for (const file of [still, clip]) {
    const picture = (await probe(file.thumbnailUrl)).streams[0];
    expect(picture?.codec_name).toBe('mjpeg');
    expect(Math.max(picture?.width ?? 0, picture?.height ?? 0)).toBe(480);
  }
});

test('a clip is described, and can be streamed from its signed and its public address', async () => {
  expect(clip['description']).toMatch(/^A .*landscape video in .*, 640 × 480 pixels at 25 frames a second/);
  const { body } = await caller.post(`/v1/files/${clip.fileId}/enable-public-preview`);
  for (const url of [body.hlsSource.url, body.publicHlsUrl]) {
    const args = ['-v', 'error', '-count_packets', '-show_entries', 'stream=codec_name,nb_read_packets'];
    const read = execFileSync('ffprobe', [...args, '-of', 'csv=p=0', url], { encoding: 'utf8' });
    expect(read).toContain('h264,25');
  }
});

test('damaged and empty-headed media fail without harm', async () => {
  const png = await readFile(path.join(folder, 'still.jpg'));
  const cut = await caller.upload('cut.jpg', png.subarray(0, 30));
  const named = await caller.upload('movie.mp4', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isom', 'latin1'));
  for (const file of [cut, named]) expect(file.downloadSource.status).toBe('failed');
  expect((await caller.get('/v1/me')).status).toBe(200);
});

test('a script becomes a movie with sound, and its thumbnail', async () => {
  const movie = await probe(run.downloadUrl);
  expect(movie.streams).toMatchObject([
    { codec_name: 'h264', width: 1920, height: 1080, r_frame_rate: '30/1' },
    { codec_name: 'aac' },
  ]);
  expect(Number(movie.format.duration)).toBeGreaterThan(4);
  expect((await probe(run.thumbnailUrl)).streams[0]?.codec_name).toBe('mjpeg');
});

test('the bundle has the own material first, and media that fit the documents', async () => {
  const { body: started } = await caller.post(`/v1/projects/${run.projectId}/timeline-interchange`, {
    mediaDelivery: 'BUNDLE',
  });
  const job = await caller.untilTerminal(
    `/v1/timeline-interchange/${started.interchangeJobId}`,
    jobTimeoutMs,
  );
  expect(job.status).toBe('succeeded');
  const target = await mkdtemp(path.join(folder, 'bundle-'));
  await writeFile(
    path.join(target, 'b.zip'),
    Buffer.from(await (await fetch(job.downloadUrl)).arrayBuffer()),
  );
  execFileSync('bsdtar', ['-xf', 'b.zip'], { cwd: target });
  const media = (await readdir(path.join(target, 'media'))).sort();
  // The service places the user's own still on a background, which is a second picture.
  expect(media.map((name) => name.replace(/_.*\./, '_.')).sort()).toEqual(
    ['01_.jpg', '01_.jpg', '01_.wav', '02_.mp4', '02_.wav', '03_.png', '03_.wav'].sort(),
  );
  const lengths = media
    .filter((name) => name.endsWith('.wav'))
    .map((name) => wavFrames(path.join(target, 'media', name)));
  const text = await readFile(path.join(target, 'Harbour-lights.fcpxml'), 'utf8');
  for (const frames of await Promise.all(lengths)) {
    expect(Number.isInteger(frames)).toBe(true);
    expect(text).toContain(`duration="${frames}00/3000s"`.replace(/^duration="0+/, 'duration="'));
  }
  execFileSync('xmllint', ['--noout', '--nonet', path.join(target, 'Harbour-lights.fcpxml')]);
});

/** Returns the length of a mono 48 kHz 16-bit WAV in video frames. */
async function wavFrames(file: string): Promise<number> {
  const bytes = await readFile(file);
  const dataBytes = bytes.readUInt32LE(bytes.indexOf('data') + 4);
  return dataBytes / 2 / 1_600;
}

test.each([
  ['STANDARD', 854, 480],
  ['HIGH', 1280, 720],
])('an export in %s has %d by %d pixels', async (quality, width, height) => {
  const { body: started } = await caller.post(`/v1/projects/${run.projectId}/export`, { quality });
  const path = `/v1/projects/${run.projectId}/exports/${started.exportId}`;
  const made = await caller.untilTerminal(path, jobTimeoutMs);
  expect(made).toMatchObject({ status: 'succeeded', progressPercentage: 100 });
  expect((await probe(made.downloadUrl)).streams[0]).toMatchObject({ width, height });
});

test('cancelling stops a rendering at once', async () => {
  const { body: started } = await caller.post('/v1/workflows/script-to-video', {
    script: 'A long sentence about the sea and its many boats. '.repeat(40),
    visualStyle: { type: 'STOCK' },
  });
  expect((await caller.post(`/v1/workflows/runs/${started.workflowRunId}/cancel`)).status).toBe(202);
  const { body } = await caller.get(`/v1/workflows/runs/${started.workflowRunId}`);
  expect(body.status).toBe('cancelled');
});
