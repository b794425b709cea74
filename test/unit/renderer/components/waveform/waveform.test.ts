import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { soundOfHeader, type SoundTrack } from '../../../../../src-renderer/components/waveform/mp4-sound.ts';
import { columnsOf, PeakMeter, piecesOf } from '../../../../../src-renderer/components/waveform/peaks.ts';
import { readMp4Index } from '../../../../../src-shared/mp4-boxes.ts';

const folder = mkdtempSync(join(tmpdir(), 'dailies-waveform-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Makes a movie of two seconds with ffmpeg and reads its sound track piece by piece. */
async function soundOf(
  name: string,
  ...options: string[]
): Promise<{ path: string; track: SoundTrack | null }> {
  const path = join(folder, name);
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=25', '-t', '2'];
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...picture, ...options, path]);
  const bytes = new Uint8Array(readFileSync(path));
  const header = await readMp4Index((start, end) => Promise.resolve(bytes.slice(start, end)));
  return { path, track: header && soundOfHeader(header) };
}

const tone = ['-f', 'lavfi', '-i', 'sine=frequency=220:sample_rate=48000', '-t', '2', '-ac', '2'];

/** Returns the place and size of each packet according to ffprobe. */
function packetsOf(path: string): { offset: number; size: number }[] {
  const asked = [
    '-v',
    'error',
    '-select_streams',
    'a',
    '-show_entries',
    'packet=size,pos',
    '-of',
    'json',
    path,
  ];
  const { packets } = JSON.parse(execFileSync('ffprobe', asked, { encoding: 'utf8' })) as {
    packets: { size: string; pos: string }[];
  };
  return packets.map(({ size, pos }) => ({ offset: Number(pos), size: Number(size) }));
}

test.each([
  ['header first', ['-movflags', '+faststart']],
  ['header last', []],
])('the sound of a movie is found piece by piece, %s', async (name, options) => {
  const { path, track } = await soundOf(`${name}.mp4`, ...tone, '-c:a', 'aac', ...options);
  expect(track).toMatchObject({ sampleRate: 48_000, channels: 2 });
  expect(track?.samples.map(({ offset, size }) => ({ offset, size }))).toEqual(packetsOf(path));
  expect(track?.samples[10]?.startSeconds).toBeCloseTo((10 * 1024) / 48_000, 6);
});

test('a single channel counts as one, though its entry says two', async () => {
  const { track } = await soundOf('mono.mp4', ...tone, '-ac', '1', '-c:a', 'aac');
  expect(track?.channels).toBe(1);
});

test('a movie without sound, or with sound of another kind, has none to show', async () => {
  expect((await soundOf('silent.mp4')).track).toBeNull();
  expect((await soundOf('other.mov', ...tone, '-c:a', 'pcm_s16le')).track).toBeNull();
  expect(await readMp4Index(() => Promise.resolve(new Uint8Array(16)))).toBeNull();
});

test('peaks keep the loudest of each fiftieth of a second, of whatever comes in whatever pieces', () => {
  const meter = new PeakMeter();
  meter.add(new Float32Array(1_000).fill(0.5), 0, 1_000);
  meter.add(new Float32Array(500).fill(-1), 100, 1_000);
  const { peaks } = meter;
  expect(peaks).toHaveLength(100.5 * 50);
  expect([peaks[0], peaks[49], peaks[50], peaks[5_000]]).toEqual([128, 128, 0, 255]);
  expect(columnsOf(peaks, 201, 100.5).filter((peak) => peak > 0)).toEqual([128, 128, 255]);
});

test('samples that lie near each other are read together, up to a limit', () => {
  const samples = [0, 10, 30, 100, 20].map((offset) => ({ offset, size: 10, startSeconds: 0 }));
  const pieces = piecesOf(samples, 50).map((piece) => piece.map(({ offset }) => offset));
  expect(pieces).toEqual([[0, 10, 30], [100], [20]]);
});
