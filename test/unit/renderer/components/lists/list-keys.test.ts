import { expect, test } from 'vitest';
import { createListKeys, successorOf } from '../../../../../src-renderer/components/lists/list-keys.ts';

const titles = ['Harbour', 'Glacier', 'Kettle', 'Kitchen', 'Swifts'];
const place = (index: number, change = {}) => ({
  index,
  titles,
  columns: 2,
  isRightToLeft: false,
  timeMs: 0,
  ...change,
});
const key = (name: string) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false });

test('arrows walk the grid and stop at its ends', () => {
  const keys = createListKeys();
  expect(keys.indexFor(key('ArrowDown'), place(0))).toBe(2);
  expect(keys.indexFor(key('ArrowRight'), place(0))).toBe(1);
  expect(keys.indexFor(key('ArrowLeft'), place(0))).toBe(0);
  expect(keys.indexFor(key('ArrowDown'), place(4))).toBe(4);
  expect(keys.indexFor(key('End'), place(0))).toBe(4);
  expect(keys.indexFor(key('Home'), place(4))).toBe(0);
  expect(keys.indexFor(key('ArrowRight'), place(0, { isRightToLeft: true }))).toBe(0);
  expect(keys.indexFor(key('ArrowLeft'), place(0, { isRightToLeft: true }))).toBe(1);
});

test('in a list of one column, left and right stay with the player', () => {
  const keys = createListKeys();
  expect(keys.indexFor(key('ArrowRight'), place(0, { columns: 1 }))).toBeNull();
  expect(keys.indexFor(key('ArrowDown'), place(0, { columns: 1 }))).toBe(1);
});

test('letters find a title; typed on, they narrow it, and after a pause they start again', () => {
  const keys = createListKeys();
  expect(keys.indexFor(key('g'), place(0, { timeMs: 0 }))).toBe(1);
  expect(keys.indexFor(key('l'), place(1, { timeMs: 100 }))).toBe(1);
  expect(keys.indexFor(key('s'), place(1, { timeMs: 2_000 }))).toBe(4);
  expect(keys.indexFor(key('x'), place(1, { timeMs: 9_000 }))).toBeNull();
});

test('J, K and L work the player unless they go on with a word, and shortcuts are left alone', () => {
  const keys = createListKeys();
  expect(keys.indexFor(key('k'), place(0))).toBeNull();
  expect(keys.indexFor({ ...key('g'), ctrlKey: true }, place(0))).toBeNull();
  expect(keys.indexFor(key('?'), place(0))).toBeNull();
  expect(keys.indexFor(key('ArrowDown'), place(-1, { titles: [] }))).toBeNull();
});

test('the next of a list that stays takes the place of those that leave it, else the last', () => {
  const successor = (listed: string, leaving: string) => successorOf([...listed], new Set(leaving));
  expect(successor('abcd', 'bc')).toBe('d');
  expect(successor('abcd', 'bd')).toBe('c');
  expect(successor('ab', 'b')).toBe('a');
  expect(successor('a', 'a')).toBeUndefined();
});
