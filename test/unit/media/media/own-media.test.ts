import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { decodeSound } from '../../../../src-media/av/decode-sound.ts';
import { createMediaEngine } from '../../../../src-media/create-media-engine.ts';
import type { MediaEngine } from '../../../../src-media/media-engine.ts';
import { readColors, readMovie } from '../../../fakes/media-engine/read-movie.ts';
import {
  blue,
  type Color,
  green,
  plain,
  quartered,
  red,
  white,
  writeClip,
  writeUnevenClip,
  writeTone,
} from '../../../fakes/sample-media.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });
const { signal } = new AbortController();
const frame = { width: 320, height: 180 };
let engine: MediaEngine;

beforeAll(async () => {
  engine = await createMediaEngine({});
});
afterAll(() => engine.dispose());

async function pixel(path: string, x: number, y: number): Promise<Color> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * 3;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

function expectNear(found: Color | undefined, wanted: Color, most = 12): void {
  wanted.forEach((value, index) =>
    expect(Math.abs((found?.[index] ?? -99) - value)).toBeLessThanOrEqual(most),
  );
}

/** Writes an image and fits it to the frame. */
async function conform(
  write: (path: string) => Promise<unknown>,
  extension = '.png',
  size = frame,
): Promise<string> {
  const folder = await makeTemporaryFolder();
  const inputPath = join(folder, 'given');
  await write(inputPath);
  const outputPath = join(folder, `still${extension}`);
  await engine.conformStill({ inputPath, ...size, outputPath }, { signal });
  return outputPath;
}

