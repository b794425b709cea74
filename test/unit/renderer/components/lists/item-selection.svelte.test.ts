// @vitest-environment runes
import { expect, test } from 'vitest';
import { ItemSelection } from '../../../../../src-renderer/components/lists/item-selection.svelte.ts';

const list = ['a', 'b', 'c'];
const [a = '', b = '', c = ''] = list;

test('an item taken out of the selection is not the one that is shown', () => {
  const selection = new ItemSelection();
  expect(selection.pick(list, b, 'toggle', a)).toBe(b);
  expect([...selection.ids]).toEqual([a, b]);
  expect(selection.pick(list, b, 'toggle', b)).toBe(a);
  expect([...selection.ids]).toEqual([]);
  selection.pick(list, b, 'toggle', a);
  selection.pick(list, c, 'toggle', b);
  expect(selection.pick(list, b, 'toggle', c)).toBe(c);
  expect([...selection.ids]).toEqual([a, c]);
  expect(selection.pick(list, b, 'only', c)).toBe(b);
  expect(selection.pick(list, b, 'toggle', b)).toBe(b);
});
