import { expect, test } from 'vitest';
import { parseMegabytes } from '../../../../../src-renderer/screens/settings/bandwidth.ts';

test.each([
  ['10', 10_000_000],
  [' 2,5 ', 2_500_000],
  ['.05', 50_000],
  ['0.05', 50_000],
  ['１．５', 1_500_000],
  ['١٫٥', 1_500_000],
  ['۲,۵', 2_500_000],
  ['1²', null],
  ['0.049', null],
  ['0', null],
  ['-3', null],
  ['', null],
  ['1e3', null],
  ['12 MB/s', null],
  ['1.2.3', null],
])('%j is %j bytes a second', (typed, bytes) => {
  expect(parseMegabytes(typed)).toBe(bytes);
});
