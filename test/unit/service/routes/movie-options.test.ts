import { expect, test } from 'vitest';
import { frameSizeOf } from '../../../../src-service/frame-size.ts';
import { chooseMovieOptions } from '../../../../src-service/routes/movie-options.ts';
import { exportProjectSchema } from '../../../../src-shared/api/projects.ts';

const marks = { hasWatermark: true, hasEndScreen: true };
const noMarks = { hasWatermark: false, hasEndScreen: false };
const both = (mode: string) => exportProjectSchema.parse({ watermarkMode: mode, endScreenMode: mode });

test('AUTO marks on the free plan only, VIDEO_GEN always', () => {
  expect(chooseMovieOptions(both('AUTO'), 'free')).toMatchObject(marks);
  expect(chooseMovieOptions(both('AUTO'), 'pro')).toMatchObject(noMarks);
  expect(chooseMovieOptions(both('VIDEO_GEN'), 'pro')).toMatchObject(marks);
});

test('NONE leaves the marks off with a paid plan and is refused without one', () => {
  expect(chooseMovieOptions(both('NONE'), 'pro')).toMatchObject(noMarks);
  for (const field of ['watermarkMode', 'endScreenMode']) {
    const options = exportProjectSchema.parse({ [field]: 'NONE' });
    expect(() => chooseMovieOptions(options, 'free')).toThrow(
      expect.objectContaining({ status: 403, options: { requirement: { type: 'upgrade_plan' } } }),
    );
  }
});

test('the frame is 1080 on its short side and even on both', () => {
  expect(frameSizeOf({ width: 16, height: 9 })).toEqual({ width: 1920, height: 1080 });
  expect(frameSizeOf({ width: 9, height: 16 })).toEqual({ width: 1080, height: 1920 });
  expect(frameSizeOf({ width: 1, height: 1 })).toEqual({ width: 1080, height: 1080 });
  expect(frameSizeOf({ width: 4, height: 5 })).toEqual({ width: 1080, height: 1350 });
  expect(frameSizeOf({ width: 7, height: 3 })).toEqual({ width: 2520, height: 1080 });
  expect(frameSizeOf({ width: 1000, height: 701 }).width % 2).toBe(0);
});

test('a strip of a frame is refused', () => {
  for (const shape of [
    { width: 41, height: 10 },
    { width: 1, height: 5 },
  ]) {
    expect(() => frameSizeOf(shape)).toThrow(expect.objectContaining({ status: 400 }));
  }
});
