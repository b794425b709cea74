// @vitest-environment runes
import { expect, test } from 'vitest';
import { DelayedRemoval } from '../../../../../src-renderer/state/foundation/delayed-removal.svelte.ts';
import { Toasts } from '../../../../../src-renderer/state/window/toasts.svelte.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';

test('things are hidden at once, removed when the notice goes, and stay if that is undone before', async () => {
  const toasts = new Toasts({ schedule: () => () => undefined });
  const removals = new DelayedRemoval({ toasts, text: englishMessages.text });
  const removed: string[] = [];
  const begin = (id: string) => {
    removals.begin({
      ids: [id, `${id} too`],
      group: 'studio',
      words: () => `${id} goes`,
      remove: () => Promise.resolve(void removed.push(id)),
    });
  };
  begin('ink');
  expect([removals.has('ink'), removals.has('ink too'), removed]).toEqual([true, true, []]);
  toasts.act(1);
  expect([removals.has('ink'), removals.has('ink too'), removed]).toEqual([false, false, []]);
  begin('rope');
  await removals.settle('another');
  expect(removed).toEqual([]);
  await removals.settle('studio');
  expect([removals.has('rope'), removed]).toEqual([false, ['rope']]);
});
