import { expect, test } from 'vitest';
import { textOf } from '../../../../../src-main/hosts/commands/text-of.ts';

test('a row of a list leaves out links, and one record shows them', () => {
  const file = { fileId: 'f1', displayName: 'Kite', downloadUrl: 'https://s/1', downloadUrlExpiresAt: 9 };
  expect(textOf({ files: [file], hasMore: false, nextCursor: null })).toBe('f1\tKite\n');
  expect(textOf(file)).toContain('downloadUrl: https://s/1');
});
