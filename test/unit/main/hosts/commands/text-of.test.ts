import { expect, test } from 'vitest';
import { textOf } from '../../../../../src-main/hosts/commands/text-of.ts';

test('a row of a list leaves out links, and one record shows them', () => {
  const file = { fileId: 'f1', displayName: 'Kite', downloadUrl: 'https://s/1', downloadUrlExpiresAt: 9 };
  expect(textOf({ files: [file], hasMore: false, nextCursor: null })).toBe('f1\tKite\n');
  expect(textOf(file)).toContain('downloadUrl: https://s/1');
});

test('a column holds the same field in every row', () => {
  const short = { fileId: 'f1', size: null, type: 'IMAGE' };
  const long = { fileId: 'f2', spoken: 'Gulls', size: { width: 4, height: 3 }, type: 'VIDEO' };
  expect(textOf({ files: [short, long] })).toBe('f1\t\t\tIMAGE\t\nf2\t4\t3\tVIDEO\tGulls\n');
  expect(textOf({ files: [] })).toBe('');
});

test('a record within a row is told by its first value and its name', () => {
  const file = { fileId: 'f1', type: 'IMAGE', scope: 'GLOBAL', displayName: 'Kite' };
  expect(textOf({ results: [{ similarity: 0.5, file }] })).toBe('0.5\tf1\tKite\tIMAGE\n');
});
