import { expect, test } from 'vitest';
import type { MovieMeasures } from '../../../../src-media/media/files/file-tools.ts';
import { lengthInWords } from '../../../../src-media/text/length-in-words.ts';
import {
  describeMovie,
  describePicture,
  describeSound,
} from '../../../../src-service/jobs/files/describe-media.ts';

const movie: MovieMeasures = {
  width: 1920,
  height: 1080,
  brightness: 0.2,
  centerContrast: 0.3,
  verticalContrast: 0,
  detail: 0.1,
  colors: ['dark blue', 'orange'],
  framesPerSecond: 24_000 / 1_001,
  cutCount: 3,
  motion: 0.05,
};

test('a picture is described by its shape, its colours and its light', () => {
  expect(describePicture(movie)).toBe(
    'A landscape picture in dark blue and orange with a bright centre, 1920 × 1080 pixels.',
  );
  const square = {
    ...movie,
    height: 1920,
    colors: ['white'],
    brightness: 0.95,
    centerContrast: 0,
    detail: 0,
  };
  expect(describePicture(square)).toBe('A plain bright square picture in white, 1920 × 1920 pixels.');
});

test('a movie also by its length, its cuts and its sound', () => {
  const sound = { kind: 'speech', loudnessLufs: -16.4, channelCount: 2 } as const;
  expect(describeMovie({ movie, sound, durationSeconds: 65 })).toBe(
    'A landscape video in dark blue and orange with a bright centre, 1 minute 5 seconds long, 1920 × 1080 pixels at 23.98 frames a second. It has 3 cuts and much motion. Its sound is mostly speech, about −16 LUFS.',
  );
  const still = describeMovie({
    movie: { ...movie, cutCount: null, motion: null },
    sound: null,
    durationSeconds: null,
  });
  expect(still).toMatch(/a second\. It is silent: it has no sound track\.$/u);
});

test('a recording by what is heard', () => {
  const sound = { kind: 'music', loudnessLufs: -14, channelCount: 1 } as const;
  expect(describeSound({ sound, durationSeconds: 12 })).toBe(
    'A mono recording of music, 12 seconds long, about −14 LUFS.',
  );
  const silence = { kind: 'silence', loudnessLufs: -Infinity, channelCount: 1 } as const;
  expect(describeSound({ sound: silence, durationSeconds: 5 })).toBe('A silent recording, 5 seconds long.');
});

test.each([
  [0.04, '0.1 seconds'],
  [2.34, '2.3 seconds'],
  [60, '1 minute'],
  [3_601, '1 hour'],
  [7_260, '2 hours 1 minute'],
])('%d seconds are %s', (seconds, words) => {
  expect(lengthInWords(seconds)).toBe(words);
});
