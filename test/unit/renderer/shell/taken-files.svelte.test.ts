import { expect, test } from 'vitest';
import { TakenFiles } from '../../../../src-renderer/shell/taken-files.svelte.ts';
import { toShelfFile } from '../../../../src-renderer/state/files/shelf-file.ts';

const offered = ['a', 'b', 'c', 'd'].map((fileId) =>
  toShelfFile('local', { fileId, type: 'IMAGE', scope: 'GLOBAL' }),
);
const ids = offered.map(({ fileId }) => fileId);

function create(most: number): TakenFiles {
  return new TakenFiles(most, () => offered);
}

test('keeps files in the order taken, and puts one back that is pressed again', () => {
  const taken = create(4);
  for (const fileId of ['c', 'a', 'd', 'a']) taken.toggle(fileId);
  expect(taken.files.map(({ fileId }) => fileId)).toEqual(['c', 'd']);
});

test('takes no more files than the form has room for', () => {
  const taken = create(2);
  taken.pickAll(ids);
  taken.toggle('d');
  expect([...taken.ids]).toEqual(['a', 'b']);
});

test('takes the files from the shown one to the pressed one, and none on a plain step', () => {
  const taken = create(4);
  expect(taken.pick(ids, 'b', 'only', 'a')).toBe('b');
  expect(taken.files).toEqual([]);
  taken.pick(ids, 'd', 'range', 'b');
  expect([...taken.ids]).toEqual(['b', 'c', 'd']);
});
