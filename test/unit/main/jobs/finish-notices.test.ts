import { expect, test } from 'vitest';
import { FinishNotices } from '../../../../src-main/jobs/generations/finish-notices.ts';
import type { Notifier } from '../../../../src-main/platform.ts';
import { englishWords } from '../../../fakes/english-words.ts';

type Shown = Parameters<Notifier['notify']>;

function setUp() {
  const shown: Shown[] = [];
  const done: string[] = [];
  const timers: (() => void)[] = [];
  const notices = new FinishNotices({
    ...englishWords,
    clock: {
      schedule: (_delayMs, callback) => {
        timers.push(callback);
        return () => void timers.splice(0);
      },
    },
    notifier: { notify: (...words) => shown.push(words) },
    reveal: (id) => done.push(`reveal ${id}`),
    openInEditor: (id) => done.push(`open ${id}`),
    showActivity: () => done.push('activity'),
    showProject: ({ projectId, connectionId }) => done.push(`project ${projectId} of ${connectionId}`),
  });
  /** The time passes in which several ends are one notification. */
  const pass = (): void => {
    for (const timer of timers.splice(0)) timer();
  };
  return { notices, shown, done, pass };
}

const ofProject = {
  projectId: 'p',
  connectionId: 'c',
  title: 'Harbour lights',
  projectTitle: 'Harbour lights',
};
const delivery = { ...ofProject, deliveryId: 'd', folderName: 'Harbour lights_v001' };

test('a notification brings its project, and that of a delivery shows its files or opens them in an editor', () => {
  const { notices, shown, done, pass } = setUp();
  notices.generationFinished({ ...ofProject, state: 'succeeded' } as never);
  pass();
  notices.deliveryFinished({ ...delivery, state: 'done' } as never);
  pass();
  notices.deliveryFinished({ ...delivery, state: 'failed' } as never);
  pass();
  for (const [, , onClick, actions = []] of shown) {
    onClick();
    for (const { run } of actions) run();
  }
  expect(shown.map(([, body, , actions]) => [body, actions?.map(({ label }) => label)])).toEqual([
    ['The draft is ready.', undefined],
    ['Harbour lights_v001 is in the delivery folder.', ['Show in folder', 'Open in Editor']],
    ['It could not be put into the delivery folder.', undefined],
  ]);
  expect(done).toEqual(['project p of c', 'reveal d', 'reveal d', 'open d', 'project p of c']);
});

test('what ends within a short time is one notification with a count, which brings all jobs', () => {
  const { notices, shown, done, pass } = setUp();
  for (let count = 0; count < 5; count += 1)
    notices.deliveryFinished({ ...delivery, state: 'done' } as never);
  pass();
  notices.generationFinished({ ...ofProject, state: 'succeeded' } as never);
  notices.generationFinished({ ...ofProject, state: 'failed' } as never);
  notices.deliveryFinished({ ...delivery, state: 'cancelled' } as never);
  pass();
  pass();
  for (const [, , onClick] of shown) onClick();
  expect(shown.map(([title, body, , actions]) => [title, body, actions])).toEqual([
    ['Dailies', 'Finished: 5.', undefined],
    ['Dailies', 'Finished: 1. Failed: 1.', undefined],
  ]);
  expect(done).toEqual(['activity', 'activity']);
  notices.deliveryFinished({ ...delivery, state: 'done' } as never);
  notices.dispose();
  pass();
  expect(shown).toHaveLength(2);
});
