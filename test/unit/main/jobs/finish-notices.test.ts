import { expect, test } from 'vitest';
import { FinishNotices } from '../../../../src-main/jobs/generations/finish-notices.ts';
import type { Notifier } from '../../../../src-main/platform.ts';
import { englishWords } from '../../../fakes/english-words.ts';

type Shown = Parameters<Notifier['notify']>;

test('a notification brings its project, and that of a delivery shows its files or opens them in an editor', () => {
  const shown: Shown[] = [];
  const done: string[] = [];
  const notices = new FinishNotices({
    ...englishWords,
    notifier: { notify: (...words) => shown.push(words) },
    reveal: (id) => done.push(`reveal ${id}`),
    openInEditor: (id) => done.push(`open ${id}`),
    showProject: ({ projectId, connectionId }) => done.push(`project ${projectId} of ${connectionId}`),
  });
  const ofProject = {
    projectId: 'p',
    connectionId: 'c',
    title: 'Harbour lights',
    projectTitle: 'Harbour lights',
  };
  const delivery = { ...ofProject, deliveryId: 'd', folderName: 'Harbour lights_v001' };
  notices.generationFinished({ ...ofProject, state: 'succeeded' } as never);
  notices.deliveryFinished({ ...delivery, state: 'done' } as never);
  notices.deliveryFinished({ ...delivery, state: 'failed' } as never);
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
