import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import type { MovieMeasures } from '../../../../src-media/media/files/file-tools.ts';
import { describeDocument } from '../../../../src-service/jobs/files/describe-document.ts';
import {
  describeMovie,
  describePicture,
  describeSound,
  lengthInWords,
} from '../../../../src-service/jobs/files/describe-media.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const movie: MovieMeasures = {
  ...{ width: 1920, height: 1080, brightness: 0.2, centerContrast: 0.3, verticalContrast: 0, detail: 0.1 },
  ...{ colors: ['dark blue', 'orange'], framesPerSecond: 24_000 / 1_001, cutCount: 3, motion: 0.05 },
};

async function write(name: string, bytes: string | Buffer): Promise<string> {
  const filePath = path.join(await makeTemporaryFolder(), name);
  await writeFile(filePath, bytes);
  return filePath;
}

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

test('a text by how much it is and how it begins, and all of it can be searched', async () => {
  const words = 'Harbour lights at dusk. '.repeat(20);
  const found = await describeDocument(await write('a.txt', words), 'TEXT', 'text/plain');
  expect(found.description).toBe(`A text of 80 words: “${'Harbour lights at dusk. '.repeat(5).trim()}…”.`);
  expect(found.searchText).toBe(words);
});

test('a slideshow by its slides, in their order', async () => {
  const slide = (...lines: string[]) =>
    Buffer.from(lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join(''));
  const zip = new ZipFile();
  for (const number of [10, 2, 1]) {
    zip.addBuffer(slide(`Slide ${number}`, 'Fish &amp; chips'), `ppt/slides/slide${number}.xml`);
  }
  zip.end();
  const deck = await write('a.pptx', await buffer(zip.outputStream));
  const found = await describeDocument(deck, 'SLIDESHOW', null);
  expect(found.description).toMatch(/^A slideshow of 3 slides: “Slide 1 Fish & chips Slide 2/u);
  expect(found.searchText.split('\n').filter((line) => line.startsWith('Slide'))).toEqual([
    'Slide 1',
    'Slide 2',
    'Slide 10',
  ]);
});

test('an animation by its length, its size and its layers', async () => {
  const animation = JSON.stringify({ w: 512, h: 256, fr: 30, ip: 0, op: 90, nm: 'Wave', layers: [{}, {}] });
  const found = await describeDocument(await write('a.json', animation), 'LOTTIE', 'application/json');
  expect(found).toEqual({
    description: 'An animated drawing, 3 seconds long, 512 × 256 pixels, 2 layers: “Wave”.',
    searchText: 'Wave',
  });
});

test('a damaged slideshow cannot be described', async () => {
  const damaged = await write('a.pptx', 'PK\u0003\u0004ppt/');
  await expect(describeDocument(damaged, 'SLIDESHOW', null)).rejects.toMatchObject({
    code: 'invalid_parameters',
  });
});
