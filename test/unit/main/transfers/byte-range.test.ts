import { expect, test } from 'vitest';
import { parseContentRange, validatorOf } from '../../../../src-main/transfers/byte-range.ts';

const changed = 'Sat, 21 Nov 2026 10:00:00 GMT';

test.each([
  ['a strong tag', { etag: '"a"', 'last-modified': changed }, '"a"'],
  ['a weak tag, whatever the date', { etag: 'W/"a"', 'last-modified': changed, date: changed }, null],
  [
    'a date older than the answer',
    { 'last-modified': changed, date: 'Sat, 21 Nov 2026 10:00:01 GMT' },
    changed,
  ],
  ['a date in the second of the answer', { 'last-modified': changed, date: changed }, null],
  ['a date of an answer without one', { 'last-modified': changed }, null],
  ['a date that is none', { 'last-modified': 'yesterday', date: changed }, null],
  ['nothing', {}, null],
])('%s says whether a later request may continue', (_name, headers, validator) => {
  expect(validatorOf(headers)).toBe(validator);
});

test('a part is read with its place and total, or not at all', () => {
  expect(parseContentRange('bytes 5-9/10')).toEqual({ start: 5, end: 9, totalBytes: 10 });
  expect(parseContentRange('bytes 5-9/*')?.totalBytes).toBeNull();
  for (const header of [undefined, '', 'bytes 9-5/10', 'bytes */10', 'items 0-1/2'])
    expect(parseContentRange(header)).toBeNull();
});
