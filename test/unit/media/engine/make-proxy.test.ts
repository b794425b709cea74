import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ClipDecoder } from '../../../../src-media/av/clip-decoder.ts';
import { makeProxy } from '../../../../src-media/engine/make-proxy.ts';
import { probePlayable } from '../../../../src-media/engine/probe-playable.ts';
import { writeFiltered } from '../../../fakes/filtered-media.ts';
import { readColors, readMovie } from '../../../fakes/media-engine/read-movie.ts';
import { plain, red } from '../../../fakes/sample-media.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });
const control = { checkpoint: () => undefined, progress: () => undefined };
const soundOf = (layout: string, encoder = 'aac') => ({
  filters: `sine=frequency=440:duration=1:sample_rate=48000,aformat=sample_fmts=fltp:channel_layouts=${layout},asetnsamples=n=1024:p=0`,
  encoder,
});
const picturesOf = (pixels: string, encoder: string, options: Record<string, string> = {}) => ({
  filters: `color=0xdc1e1e:size=320x180:rate=25:duration=1,format=${pixels}`,
  encoder,
  options,
});

const hevc10 = { pictures: picturesOf('yuv420p10le', 'libx265'), sound: soundOf('stereo') };
const proRes = { pictures: picturesOf('yuv422p10le', 'prores_ks', { profile: 'hq' }) };
const dnx = { pictures: picturesOf('yuv422p', 'dnxhd', { profile: 'dnxhr_sq' }) };
const h264 = picturesOf('yuv420p', 'libx264');

test.each([
  ['HEVC of 10 bits', 'a.mp4', hevc10, 'HEVC 10-bit, AAC', 'mp4'],
  ['ProRes', 'a.mov', proRes, 'ProRes 10-bit', 'mp4'],
  ['DNxHR', 'a.mov', dnx, 'DNxHD', 'mp4'],
  ['sound in 5.1', 'a.mp4', { pictures: h264, sound: soundOf('5.1') }, 'H.264, AAC 6 ch', 'mp4'],
  ['AC-3 in Matroska', 'a.mkv', { pictures: h264, sound: soundOf('stereo', 'ac3') }, 'H.264, AC3', 'mp4'],
  ['a recording in 5.1', 'a.m4a', { sound: soundOf('5.1') }, 'AAC 6 ch', 'm4a'],
] as const)('%s plays by a proxy of the same length, in stereo', async (_, name, streams, codec, form) => {
  const folder = await makeTemporaryFolder();
  const inputPath = join(folder, name);
  writeFiltered(inputPath, streams);
  expect(await probePlayable(inputPath)).toEqual({ state: 'proxy', form, codec });
  const outputPath = join(folder, `proxy.${form}`);
  await makeProxy({ inputPath, outputPath, form }, control);
  expect((await probePlayable(outputPath)).state).toBe('playable');
  if (form === 'm4a') return;
  const movie = readMovie(outputPath);
  expect(movie.video).toMatchObject({ width: 320, height: 180, frameRate: '25/1' });
  expect(movie.video.pts).toHaveLength(25);
  expect(movie.audio?.channels ?? null).toBe('sound' in streams ? 2 : null);
  const [color] = readColors(outputPath, { width: 320, height: 180 });
  for (const [index, part] of red.entries()) expect(Math.abs((color?.[index] ?? 0) - part)).toBeLessThan(20);
});

test('ProRes 4444 with transparent parts plays by a proxy with the same transparency', async () => {
  const folder = await makeTemporaryFolder();
  const inputPath = join(folder, 'a.mov');
  const pictures = {
    ...picturesOf('', 'prores_ks', { profile: '4444' }),
    filters: 'color=0xdc1e1e@0.5:size=320x180:rate=25:duration=1,format=yuva444p10le',
  };
  writeFiltered(inputPath, { pictures });
  expect(await probePlayable(inputPath)).toMatchObject({ state: 'proxy', form: 'webm' });
  const outputPath = join(folder, 'proxy.webm');
  await makeProxy({ inputPath, outputPath, form: 'webm' }, control);
  expect(await probePlayable(outputPath)).toMatchObject({ state: 'playable' });
  using decoder = new ClipDecoder(outputPath);
  const alpha = decoder.next()?.frame.data?.[3];
  expect(Math.abs((alpha?.[0] ?? 0) - 128)).toBeLessThan(6);
});

test('a usual movie, picture or sound needs no proxy, and other files have none', async () => {
  const folder = await makeTemporaryFolder();
  const path = (name: string): string => join(folder, name);
  writeFiltered(path('a.mp4'), { pictures: h264, sound: soundOf('stereo') });
  writeFiltered(path('a.webm'), { pictures: picturesOf('yuva420p', 'libvpx-vp9', { deadline: 'realtime' }) });
  writeFiltered(path('a.wav'), {
    sound: { filters: 'sine=duration=1,aformat=sample_fmts=s16', encoder: 'pcm_s16le' },
  });
  await plain(32, 32, red).png().toFile(path('a.png'));
  for (const name of ['a.mp4', 'a.webm', 'a.wav', 'a.png'])
    expect(await probePlayable(path(name)), name).toMatchObject({ state: 'playable', form: null });
  await plain(32, 32, red).tiff().toFile(path('a.tiff'));
  expect(await probePlayable(path('a.tiff'))).toMatchObject({ state: 'unreadable' });
  expect(await probePlayable(path('missing.mov'))).toEqual({ state: 'unreadable', form: null, codec: null });
});
