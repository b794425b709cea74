import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { beforeAll, expect, test } from 'vitest';
import { ClipDecoder } from '../../../../src-media/av/clip-decoder.ts';
import { MovieFile } from '../../../../src-media/av/movie-file.ts';
import { PictureEncoder } from '../../../../src-media/av/picture-encoder.ts';
import { FrameConverter } from '../../../../src-media/clips/frames/frame-converter.ts';
import { probeMedia } from '../../../../src-media/media/probe-media.ts';
import { rgbToYuv, yuvToRgb } from '../../../../src-media/video/rgb-to-yuv.ts';
import { colorAt, readFrame } from '../../../fakes/media-engine/read-movie.ts';
import { blue, type Color, green, red } from '../../../fakes/sample-media.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

type Matrix = readonly [a: number, b: number, c: number, d: number];

/** Sides of a picture from its middle: -1 for left and top, 1 for right and bottom. */
type Corner = readonly [x: number, y: number];

beforeAll(() => Log.setLevel(AV_LOG_QUIET));

const stored = { width: 160, height: 90 };
const corners = [
  { at: [-1, -1], name: 'red' },
  { at: [1, -1], name: 'green' },
  { at: [-1, 1], name: 'blue' },
] as const;

function pictureOf({ width, height }: typeof stored): Buffer {
  const colorOf = (x: number, y: number): Color => {
    if (y >= height / 2) return blue;
    return x < width / 2 ? red : green;
  };
  return Buffer.from(
    Array.from({ length: width * height }, (_, at) => colorOf(at % width, Math.floor(at / width))).flat(),
  );
}

/** Writes a clip of one picture with a matrix in its track header (ISO 14496-12 §8.3.2). */
async function writeMatrixClip([a, b, c, d]: Matrix): Promise<string> {
  const path = join(await makeTemporaryFolder(), 'clip.mp4');
  {
    using pictures = new PictureEncoder({
      kind: 'h264',
      ...stored,
      rate: { num: 30, den: 1 },
      rateFactor: 12,
      keyFrameInterval: 15,
    });
    using movie = new MovieFile({ container: 'mp4', pictures, sound: null, outputPath: path });
    const picture = rgbToYuv(pictureOf(stored), stored.width, stored.height);
    movie.writePictures([...pictures.encode(picture.data, 0), ...pictures.finish()]);
    movie.finish();
  }
  const bytes = await readFile(path);
  const matrixAt = bytes.indexOf('tkhd') + 44;
  [a, b, 0, c, d].forEach((value, index) => bytes.writeInt32BE(value * 65_536, matrixAt + index * 4));
  await writeFile(path, bytes);
  return path;
}

/** Returns the names of the colours at the given corners. */
function namesAt(rgb: Buffer, size: typeof stored, places: readonly Corner[]): string[] {
  return places.map(([x, y]) => {
    const color = colorAt(rgb, size, { x: 0.5 + x / 4, y: 0.5 + y / 4 });
    return ['red', 'green', 'blue'][color.indexOf(Math.max(...color))] ?? '';
  });
}

test.each<[string, Matrix]>([
  ['upright', [1, 0, 0, 1]],
  ['turned to the right', [0, 1, -1, 0]],
  ['turned upside down', [-1, 0, 0, -1]],
  ['turned to the left', [0, -1, 1, 0]],
  ['flipped left to right', [-1, 0, 0, 1]],
  ['flipped upside down', [1, 0, 0, -1]],
  ['flipped and turned to the right', [0, -1, -1, 0]],
  ['flipped and turned to the left', [0, 1, 1, 0]],
])('a clip %s is shown as its matrix says', async (_name, matrix) => {
  const [a, b, c, d] = matrix;
  const path = await writeMatrixClip(matrix);
  const size = a === 0 ? { width: stored.height, height: stored.width } : stored;
  expect((await probeMedia(path))?.size).toEqual(size);
  const places = corners.map(({ at: [x, y] }): Corner => [x * a + y * c, x * b + y * d]);
  const names = corners.map(({ name }) => name);
  expect(namesAt(readFrame(path, size, 0), size, places)).toEqual(names);
  using decoder = new ClipDecoder(path);
  using converter = new FrameConverter({ ...size, kernel: 'bicubic', filter: null });
  const decoded = decoder.next();
  if (!decoded) throw new Error('The clip has no picture.');
  expect(namesAt(yuvToRgb({ ...size, data: converter.convert(decoded) }), size, places)).toEqual(names);
});
