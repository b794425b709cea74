import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { drawIllustration } from '../../../../src-media/images/generate/draw-illustration.ts';
import { generateImage } from '../../../../src-media/images/generate/generate-image.ts';
import type { Raster } from '../../../../src-media/images/raster.ts';
import { withoutBackground } from '../../../../src-media/images/remove-background.ts';
import { enlarge, upscaledSize } from '../../../../src-media/images/upscale.ts';
import { traceRaster } from '../../../../src-media/images/vectorize.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

vi.setConfig({ testTimeout: 30_000 });

const go = () => undefined;
const control = { checkpoint: go, progress: go };

/** Draws a red disc on a ground that changes from grey to blue. */
function discBefore(width: number, height: number): Raster {
  const rgba = Buffer.alloc(width * height * 4, 255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const x = pixel % width;
    const y = Math.floor(pixel / width);
    const isDisc = Math.hypot(x - width / 2, y - height / 2) < height / 4;
    const ground = [170 - (y * 40) / height, 180, 190 + (y * 30) / height];
    rgba.set(isDisc ? [200, 40, 40] : ground.map(Math.round), pixel * 4);
  }
  return { width, height, rgba };
}

const alphaAt = ({ width, rgba }: Raster, x: number, y: number) => rgba[(y * width + x) * 4 + 3];
const colorAt = ({ width, rgba }: Raster, x: number, y: number) => [
  ...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
];

test('the background goes, also where its colour changes, and the subject stays whole', async () => {
  const cut = await withoutBackground(discBefore(600, 400), go);
  expect(alphaAt(cut, 5, 5)).toBe(0);
  expect(alphaAt(cut, 595, 395)).toBe(0);
  expect(alphaAt(cut, 300, 200)).toBe(255);
  expect(colorAt(cut, 300, 200)).toEqual([200, 40, 40]);
  const seen = cut.rgba.filter((value, at) => at % 4 === 3 && value > 127).length;
  expect(seen / (Math.PI * 100 * 100)).toBeGreaterThan(0.97);
  expect(seen / (Math.PI * 100 * 100)).toBeLessThan(1.03);
});

test('somebody cut by the foot of the picture is kept whole, light hair before a light ground, too', async () => {
  const { data, info } = await sharp('resources/catalogue/actor-elena.webp')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const cut = await withoutBackground({ width, height, rgba: data }, go);
  const alpha = (x: number, y: number) => alphaAt(cut, Math.round(x * width), Math.round(y * height));
  expect(alpha(0.01, 0.01)).toBe(0);
  const face = alpha(0.5, 0.4);
  const hair = alpha(0.36, 0.5);
  const jacket = alpha(0.3, 0.97);
  const shirt = alpha(0.5, 0.97);
  expect([face, hair, jacket, shirt]).toEqual([255, 255, 255, 255]);
});

test('invisible content is removed from the file', async () => {
  const cut = await withoutBackground(discBefore(120, 80), go);
  expect(colorAt(cut, 2, 2)).toEqual([0, 0, 0]);
});

test('a picture that is cut out already stays as it is', async () => {
  const cut = discBefore(60, 40);
  for (let at = 3; at < 60 * 40 * 2; at += 4) cut.rgba[at] = 0;
  expect(await withoutBackground(cut, go)).toBe(cut);
});

test('a picture without a subject stays as it is', async () => {
  const plain = { width: 64, height: 64, rgba: Buffer.alloc(64 * 64 * 4, 200) };
  plain.rgba.forEach((_, at) => at % 4 === 3 && (plain.rgba[at] = 255));
  expect(await withoutBackground(plain, go)).toBe(plain);
});

test('a traced picture looks like the picture, in few bytes', async () => {
  const picture = discBefore(300, 200);
  const svg = await traceRaster(picture, { seed: 'a', isMarked: false }, go);
  expect(svg).toMatch(/^<svg [^>]*width="300" height="200" viewBox="0 0 300 200">/);
  expect(svg.length).toBeLessThan(60_000);
  const rgba = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  const drawn = { width: 300, height: 200, rgba };
  for (const [x, y] of [
    [150, 100],
    [20, 20],
    [280, 180],
    [150, 60],
    [150, 30],
  ] as const) {
    colorAt(drawn, x, y).forEach((value, channel) => {
      expect(Math.abs(value - (colorAt(picture, x, y)[channel] ?? 0))).toBeLessThan(14);
    });
  }
});