describe('own images', () => {
  test.each([
    [1, 'left', 'top'],
    [3, 'right', 'bottom'],
    [6, 'right', 'top'],
    [8, 'left', 'bottom'],
  ] as const)('with EXIF orientation %i the corner comes to the %s %s', async (orientation, side, end) => {
    const turned = orientation >= 5;
    const image = quartered(turned ? 180 : 320, turned ? 320 : 180, red, blue)
      .withMetadata({ orientation })
      .jpeg({ quality: 95 });
    const path = await conform((to) => image.toFile(to));
    const x = side === 'left' ? 60 : 260;
    const y = end === 'top' ? 40 : 140;
    expectNear(await pixel(path, x, y), red);
    expectNear(await pixel(path, 320 - x, 180 - y), blue);
  });

  test.each([
    ['an upright JPEG', 1, 'jpeg', true],
    ['a PNG', 1, 'png', true],
    ['a JPEG that lies on its side', 6, 'jpeg', false],
    ['a TIFF', 1, 'tiff', false],
  ] as const)('%s looks the same elsewhere: %s', async (_name, orientation, format, isPlain) => {
    const folder = await makeTemporaryFolder();
    const inputPath = join(folder, 'given');
    await quartered(320, 180, red, blue).withMetadata({ orientation }).toFormat(format).toFile(inputPath);
    const request = { inputPath, ...frame, outputPath: join(folder, 'still.png') };
    expect(await engine.conformStill(request, { signal })).toEqual({ isPlain });
  });

  test('a picture with transparent parts does not look the same elsewhere', async () => {
    const folder = await makeTemporaryFolder();
    const inputPath = join(folder, 'given.png');
    await plain(320, 180, green).ensureAlpha(0.5).png().toFile(inputPath);
    const request = { inputPath, ...frame, outputPath: join(folder, 'still.png') };
    expect(await engine.conformStill(request, { signal })).toEqual({ isPlain: false });
  });

  test('the backdrop alone has the colours of the picture, darker, and nothing of its shape', async () => {
    const folder = await makeTemporaryFolder();
    const inputPath = join(folder, 'given.png');
    await plain(90, 180, red).png().toFile(inputPath);
    const outputPath = join(folder, 'backdrop.jpg');
    await engine.conformStill({ inputPath, ...frame, outputPath, part: 'backdrop' }, { signal });
    const middle = await pixel(outputPath, 160, 90);
    const side = await pixel(outputPath, 10, 90);
    expect(middle[0]).toBeLessThan(red[0] * 0.7);
    expect(middle[0]).toBeGreaterThan(middle[1] * 2);
    expectNear(side, middle);
  });

  test('colors of a wide gamut come out as they look in sRGB', async () => {
    const path = await conform((to) => plain(320, 180, green).withIccProfile('p3').png().toFile(to));
    const raw = await plain(320, 180, green).withIccProfile('p3').png().toBuffer();
    const kept = await sharp(raw).metadata();
    expect(kept.icc).toBeDefined();
    expectNear(await pixel(path, 100, 100), green);
    expect((await sharp(path).metadata()).icc).toBeUndefined();
  });

  test('a picture of nearly the frame’s shape fills it without being distorted', async () => {
    const circle = Buffer.from(
      '<svg width="300" height="200"><circle cx="150" cy="100" r="60" fill="#dc1e1e"/></svg>',
    );
    const path = await conform((to) =>
      plain(300, 200, white)
        .composite([{ input: circle }])
        .png()
        .toFile(to),
    );
    const meta = await sharp(path).metadata();
    expect([meta.width, meta.height]).toEqual([320, 180]);
    const { data } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const isRed = (x: number, y: number): boolean => (data[(y * 320 + x) * 3 + 1] ?? 255) < 128;
    const across = Array.from({ length: 320 }, (_, x) => isRed(x, 90)).filter(Boolean).length;
    const down = Array.from({ length: 180 }, (_, y) => isRed(160, y)).filter(Boolean).length;
    expect(Math.abs(across - down)).toBeLessThanOrEqual(2);
  });

  test('an upright picture in a wide frame is shown whole, over a darker blur of itself', async () => {
    const path = await conform((to) => plain(180, 320, white).png().toFile(to));
    expectNear(await pixel(path, 160, 5), white);
    expectNear(await pixel(path, 160, 175), white);
    const [light] = await pixel(path, 20, 90);
    expect(light).toBeLessThan(150);
    expect(light).toBeGreaterThan(60);
  });

  test('a dark drawing on clear paper is put on a light ground', async () => {
    const svg = Buffer.from(
      '<svg width="320" height="180"><rect x="140" y="70" width="40" height="40" fill="#101010"/></svg>',
    );
    const path = await conform((to) => sharp(svg).png().toFile(to));
    const [light] = await pixel(path, 20, 20);
    expect(light).toBeGreaterThan(200);
    expectNear(await pixel(path, 160, 90), [16, 16, 16]);
  });

  test.each([
    ['JPEG', '.jpg', 'jpeg'],
    ['PNG', '.png', 'png'],
  ])('the extension asks for %s', async (_name, extension, format) => {
    const path = await conform((to) => plain(320, 180, green).webp().toFile(to), extension);
    expect((await sharp(path).metadata()).format).toBe(format);
  });

  test('CMYK and 16 bits are read', async () => {
    const path = await conform((to) => plain(320, 180, white).toColourspace('cmyk').jpeg().toFile(to));
    expect((await sharp(path).metadata()).space).toBe('srgb');
    const deep = await conform((to) => plain(320, 180, white).toColourspace('rgb16').png().toFile(to));
    expect((await sharp(deep).metadata()).depth).toBe('uchar');
  });
});

