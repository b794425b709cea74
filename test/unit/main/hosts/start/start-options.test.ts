import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseStartOptions } from '../../../../../src-main/hosts/start/start-options.ts';

const parse = (...words: string[]) => parseStartOptions(words, '/media');

test.each([
  [
    ['--upload', '-clip.mp4', 'b.wav', '--browser'],
    ['-clip.mp4', 'b.wav'],
  ],
  [['--upload=-clip.mp4', '--browser'], ['-clip.mp4']],
  [
    ['--browser', '--upload', 'a.mp4', '--', '--clip.mp4'],
    ['a.mp4', '--clip.mp4'],
  ],
  [
    ['--upload', 'a.mp4', 'a.mp4', '--browser', '--upload', 'b.wav'],
    ['a.mp4', 'b.wav'],
  ],
])('the files of %j are %j', (words, names) => {
  expect(parse(...words)).toMatchObject({
    isBrowser: true,
    uploadPaths: names.map((name) => resolve('/media', name)),
  });
});

test.each([
  [['--upload'], '--upload needs at least one file.'],
  [['--upload', '', '--browser'], '--upload needs at least one file.'],
  [['--upload='], '--upload needs at least one file.'],
  [['a.mp4'], 'a.mp4 belongs to no option. Files to send come after --upload.'],
  [['--upload', 'a.mp4', '--browser', 'b.mp4'], 'b.mp4 belongs to no option.'],
  [['--', '--upload', 'a.mp4'], '--upload belongs to no option.'],
  [['-b'], "Unknown option '-b'"],
])('%j is refused: %s', (words, reason) => {
  expect(() => parse(...words)).toThrow(reason);
});