test('transparent parts of a picture stay transparent in the drawing, holes too', async () => {
  const ring = discBefore(200, 200);
  for (let pixel = 0; pixel < 200 * 200; pixel += 1) {
    const away = Math.hypot((pixel % 200) - 100, Math.floor(pixel / 200) - 100);
    ring.rgba[pixel * 4 + 3] = away > 40 && away < 80 ? 255 : 0;
  }
  const svg = await traceRaster(ring, { seed: 'a', isMarked: false }, go);
  const rgba = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  const drawn = { width: 200, height: 200, rgba };
  expect([alphaAt(drawn, 100, 100), alphaAt(drawn, 3, 3), alphaAt(drawn, 160, 100)]).toEqual([0, 0, 255]);
});

test('even noise comes to a drawing of at most half a megabyte', async () => {
  let seed = 1;
  const rgba = Buffer.alloc(240 * 180 * 4, 255);
  for (let at = 0; at < rgba.length; at += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    if (at % 4 !== 3) rgba[at] = seed & 255;
  }
  const svg = await traceRaster({ width: 240, height: 180, rgba }, { seed: 'a', isMarked: true }, go);
  expect(svg.length).toBeLessThan(500_000);
});

test('an enlarged picture has twice the sides, and made small again it is the picture', async () => {
  const picture = discBefore(90, 60);
  const large = await enlarge(picture, go);
  expect([large.width, large.height]).toEqual([180, 120]);
  const small = await sharp(large.rgba, { raw: { width: 180, height: 120, channels: 4 } })
    .resize(90, 60, { kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const error = small.reduce((sum, value, at) => sum + Math.abs(value - (picture.rgba[at] ?? 0)), 0);
  expect(error / small.length).toBeLessThan(1.5);
});

test('no side of an enlarged picture is longer than 8192', () => {
  expect(upscaledSize({ width: 6000, height: 300 })).toEqual({ width: 8192, height: 410 });
});

test('the same prompt and seed give the same picture, another seed another one', async () => {
  const request = { prompt: 'a sailboat on the sea, watercolor', width: 160, height: 90, seed: 'a' };
  const first = await drawIllustration(request);
  expect((await drawIllustration(request)).rgba.equals(first.rgba)).toBe(true);
  expect((await drawIllustration({ ...request, seed: 'b' })).rgba.equals(first.rgba)).toBe(false);
});

test('references are what the picture is made of, and its colours those of the style’s pictures', async () => {
  const folder = await makeTemporaryFolder();
  const [subject, style, outputPath] = ['subject', 'style', 'out'].map((name) => `${folder}/${name}.png`) as [
    string,
    string,
    string,
  ];
  const disc = discBefore(240, 160);
  await sharp(disc.rgba, { raw: { width: 240, height: 160, channels: 4 } })
    .png()
    .toFile(subject);
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a8a3c' } })
    .png()
    .toFile(style);
  const request = { prompt: 'cinematic', width: 240, height: 160, seed: 'a', isMarked: false, outputPath };
  await generateImage({ ...request, subjectPaths: [subject], stylePaths: [] }, control);
  const seen = await sharp(outputPath).ensureAlpha().raw().toBuffer();
  const [red = 0, , blue = 0] = colorAt({ width: 240, height: 160, rgba: seen }, 120, 80);
  expect(red - blue).toBeGreaterThan(60);
  await generateImage({ ...request, subjectPaths: [subject], stylePaths: [style] }, control);
  const { channels } = await sharp(outputPath).stats();
  const [r = 0, g = 0, b = 0] = channels.map(({ mean }) => mean);
  expect(g).toBeGreaterThan(r);
  expect(g).toBeGreaterThan(b);
});
