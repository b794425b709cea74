import { expect, test } from 'vitest';
import { FinishNotices } from '../../../../src-main/jobs/kinds/generations/finish-notices.ts';
import type { Notifier } from '../../../../src-main/platform.ts';
import { englishWords } from '../../../fakes/english-words.ts';

type Shown = Parameters<Notifier['notify']>;

const ofProject = {
  projectId: 'p',
  connectionId: 'c',
  title: 'Harbour lights',
  projectTitle: 'Harbour lights',
};
const delivery = { ...ofProject, deliveryId: 'd', folderName: 'Harbour lights_v001' };

function setUp() {
  const shown: Shown[] = [];
  const done: string[] = [];
  let timer: (() => void) | null = null;
  const notices = new FinishNotices({
    ...englishWords,
    clock: {
      schedule: (_delayMs, callback) => {
        timer = callback;
        return () => (timer = null);
      },
    },
    notifier: { notify: (...words) => shown.push(words) },
    reveal: (id) => done.push(`reveal ${id}`),
    openInEditor: (id) => done.push(`open ${id}`),
    showActivity: () => done.push('activity'),
    showProject: ({ projectId, connectionId }) => done.push(`project ${projectId} of ${connectionId}`),
  });
  /** Ends the period in which notices are gathered. */
  const pass = (): void => {
    const run = timer;
    timer = null;
    run?.();
  };
  const deliver = (state: string): void => {
    notices.deliveryFinished({ ...delivery, state } as never);
  };
  const generate = (state: string): void => {
    notices.generationFinished({ ...ofProject, state } as never);
  };
  const titles = (): string[] => shown.splice(0).map(([title]) => title);
  return { notices, shown, done, pass, deliver, generate, titles };
}

test('a notification brings its project, and that of a delivery shows its files or opens them in an editor', () => {
  const { shown, done, pass, deliver, generate } = setUp();
  generate('succeeded');
  pass();
  deliver('done');
  pass();
  deliver('failed');
  for (const [, , onClick, actions = []] of shown) {
    onClick();
    for (const { run } of actions) run();
  }
  expect(shown.map(([, body, , actions]) => [body, actions?.map(({ label }) => label)])).toEqual([
    ['The project is ready.', undefined],
    ['Harbour lights_v001 is in the delivery folder.', ['Show in folder', 'Open in Editor']],
    ['It could not be put into the delivery folder.', undefined],
  ]);
  expect(done).toEqual(['project p of c', 'reveal d', 'reveal d', 'open d', 'project p of c']);
});

test('the first is shown at once, and what ends soon after it is one notification that brings all jobs', () => {
  const { notices, shown, done, pass, deliver, generate, titles } = setUp();
  for (let count = 0; count < 6; count += 1) generate('succeeded');
  expect(titles()).toEqual(['Harbour lights']);
  pass();
  for (const [, , onClick, actions] of shown) {
    onClick();
    expect(actions).toBeUndefined();
  }
  expect(done).toEqual(['activity']);
  expect(titles()).toEqual(['5 more finished']);
  deliver('done');
  generate('failed');
  deliver('failed');
  deliver('cancelled');
  expect(titles()).toEqual([]);
  pass();
  expect(titles()).toEqual(['1 more finished · 2 more failed']);

  // A single notice is shown as itself. After a period without any, the next counts as a first one.
  deliver('done');
  pass();
  expect(shown.map(([, , , actions]) => actions?.length)).toEqual([2]);
  expect(titles()).toEqual(['Harbour lights']);
  pass();
  generate('succeeded');
  expect(titles()).toEqual(['Harbour lights']);
  generate('succeeded');
  // Closing the app shows the gathered notices, and only once.
  deliver('failed');
  notices.dispose();
  pass();
  expect(titles()).toEqual(['1 more finished · 1 more failed']);
});
