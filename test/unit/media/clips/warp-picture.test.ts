import { expect, test } from 'vitest';
import { createMesh, meshStep } from '../../../../src-media/clips/warp/mesh.ts';
import { warpPicture } from '../../../../src-media/clips/warp/warp-picture.ts';
import type { YuvPicture } from '../../../../src-media/video/yuv-picture.ts';

const size = { width: 64, height: 48 };

/** Returns a horizontal ramp, in which each value identifies its original place. */
function slope(): YuvPicture {
  const data = Buffer.alloc((size.width * size.height * 3) / 2, 128);
  for (let at = 0; at < size.width * size.height; at += 1) data[at] = 20 + (at % size.width) * 3;
  return { ...size, data };
}

function shifted(pixels: number): YuvPicture {
  const mesh = createMesh(size.width, size.height);
  for (let at = 0; at < mesh.xs.length; at += 1) {
    mesh.xs[at] = ((at % mesh.columns) * meshStep + pixels) / size.width;
    mesh.ys[at] = (Math.floor(at / mesh.columns) * meshStep) / size.height;
  }
  const target = { ...size, data: Buffer.alloc(slope().data.length) };
  warpPicture(slope(), target, mesh);
  return target;
}

test('a straight mesh leaves a picture as it is', () => {
  // The last column and row have no neighbour to mix with.
  const inner = (picture: YuvPicture) =>
    Array.from({ length: 46 }, (_, y) => [...picture.data.subarray(y * 64, y * 64 + 63)]);
  expect(inner(shifted(0))).toEqual(inner(slope()));
});

test('parts of a pixel move a picture by parts of a pixel', () => {
  const at = 10 * size.width + 30;
  const values = [0, 1 / 3, 2 / 3, 1].map((pixels) => shifted(pixels).data[at] ?? 0);
  expect(values).toEqual([110, 111, 112, 113]);
});

test('beyond the source its edge goes on', () => {
  const row = shifted(40).data.subarray(0, size.width);
  expect(row[size.width - 1]).toBeGreaterThan(204);
  expect(Math.min(...row.subarray(30))).toBeGreaterThan(204);
});
