import { expect, test } from 'vitest';
import { formatShortcut, matchesShortcut } from '../../../../src-renderer/format/shortcut.ts';
import type { Shortcut } from '../../../../src-shared/contract/app/command.ts';

const none = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const send: Shortcut = { key: 'e', mod: true, shift: true };

test('the modifier is Command on a Mac and Control elsewhere', () => {
  const control = { ...none, key: 'E', ctrlKey: true, shiftKey: true };
  const command = { ...none, key: 'E', metaKey: true, shiftKey: true };
  expect(matchesShortcut(send, control, false)).toBe(true);
  expect(matchesShortcut(send, control, true)).toBe(false);
  expect(matchesShortcut(send, command, true)).toBe(true);
  expect(matchesShortcut(send, { ...control, shiftKey: false }, false)).toBe(false);
  expect(matchesShortcut(send, { ...control, altKey: true }, false)).toBe(false);
});

test('a letter is found by its key where the layout writes another script', () => {
  const press = { ...none, key: 'л', code: 'KeyK', ctrlKey: true };
  expect(matchesShortcut({ key: 'k', mod: true }, press, false)).toBe(true);
});

test('a digit is found by its position where the layout needs Shift to type it', () => {
  const returns: Shortcut = { key: '6', mod: true };
  const french = { ...none, key: '-', code: 'Digit6', ctrlKey: true };
  expect(matchesShortcut(returns, french, false)).toBe(true);
  expect(matchesShortcut(returns, { ...french, key: '6', shiftKey: true }, false)).toBe(true);
  expect(matchesShortcut(returns, { ...french, key: '^', shiftKey: true }, false)).toBe(false);
  expect(matchesShortcut({ key: '-', mod: true }, french, false)).toBe(true);
});

test('a digit is found by what is typed where the layout orders digits differently', () => {
  const dvorak = { ...none, key: '7', code: 'Digit1', ctrlKey: true };
  expect(matchesShortcut({ key: '7', mod: true }, dvorak, false)).toBe(true);
  expect(matchesShortcut({ key: '1', mod: true }, dvorak, false)).toBe(false);
});

test('punctuation matches with Shift and without, as layouts differ', () => {
  expect(matchesShortcut({ key: '?' }, { ...none, key: '?', shiftKey: true }, false)).toBe(true);
  expect(matchesShortcut({ key: '?' }, { ...none, key: '?' }, false)).toBe(true);
  expect(matchesShortcut({ key: ' ' }, { ...none, key: ' ', shiftKey: true }, false)).toBe(false);
});

test('the delete key of a Mac, which gives Backspace, deletes like Delete, and only there', () => {
  const backspace = { ...none, key: 'Backspace', code: 'Backspace' };
  expect(matchesShortcut({ key: 'Delete' }, backspace, true)).toBe(true);
  expect(matchesShortcut({ key: 'Delete' }, { ...backspace, key: 'Delete' }, true)).toBe(true);
  expect(matchesShortcut({ key: 'Delete' }, { ...backspace, altKey: true }, true)).toBe(false);
  expect(matchesShortcut({ key: 'Delete' }, backspace, false)).toBe(false);
  expect(formatShortcut({ key: 'Delete' }, true, 'Space')).toBe('⌫');
  expect(formatShortcut({ key: 'Delete' }, false, 'Space')).toBe('Del');
});

test('keys are named as they stand on the keyboard', () => {
  expect(formatShortcut(send, true, 'Space')).toBe('⇧⌘E');
  expect(formatShortcut(send, false, 'Space')).toBe('Ctrl+Shift+E');
  expect(formatShortcut({ key: 'Enter', mod: true }, true, 'Space')).toBe('⌘↩');
  expect(formatShortcut({ key: 'Enter', mod: true }, false, 'Space')).toBe('Ctrl+Enter');
  expect(formatShortcut({ key: ' ' }, false, 'Space')).toBe('Space');
  expect(formatShortcut({ key: 'ArrowLeft', shift: true }, false, 'Space')).toBe('Shift+←');
});
