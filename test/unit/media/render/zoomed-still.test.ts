import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { resamplePlane } from '../../../../src-media/render/resample-plane.ts';
import { moveProgress, zoomWindow } from '../../../../src-media/render/zoom-move.ts';
import { ZoomedStill } from '../../../../src-media/render/zoomed-still.ts';
import { planesOf } from '../../../../src-media/video/yuv-picture.ts';
import { dotDeviations, writeDot } from '../../../fakes/media-engine/moving-dot.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const frame = { width: 640, height: 360 };
const zoom = { fromScale: 1, toScale: 1.2, centerX: 0.5, centerY: 0.5 };

test('a dot moves along its path without steps', async () => {
  const path = join(await makeTemporaryFolder(), 'dot.png');
  const dot = { x: 150, y: 90 };
  await writeDot(path, frame, dot);
  const moveFrames = 120;
  const still = await ZoomedStill.load({ path, ...frame, zoom, moveFrames });
  const lumas = Array.from({ length: moveFrames }, (_, index) => Buffer.from(planesOf(still.at(index)).luma));
  const { deviation, roughness } = dotDeviations(lumas, { frame, dot, zoom, moveFrames });
  expect(deviation).toBeLessThan(0.05);
  expect(roughness).toBeLessThan(0.05);
});

test('a move begins and ends where it shall, and its centre stays', () => {
  const off = { ...zoom, centerX: 0.25, centerY: 1 };
  expect(zoomWindow(off, moveProgress(0, 60))).toEqual({ scale: 1, left: 0, top: 0 });
  const end = zoomWindow(off, moveProgress(59, 60));
  expect(end.scale).toBeCloseTo(1.2, 9);
  expect((0.25 - end.left) * end.scale).toBeCloseTo(0.25, 9);
  expect(end.top + 1 / end.scale).toBeCloseTo(1, 9);
});

test('a move only goes forward, nearly evenly, and rests behind its end', () => {
  const places = Array.from({ length: 60 }, (_, index) => moveProgress(index, 60));
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThan(0.75 / 59);
  expect(Math.max(...steps)).toBeLessThan(1.15 / 59);
  expect(moveProgress(200, 60)).toBe(1);
  expect(moveProgress(0, 1)).toBe(0);
});

test('samples between samples are what straight lines between them say, also beyond the edges', () => {
  // Rows have an odd length, so that they are not aligned to words.
  const source = {
    width: 7,
    height: 5,
    data: Uint8Array.from({ length: 35 }, (_, index) => (index * 37) % 256),
  };
  const target = { width: 9, height: 6, data: new Uint8Array(54) };
  const positions = { x: -0.75, y: -0.5, step: 0.9375 };
  resamplePlane(source, target, positions);
  const at = (x: number, y: number): number =>
    source.data[Math.min(4, Math.max(0, y)) * 7 + Math.min(6, Math.max(0, x))] ?? 0;
  target.data.forEach((sample, index) => {
    const x = Math.min(6, Math.max(0, positions.x + (index % 9) * positions.step));
    const y = Math.min(4, Math.max(0, positions.y + Math.floor(index / 9) * positions.step));
    const left = Math.floor(x);
    const top = Math.floor(y);
    const right = x - left;
    const down = y - top;
    const above = at(left, top) * (1 - right) + at(left + 1, top) * right;
    const below = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
    expect(Math.abs(sample - (above * (1 - down) + below * down))).toBeLessThanOrEqual(2);
  });
});

test('a still with more detail than is seen does not shimmer as it moves', async () => {
  const path = join(await makeTemporaryFolder(), 'stripes.png');
  const width = frame.width * 4;
  const stripes = Buffer.alloc(width * frame.height * 4 * 3, 0);
  for (let at = 0; at < stripes.length; at += 6) stripes.fill(255, at, at + 3);
  await sharp(stripes, { raw: { width, height: frame.height * 4, channels: 3 } })
    .png()
    .toFile(path);
  const still = await ZoomedStill.load({ path, ...frame, zoom, moveFrames: 30 });
  for (const index of [0, 10, 29]) {
    const luma = planesOf(still.at(index)).luma.subarray(frame.width * 100, frame.width * 101);
    expect(Math.max(...luma) - Math.min(...luma)).toBeLessThan(30);
  }
});
