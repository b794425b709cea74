// @vitest-environment runes
import { expect, test } from 'vitest';
import { activityTitleOf } from '../../../../../src-renderer/state/activity/activity-item.ts';
import { Activity } from '../../../../../src-renderer/state/activity/activity.svelte.ts';
import type { AppClient } from '../../../../../src-renderer/state/foundation/app-client.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf } from '../fake-client.ts';

/** Waits until all pending messages have arrived. */
const arrive = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function activityOf(client: AppClient): Activity {
  const activity = new Activity({ client, activeConnectionId: () => 'local', onChange: () => undefined });
  activity.start();
  return activity;
}

async function shown(main: FakeMain, first = 0, last = 20): Promise<Activity> {
  const activity = activityOf(clientOf(main));
  activity.show(first, last);
  await arrive();
  return activity;
}

const titleAt = (activity: Activity, index: number): string | null => {
  const item = activity.at(index);
  return item ? activityTitleOf(item) : null;
};
const listCalls = (main: FakeMain): number => main.calls.filter((name) => name === 'activity.list').length;

test('of a hundred thousand rows only the pages around what is in sight are read', async () => {
  const main = new FakeMain();
  main.activity.addEnded(100_000);
  const activity = await shown(main);
  expect([activity.totalCount, listCalls(main)]).toEqual([100_000, 1]);
  expect([titleAt(activity, 99), titleAt(activity, 100)]).toEqual(['clip 000099.mp4', null]);
  activity.show(50_040, 50_060);
  await arrive();
  expect(titleAt(activity, 50_050)).toBe('clip 050050.mp4');
  activity.show(99_980, 99_999);
  await arrive();
  expect(titleAt(activity, 99_999)).toBe('clip 099999.mp4');
  expect(listCalls(main)).toBe(3);
});

test('pages far from what is in sight are dropped, and read again when they come back', async () => {
  const main = new FakeMain();
  main.activity.addEnded(10_000);
  const activity = await shown(main);
  for (let first = 0; first < 6_000; first += 100) {
    activity.show(first, first + 20);
    await arrive();
  }
  expect(titleAt(activity, 0)).toBeNull();
  activity.show(0, 20);
  await arrive();
  expect(titleAt(activity, 0)).toBe('clip 000000.mp4');
});

test('a changed row is put in its place without reading the list again', async () => {
  const main = new FakeMain();
  const { transferId } = main.activity.addTransfer({ displayName: 'a.mov', state: 'running' });
  const activity = await shown(main);
  main.activity.change(transferId, { doneBytes: 5 });
  expect(activity.at(0)?.record).toMatchObject({ doneBytes: 5 });
  expect(listCalls(main)).toBe(1);
});

test('where rows moved, what is in sight is read again, once for any number of changes meanwhile', async () => {
  const main = new FakeMain();
  const ids = ['a', 'b', 'c'].map(
    (displayName) => main.activity.addTransfer({ displayName, state: 'running' }).transferId,
  );
  const activity = await shown(main);
  for (const id of ids) main.activity.change(id, { state: 'done' });
  main.activity.addTransfer({ displayName: 'd' });
  main.activity.tellReordered();
  await arrive();
  await arrive();
  expect([activity.counts, titleAt(activity, 0)]).toEqual([
    { open: 1, done: 3, failed: 0, cancelled: 0 },
    'd',
  ]);
  expect(listCalls(main)).toBe(3);
});

test('a change that arrives while a page is on its way is newer than the page', async () => {
  const main = new FakeMain();
  const { transferId } = main.activity.addTransfer({ doneBytes: 1 });
  const client = clientOf(main);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const slow = {
    ...client,
    call: async (...input: Parameters<AppClient['call']>) => {
      const answer = await client.call(...input);
      await promise;
      return answer;
    },
  } as AppClient;
  const activity = activityOf(slow);
  activity.show(0, 10);
  await arrive();
  main.activity.change(transferId, { doneBytes: 2 });
  resolve(undefined);
  await arrive();
  expect(activity.at(0)?.record).toMatchObject({ doneBytes: 2 });
});

test('an answer to an earlier filter is thrown away', async () => {
  const main = new FakeMain();
  for (const displayName of ['night', 'day']) main.activity.addTransfer({ displayName });
  const activity = await shown(main);
  activity.change({ search: 'n' });
  activity.change({ search: 'da' });
  await arrive();
  expect([activity.totalCount, titleAt(activity, 0), activity.isFiltered]).toEqual([1, 'day', true]);
  activity.resetFilter();
  await arrive();
  expect([activity.totalCount, activity.isFiltered]).toEqual([2, false]);
});

