import { expect, test } from 'vitest';
import { parseByteRange } from '../../../../src-service/http/byte-range.ts';

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=2-5', { first: 2, last: 5 }],
  ['bytes=7-', { first: 7, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-30', { first: 0, last: 9 }],
  ['bytes=5-999', { first: 5, last: 9 }],
  ['Bytes=2-5', { first: 2, last: 5 }],
])('%s of ten bytes is a part of them', (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});

test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('%s of ten bytes cannot be satisfied', (header) => {
  expect(parseByteRange(header, 10)).toBe('unsatisfiable');
});

test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b'])(
  '%s asks for no single range, so the whole file is sent',
  (header) => {
    expect(parseByteRange(header, 10)).toBeNull();
  },
);

test('nothing of an empty file can be asked for', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseByteRange('bytes=-1', 0)).toBe('unsatisfiable');
});
