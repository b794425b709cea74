// @vitest-environment runes
import { expect, test } from 'vitest';
import { CurrentDay } from '../../../../../src-renderer/state/window/current-day.svelte.ts';
import { englishTexts } from '../../../../../src-shared/i18n/load-texts.ts';
import { Messages } from '../../../../../src-shared/i18n/messages.ts';

test('a time is one of today until midnight, and after a return on another day it is not', () => {
  let now = new Date(2026, 2, 14, 16, 10);
  let wake = (): void => undefined;
  let comeBack = (): void => undefined;
  const delaysMs: number[] = [];
  const day = new CurrentDay({
    nowMs: () => now.getTime(),
    schedule: (run, delayMs) => {
      delaysMs.push(delayMs);
      wake = run;
      return () => undefined;
    },
    onReturn: (listener) => {
      comeBack = listener;
      return () => undefined;
    },
  });
  const messages = new Messages(englishTexts, () => day.timeMs);
  const atSeconds = now.getTime() / 1000;
  const words = $derived(messages.moment(atSeconds).split(' ')[0]);
  day.start();
  expect(words).toBe('Today');
  now = new Date(2026, 2, 15);
  wake();
  expect(words).toBe('Yesterday');
  expect(delaysMs.map((each) => each / 60_000)).toEqual([470, 1_440]);
  now = new Date(2026, 2, 17, 8);
  comeBack();
  expect(words).not.toBe('Yesterday');
});