test('rows of a filter are pending until none of another is left, in whatever order their pages come', async () => {
  const main = new FakeMain();
  main.activity.addTransfer({ displayName: 'a.mov' });
  const client = clientOf(main);
  const first = Promise.withResolvers<undefined>();
  let isSlow = false;
  const uneven = {
    ...client,
    call: async (...input: Parameters<AppClient['call']>) => {
      const answer = await client.call(...input);
      if (isSlow && (input[1] as { offset?: number }).offset === 0) await first.promise;
      return answer;
    },
  } as AppClient;
  const activity = activityOf(uneven);
  activity.show(0, 10);
  await arrive();
  isSlow = true;
  activity.change({ search: 'nothing of that name' });
  await arrive();
  expect([activity.isPending, titleAt(activity, 0)]).toEqual([true, 'a.mov']);
  first.resolve(undefined);
  await arrive();
  expect([activity.isPending, titleAt(activity, 0)]).toEqual([false, null]);
});

test('a list that cannot be read says so, and is there when it can', async () => {
  const main = new FakeMain();
  main.failNext('activity.list', new AppError('internal', 'x'));
  const activity = await shown(main);
  expect([activity.state, activity.error?.code]).toEqual(['failed', 'internal']);
  activity.refresh();
  await arrive();
  expect([activity.state, activity.error]).toEqual(['ready', null]);
});

test('the selection stays with its rows when they move', async () => {
  const main = new FakeMain();
  const old = main.activity.addTransfer({ displayName: 'old', createdAt: 10, state: 'running' });
  main.activity.addTransfer({ displayName: 'new', createdAt: 20, state: 'running' });
  const activity = await shown(main);
  const { selection } = activity;
  selection.pick(0, 'only');
  expect([selection.single && activityTitleOf(selection.single), selection.activeIndex]).toEqual(['new', 0]);
  selection.pick(1, 'only');
  main.activity.addTransfer({ displayName: 'newest', createdAt: 30 });
  main.activity.tellReordered();
  await arrive();
  expect([selection.single && activityTitleOf(selection.single), selection.activeIndex]).toEqual(['old', 2]);
  main.activity.change(old.transferId, { doneBytes: 7 });
  expect(selection.single?.record).toMatchObject({ doneBytes: 7 });
});

test('rows are selected by range, beside each other, and as soon as they are there', async () => {
  const main = new FakeMain();
  main.activity.addEnded(5_000);
  const activity = await shown(main);
  const { selection } = activity;
  selection.pick(4, 'only');
  selection.pick(7, 'range');
  expect(selection.items.length).toBe(4);
  selection.pick(2, 'range');
  expect(selection.items.map(activityTitleOf)).toEqual(
    [2, 3, 4].map((number) => `clip 00000${String(number)}.mp4`),
  );
  selection.pick(3, 'toggle');
  selection.pick(9, 'toggle');
  expect(selection.items.length).toBe(3);
  selection.pick(4_999, 'only');
  expect([selection.activeIndex, selection.items.length]).toEqual([4_999, 3]);
  await arrive();
  expect(selection.items.map(activityTitleOf)).toEqual(['clip 004999.mp4']);
  selection.pick(0, 'range');
  await arrive();
  await arrive();
  expect(selection.items.length).toBe(1_000);
});

test('a row that is not at hand is selected though rows move while it is read', async () => {
  const main = new FakeMain();
  main.activity.addEnded(5_000);
  const activity = await shown(main);
  const release = main.hold('activity.list');
  activity.selection.pick(4_999, 'only');
  await arrive();
  main.activity.tellReordered();
  release();
  await arrive();
  await arrive();
  expect(activity.selection.items.map(activityTitleOf)).toEqual(['clip 004999.mp4']);
});

test('clearing takes what ended out of the list and out of the selection', async () => {
  const main = new FakeMain();
  main.activity.addTransfer({ state: 'done' });
  main.activity.addTransfer({ state: 'running' });
  const activity = await shown(main);
  activity.selection.pick(0, 'only');
  activity.selection.pick(1, 'range');
  const { count, undo } = await activity.clear();
  expect(count).toBe(1);
  await arrive();
  expect([activity.totalCount, activity.selection.items.length]).toEqual([1, 1]);
  await undo();
  await arrive();
  expect(activity.totalCount).toBe(2);
});
