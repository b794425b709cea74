import { describe, expect, test } from 'vitest';
import { composePicture, createOverlay } from '../../../../src-media/video/overlay.ts';
import { fitOf, sizeInside } from '../../../../src-media/video/picture-fit.ts';
import { rgbToYuv, yuvToRgb } from '../../../../src-media/video/rgb-to-yuv.ts';
import { dim, frameOf, planesOf } from '../../../../src-media/video/yuv-picture.ts';
import { type Color, plain } from '../../../fakes/sample-media.ts';

async function yuvOf(color: Color, width = 34, height = 18): Promise<ReturnType<typeof rgbToYuv>> {
  return rgbToYuv(await plain(width, height, color).raw().toBuffer(), width, height);
}

describe('color', () => {
  /** Values of ITU-R BT.709 in limited range. */
  test.each([
    ['black', [0, 0, 0], [16, 128, 128]],
    ['white', [255, 255, 255], [235, 128, 128]],
    ['red', [255, 0, 0], [63, 102, 240]],
    ['green', [0, 255, 0], [173, 42, 26]],
    ['blue', [0, 0, 255], [32, 240, 118]],
  ] as const)('%s has the values of BT.709 in limited range', async (_name, rgb, expected) => {
    const picture = await yuvOf(rgb);
    const { luma, blue, red } = planesOf(picture);
    [luma[0], blue[0], red[0]].forEach((value, index) => {
      expect(Math.abs((value ?? 0) - (expected[index] ?? 0))).toBeLessThanOrEqual(1);
    });
  });

  test('the way back gives the color again, also at widths that are no multiple of anything', async () => {
    const rgb = yuvToRgb(await yuvOf([200, 100, 50], 854, 482));
    expect(rgb).toHaveLength(854 * 482 * 3);
    [200, 100, 50].forEach((value, index) =>
      expect(Math.abs((rgb.at(index - 3) ?? 0) - value)).toBeLessThanOrEqual(2),
    );
  });

  test('dimmed to nothing a picture is black', async () => {
    const { luma, red } = planesOf(dim(await yuvOf([255, 0, 0]), 0));
    expect(luma[0]).toBe(16);
    expect(red[0]).toBe(128);
  });
});

test('a frame keeps its picture when the bytes it was made of are used for something else', async () => {
  const picture = await yuvOf([200, 100, 50], 640, 360);
  const bytes = Buffer.from(picture.data);
  using frame = frameOf(picture);
  picture.data.fill(0);
  expect(frame.toBuffer().equals(bytes)).toBe(true);
});

describe('overlays', () => {
  const image = (alpha: number) => ({
    width: 4,
    height: 4,
    rgba: new Uint8Array(Array.from({ length: 16 }, () => [255, 0, 0, alpha]).flat()),
  });

  test('an opaque one replaces what is below it, and only there', async () => {
    const ground = await yuvOf([0, 0, 0]);
    const composed = composePicture(ground, [createOverlay(image(255), 6, 2)]);
    const { luma, red } = planesOf(composed);
    const at = (x: number, y: number): number => luma[y * 34 + x] ?? 0;
    expect([at(5, 2), at(6, 2), at(9, 5), at(10, 5), at(6, 6)]).toEqual([16, 63, 63, 16, 16]);
    expect([red[17 + 2], red[17 + 3], red[17 + 5]]).toEqual([128, 240, 128]);
  });

  test('a half transparent one lies half way between', async () => {
    const composed = composePicture(await yuvOf([255, 255, 255]), [createOverlay(image(128), 0, 0)]);
    expect(planesOf(composed).luma[0]).toBeGreaterThan(144);
    expect(planesOf(composed).luma[0]).toBeLessThan(154);
  });

  test('the picture below is left as it was', async () => {
    const ground = await yuvOf([0, 0, 0]);
    composePicture(ground, [createOverlay(image(255), 0, 0)]);
    expect(planesOf(ground).luma[0]).toBe(16);
  });

  test('clear pixels do not tint the chroma of their seen neighbours', () => {
    const pixels = image(255);
    for (const index of [1, 4, 5]) pixels.rgba.set([0, 255, 0, 0], index * 4);
    expect(createOverlay(pixels, 0, 0).red[0]).toBeGreaterThan(235);
  });
});

describe('fitting a picture into a frame', () => {
  test.each([
    [{ width: 1500, height: 1000 }, 'crop'],
    [{ width: 1920, height: 800 }, 'crop'],
    [{ width: 1000, height: 1000 }, 'whole'],
    [{ width: 1080, height: 1920 }, 'whole'],
  ] as const)('%j is shown in a 16:9 frame by: %s', (size, expected) => {
    expect(fitOf(size, { width: 1920, height: 1080 })).toBe(expected);
  });

  test('inside, it keeps its shape and has even sides', () => {
    expect(sizeInside({ width: 1000, height: 1500 }, { width: 1920, height: 1080 })).toEqual({
      width: 720,
      height: 1080,
    });
    expect(sizeInside({ width: 9_999, height: 10 }, { width: 1920, height: 1080 })).toEqual({
      width: 1920,
      height: 2,
    });
  });
});
