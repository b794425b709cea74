// @vitest-environment runes
import { expect, test } from 'vitest';
import { ActivityWork } from '../../../../../src-renderer/screens/activity/activity-work.svelte.ts';
import type { AppState } from '../../../../../src-renderer/state/app-state.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import type { ActivityFilter } from '../../../../../src-shared/contract/activity.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { appOf } from '../../state/fake-app.ts';

/** Returns the app on Activity with all rows of a filter selected. */
async function allSelected(main: FakeMain, filter: Partial<ActivityFilter>): Promise<AppState> {
  const app = await appOf(main);
  app.navigation.isTrayOpen = true;
  app.activity.start();
  app.activity.change(filter);
  await expect.poll(() => app.activity.isPending).toBe(false);
  app.activity.selection.pick(0, 'only');
  app.activity.selection.pick(app.activity.totalCount - 1, 'range');
  return app;
}

const retriesOf = ({ calls }: FakeMain): readonly string[] => calls.filter((name) => name.endsWith('.retry'));

test('a retry of a generation with its uploads starts the generation once, and every other upload', async () => {
  const main = new FakeMain();
  const { generationId: id, title } = main.generations.add({ title: 'Harbour', state: 'failed' });
  const generation = { kind: 'generation', id, title } as const;
  for (const owner of [generation, generation, generation, null, null])
    main.activity.addTransfer({ direction: 'upload', owner, state: 'failed' });
  const app = await allSelected(main, { status: 'failed' });
  expect(app.activity.selection.items).toHaveLength(6);
  await new ActivityWork({ app, text: englishMessages.text }).run('retry');
  expect(retriesOf(main).toSorted()).toEqual(['generation.retry', 'transfer.retry', 'transfer.retry']);
});

test('a retry of several downloads of one delivery starts the delivery once', async () => {
  const main = new FakeMain();
  const { deliveryId: id } = main.deliveries.add({
    projectId: 'prj_0000',
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
    state: 'failed',
  });
  const owner = { kind: 'delivery', id, title: 'Harbour' } as const;
  for (let count = 0; count < 2; count += 1)
    main.activity.addTransfer({ direction: 'download', owner, state: 'failed' });
  const app = await allSelected(main, { what: 'downloads', status: 'failed' });
  expect(app.activity.selection.items).toHaveLength(2);
  await new ActivityWork({ app, text: englishMessages.text }).run('retry');
  expect(retriesOf(main)).toEqual(['delivery.retry']);
});

test.for(['done', 'failed'] as const)(
  'a cancel of a transfer that has become %s is told with its name',
  async (state) => {
    const main = new FakeMain();
    const { transferId } = main.activity.addTransfer({ displayName: 'a.mov', state: 'running' });
    const app = await allSelected(main, { status: 'open' });
    const work = new ActivityWork({ app, text: englishMessages.text });
    await work.cancel();
    expect(work.asked).toHaveLength(1);
    main.activity.change(transferId, { state });
    main.failNext('transfer.cancel', new AppError('conflict', 'It has ended already.'));
    await work.answer(true);
    const end = { done: 'was already finished', failed: 'had already failed' }[state];
    expect(app.toasts.list.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([`info: “a.mov” ${end}.`]);
  },
);

test('after a move in the queue, what ends is spoken again', async () => {
  const main = new FakeMain();
  for (const displayName of ['a.mov', 'b.mov'])
    main.activity.addTransfer({ direction: 'upload', displayName });
  const app = await allSelected(main, { status: 'open' });
  app.transfers.queue.start();
  await expect.poll(() => app.transfers.queue.line.length).toBe(2);
  app.activity.selection.pick(0, 'only');
  const work = new ActivityWork({ app, text: englishMessages.text });
  if (!work.queued) throw new Error('The selected row is in the queue.');
  const { transferId, displayName: title } = work.queued;
  await work.move(app.transfers.queue.numberOf(transferId) === 1 ? 'down' : 'up');
  const moved = app.activityNews.spoken;
  expect(moved).toContain(title);
  for (const state of ['running', 'failed'] as const) main.activity.change(transferId, { state });
  expect(app.activityNews.spoken).not.toBe(moved);
  expect(app.activityNews.spoken).toContain(title);
});