describe('own clips', () => {
  const size = { width: 160, height: 90 };
  const conformClip = async (colors: readonly Color[], minDurationFrames: number) => {
    const folder = await makeTemporaryFolder();
    const inputPath = join(folder, 'given.mp4');
    await writeClip(inputPath, colors, size, true);
    const outputPath = join(folder, 'clip.mp4');
    const { durationFrames } = await engine.conformClip(
      { inputPath, ...frame, outputPath, minDurationFrames },
      { signal },
    );
    return { outputPath, durationFrames };
  };

  test('have the frame’s size and rate, the colors they had, and no sound', async () => {
    const { outputPath, durationFrames } = await conformClip(
      [...Array<Color>(20).fill(red), ...Array<Color>(20).fill(blue)],
      30,
    );
    const movie = readMovie(outputPath);
    expect(durationFrames).toBe(40);
    expect(movie.video).toMatchObject({ ...frame, frameRate: '30/1', colors: [1, 1, 1, 1] });
    expect(movie.video.pts).toHaveLength(40);
    expect(movie.audio).toBeNull();
    const colors = readColors(outputPath, frame);
    expectNear(colors[19], red, 20);
    expectNear(colors[20], blue, 20);
  });

  test('that are heard keep their sound, as long as their pictures, and need not have any', async () => {
    const folder = await makeTemporaryFolder();
    const inputPath = join(folder, 'given.mp4');
    const outputPath = join(folder, 'clip.mp4');
    for (const hasSound of [true, false]) {
      await writeClip(inputPath, Array<Color>(20).fill(red), size, hasSound);
      const order = { inputPath, ...frame, outputPath, minDurationFrames: 30, keepsSound: true };
      await engine.conformClip(order, { signal });
      expect(readMovie(outputPath).audio !== null).toBe(hasSound);
      if (!hasSound) continue;
      const [left] = decodeSound(outputPath, { channelCount: 2, checkpoint: () => undefined });
      expect(Math.abs((left?.length ?? 0) - 48_000)).toBeLessThanOrEqual(2048);
      expect(Math.max(...(left ?? []))).toBeGreaterThan(0.1);
    }
  });

  test('that are heard stay with their sound where that begins before the pictures', async () => {
    const folder = await makeTemporaryFolder();
    const inputPath = join(folder, 'given.mp4');
    const outputPath = join(folder, 'clip.mp4');
    // The sound ends with the fifteenth picture.
    await writeUnevenClip(inputPath, Array<Color>(30).fill(red), size, { firstFrame: 15, soundFrames: 30 });
    const order = { inputPath, ...frame, outputPath, minDurationFrames: 30, keepsSound: true };
    await engine.conformClip(order, { signal });
    const [left = []] = decodeSound(outputPath, { channelCount: 2, checkpoint: () => undefined });
    expect(left.findLastIndex((sample) => Math.abs(sample) > 0.1) / 1_600).toBeCloseTo(15, 0);
  });

  test('too short ones hold their last picture', async () => {
    const { outputPath, durationFrames } = await conformClip([...Array<Color>(5).fill(red), blue], 20);
    expect(durationFrames).toBe(20);
    const colors = readColors(outputPath, frame);
    expect(colors).toHaveLength(20);
    expectNear(colors.at(-1), blue, 20);
  });

  test('of long ones two seconds are kept behind the scene', async () => {
    const { durationFrames } = await conformClip(Array<Color>(120).fill(green), 30);
    expect(durationFrames).toBe(90);
  });

  test('an upright clip in a wide frame is shown whole, over a darker blur of itself', async () => {
    const folder = await makeTemporaryFolder();
    const inputPath = join(folder, 'upright.mp4');
    await writeClip(inputPath, Array<Color>(10).fill(white), { width: 90, height: 160 });
    const outputPath = join(folder, 'clip.mp4');
    await engine.conformClip({ inputPath, ...frame, outputPath, minDurationFrames: 5 }, { signal });
    expectNear(readColors(outputPath, frame, { x: 0.5, y: 0.05 })[2], white);
    const [light = 0] = readColors(outputPath, frame, { x: 0.05, y: 0.5 })[2] ?? [];
    expect(light).toBeLessThan(150);
  });
});

describe('the kind of a file', () => {
  test('is recognized by its bytes and not by its name', async () => {
    const folder = await makeTemporaryFolder();
    const path = (name: string): string => join(folder, name);
    await quartered(300, 200, red, blue).withMetadata({ orientation: 6 }).jpeg().toFile(path('image.mp4'));
    await writeClip(path('movie.png'), Array<Color>(30).fill(green), { width: 160, height: 90 }, true);
    await writeTone(folder, 'tone.jpg', 30, 440);
    expect(await engine.probe(path('image.mp4'))).toEqual({
      type: 'IMAGE',
      mimeType: 'image/jpeg',
      durationSeconds: null,
      size: { width: 200, height: 300 },
      hasSound: false,
    });
    expect(await engine.probe(path('movie.png'))).toMatchObject({
      type: 'VIDEO',
      mimeType: 'video/mp4',
      durationSeconds: 1,
      size: { width: 160, height: 90 },
      hasSound: true,
    });
    expect(await engine.probe(path('tone.jpg'))).toMatchObject({
      type: 'AUDIO',
      mimeType: 'audio/wav',
      durationSeconds: 1,
      size: null,
    });
  });
});

describe('thumbnails', () => {
  test('of an image and of a movie are JPEGs no larger than asked for, and never enlarged', async () => {
    const folder = await makeTemporaryFolder();
    const [image, movie, thumbnail] = ['i.png', 'm.mp4', 't'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await plain(400, 200, red).png().toFile(image);
    await writeClip(movie, Array<Color>(30).fill(blue), { width: 160, height: 90 });
    await engine.makeThumbnail(image, thumbnail, 100, { signal });
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 100, height: 50 });
    await engine.makeThumbnail(movie, thumbnail, 640, { signal });
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 90 });
    expectNear(await pixel(thumbnail, 80, 45), blue, 20);
  });
});

