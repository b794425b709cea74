import {
  AV_PIX_FMT_YUV420P10LE,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { expect, test } from 'vitest';
import { FrameConverter } from '../../../../src-media/clips/frames/frame-converter.ts';
import { FrameFitter } from '../../../../src-media/video/frame-fitter.ts';
import { frameOfPlanes } from '../../../../src-media/video/plane-frames.ts';
import { yuvToRgb } from '../../../../src-media/video/rgb-to-yuv.ts';
import type { Color } from '../../../fakes/sample-media.ts';

const size = { width: 32, height: 18 };
/** Luminance of diffuse white in HDR video, in cd/m² (ITU-R BT.2408). */
const paper = 203;

/** Encodes luminance up to 10,000 cd/m² by SMPTE ST 2084. */
function pq(light: number): number {
  const power = (light / 10_000) ** (2610 / 16_384);
  return ((3424 / 4096 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** (2523 / 32);
}

/** Encodes light by ARIB STD-B67 with diffuse white at 75 %, without the contrast change of a display. */
function hlg(light: number): number {
  const scene = (light / paper) * 0.265;
  return scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073;
}

/** Returns a frame of one colour, given as shares of diffuse white in BT.709. */
function brightFrame(
  [r, g, b]: Color,
  encode: (light: number) => number,
  transfer: Frame['colorTrc'],
): Frame {
  const [red, green, blue] = [
    0.6274 * r + 0.3293 * g + 0.0433 * b,
    0.0691 * r + 0.9195 * g + 0.0114 * b,
    0.0164 * r + 0.088 * g + 0.8956 * b,
  ].map((share) => encode(share * paper)) as [number, number, number];
  const luma = 0.2627 * red + 0.678 * green + 0.0593 * blue;
  const count = size.width * size.height;
  const samples = new Uint16Array(count * 1.5);
  samples.fill(Math.round(64 + 876 * luma), 0, count);
  samples.fill(Math.round(512 + (896 * (blue - luma)) / 1.8814), count, count * 1.25);
  samples.fill(Math.round(512 + (896 * (red - luma)) / 1.4746), count * 1.25);
  const frame = frameOfPlanes(Buffer.from(samples.buffer), { ...size, format: AV_PIX_FMT_YUV420P10LE });
  frame.colorTrc = transfer;
  frame.colorPrimaries = AVCOL_PRI_BT2020;
  frame.colorSpace = AVCOL_SPC_BT2020_NCL;
  frame.colorRange = AVCOL_RANGE_MPEG;
  return frame;
}

/** Returns the colour in the middle from both ways of scaling frames. */
function colorsOf(frame: Frame): Color[] {
  using fitter = new FrameFitter(size.width, size.height);
  using converter = new FrameConverter({ ...size, kernel: 'bicubic', filter: null });
  const orientation = { isMirrored: false, quarterTurns: 0 } as const;
  const decoded = { frame, seconds: 0, orientation };
  const pictures = [fitter.fit(decoded), { ...size, data: converter.convert(decoded) }];
  return pictures.map((picture) => {
    const at = ((size.height / 2) * size.width + size.width / 2) * 3;
    const [r = 0, g = 0, b = 0] = yuvToRgb(picture).subarray(at, at + 3);
    return [r, g, b];
  });
}

test.each([
  ['PQ', pq, AVCOL_TRC_SMPTE2084],
  ['HLG', hlg, AVCOL_TRC_ARIB_STD_B67],
] as const)('saturated colours in %s stay saturated, and paper is light', (_name, encode, transfer) => {
  using red = brightFrame([1, 0, 0], encode, transfer);
  for (const [r, g, b] of colorsOf(red)) {
    expect(r).toBeGreaterThan(160);
    expect(g).toBeLessThan(20);
    expect(b).toBeLessThan(20);
  }
  using white = brightFrame([1, 1, 1], encode, transfer);
  for (const color of colorsOf(white)) {
    for (const value of color) expect(Math.abs(value - 185)).toBeLessThan(15);
  }
});

test('a file that says of its light alone how it is written is read as BT.2020', () => {
  using red = brightFrame([1, 0, 0], pq, AVCOL_TRC_SMPTE2084);
  red.colorPrimaries = AVCOL_PRI_UNSPECIFIED;
  red.colorSpace = AVCOL_SPC_UNSPECIFIED;
  for (const [r, g, b] of colorsOf(red)) {
    expect(r).toBeGreaterThan(160);
    expect(Math.max(g, b)).toBeLessThan(20);
  }
});

test('tones lighter than paper are distinguished from it', () => {
  using paperFrame = brightFrame([1, 1, 1], pq, AVCOL_TRC_SMPTE2084);
  using lamp = brightFrame([4, 4, 4], pq, AVCOL_TRC_SMPTE2084);
  const [before, after] = [paperFrame, lamp].map((frame) => colorsOf(frame)[0]?.[0] ?? 0) as [number, number];
  expect(after - before).toBeGreaterThan(30);
  expect(after).toBeLessThan(255);
});