describe('hostile and damaged files', () => {
  const folderWith = async (bytes: Buffer): Promise<{ folder: string; inputPath: string }> => {
    const folder = await makeTemporaryFolder();
    const inputPath = join(folder, 'given.mp4');
    await writeFile(inputPath, bytes);
    return { folder, inputPath };
  };
  const noise = (length: number): Buffer =>
    Buffer.from(Array.from({ length }, (_, index) => (index * 7_919 + (index >> 3)) % 256));

  const movieBytes = async (): Promise<Buffer> => {
    const path = join(await makeTemporaryFolder(), 'm.mp4');
    await writeClip(path, Array<Color>(30).fill(green), { width: 160, height: 90 });
    return readFile(path);
  };

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['noise', noise(50_000)],
    [
      'noise behind the head of a movie',
      Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), noise(50_000)]),
    ],
    [
      'a still picture in the container of movies',
      Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), noise(5_000)]),
    ],
    ['a play list that points at a file', Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n')],
    ['a list of files to be joined', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    [
      'a drawing that refers to a file',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
      ),
    ],
  ])('%s is no media and is refused, with nothing left behind', async (_name, bytes) => {
    const { folder, inputPath } = await folderWith(bytes);
    expect(await engine.probe(inputPath)).toBeNull();
    const refused = { code: 'unreadable_media' };
    const request = { inputPath, ...frame, outputPath: join(folder, 'out.png') };
    await expect(engine.conformStill(request, { signal })).rejects.toMatchObject(refused);
    await expect(engine.conformClip({ ...request, minDurationFrames: 10 }, { signal })).rejects.toMatchObject(
      refused,
    );
    await expect(
      engine.makeThumbnail(inputPath, join(folder, 'out.jpg'), 90, { signal }),
    ).rejects.toMatchObject(refused);
    expect(await readdir(folder)).toEqual(['given.mp4']);
  });

  test('a list that names a good movie beside it is refused: no file leads to another', async () => {
    const { folder, inputPath } = await folderWith(Buffer.from("ffconcat version 1.0\nfile 'good.mp4'\n"));
    await writeFile(join(folder, 'good.mp4'), await movieBytes());
    expect(await engine.probe(inputPath)).toBeNull();
    const request = { inputPath, ...frame, outputPath: join(folder, 'out.mp4'), minDurationFrames: 10 };
    await expect(engine.conformClip(request, { signal })).rejects.toMatchObject({ code: 'unreadable_media' });
  });

  test('a movie with broken bytes is read as far as it can be', async () => {
    const bytes = await movieBytes();
    for (let at = bytes.length - 200; at > bytes.length / 2; at -= 97) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
    const { folder, inputPath } = await folderWith(bytes);
    const request = { inputPath, ...frame, outputPath: join(folder, 'out.mp4'), minDurationFrames: 10 };
    const outcome = await engine.conformClip(request, { signal }).then(
      ({ durationFrames }) => (durationFrames >= 10 ? 'read' : 'too short'),
      (error: unknown) => (error as { code?: string }).code,
    );
    expect(['read', 'unreadable_media']).toContain(outcome);
  });

  test('a movie without its index is refused', async () => {
    const { folder, inputPath } = await folderWith((await movieBytes()).subarray(0, 600));
    const request = { inputPath, ...frame, outputPath: join(folder, 'out.mp4'), minDurationFrames: 10 };
    await expect(engine.conformClip(request, { signal })).rejects.toMatchObject({ code: 'unreadable_media' });
  });

  test('an image of more pixels than is safe is refused before it is decoded', async () => {
    const huge = await sharp({
      create: { width: 12_000, height: 9_000, channels: 3, background: 'red' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const { folder, inputPath } = await folderWith(huge);
    const request = { inputPath, ...frame, outputPath: join(folder, 'out.png') };
    await expect(engine.conformStill(request, { signal })).rejects.toMatchObject({
      code: expect.stringMatching(/media_too_large|unreadable_media/u) as string,
    });
  });

  test('after all this the engine still works', async () => {
    const path = await conform((to) => plain(320, 180, green).png().toFile(to));
    expectNear(await pixel(path, 10, 10), green);
  });
});
