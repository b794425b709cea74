// @vitest-environment runes
import { expect, test } from 'vitest';
import { QueueOrder } from '../../../../../src-renderer/state/activity/queue-order.svelte.ts';
import { Transfers } from '../../../../../src-renderer/state/activity/transfers.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf, clientWaitingFor } from '../fake-client.ts';

const arrive = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function queueOf(main: FakeMain): QueueOrder {
  const queue = new QueueOrder({ client: clientOf(main) });
  queue.start();
  return queue;
}

test('the queue holds what waits for its turn, of both directions, in its order', async () => {
  const main = new FakeMain();
  main.activity.addTransfer({ transferId: 'c', place: 30, direction: 'upload' });
  main.activity.addTransfer({ transferId: 'a', place: 10 });
  main.activity.addTransfer({ transferId: 'b', place: 20, state: 'paused' });
  main.activity.addTransfer({ transferId: 'runs', place: 1, state: 'running' });
  main.activity.addTransfer({ transferId: 'ended', place: 2, state: 'done' });
  const queue = queueOf(main);
  await arrive();
  expect(queue.line).toEqual(['a', 'b', 'c']);
  expect([queue.numberOf('c'), queue.numberOf('runs')]).toEqual([3, null]);
});

test('transfers that ended unseen are gone at the next look, and changes made meanwhile are kept', async () => {
  const main = new FakeMain();
  for (const transferId of ['a', 'b', 'c']) main.activity.addTransfer({ transferId });
  const queue = new QueueOrder({ client: clientOf(main) });
  const stop = queue.start();
  await arrive();
  stop();
  main.activity.change('a', { state: 'done' });
  const { client, letGo } = clientWaitingFor(main, 'activity.list');
  const later = new QueueOrder({ client });
  queue.start();
  later.start();
  await arrive();
  expect(queue.line).toEqual(['b', 'c']);
  main.activity.change('b', { state: 'running' });
  main.activity.addTransfer({ transferId: 'd', direction: 'upload' });
  main.activity.change('d', { state: 'paused' });
  letGo[0]?.();
  await arrive();
  letGo[1]?.();
  await arrive();
  expect([later.line, queue.line]).toEqual([
    ['c', 'd'],
    ['c', 'd'],
  ]);
});

test('a queue that cannot be read stays as it was known', async () => {
  const main = new FakeMain();
  main.activity.addTransfer({ transferId: 'a' });
  const queue = queueOf(main);
  await arrive();
  main.failNext('activity.list', new AppError('service_unreachable', 'No answer.'));
  await queue.refresh();
  expect(queue.line).toEqual(['a']);
});

test('more than one page of it is read', async () => {
  const main = new FakeMain();
  for (let count = 0; count < 450; count += 1) main.activity.addTransfer({ direction: 'upload' });
  const queue = queueOf(main);
  await arrive();
  await arrive();
  expect(queue.line).toHaveLength(450);
});

test('it follows changes without being read again', async () => {
  const main = new FakeMain();
  for (const transferId of ['a', 'b', 'c']) main.activity.addTransfer({ transferId });
  const queue = queueOf(main);
  await arrive();
  const calls = main.calls.length;
  main.activity.change('a', { state: 'running' });
  main.activity.change('c', { place: 0 });
  expect(queue.line).toEqual(['c', 'b']);
  main.activity.change('a', { state: 'paused' });
  expect(queue.line).toEqual(['c', 'a', 'b']);
  expect(main.calls).toHaveLength(calls);
});

test('keys pressed faster than main answers each move it from where the one before left it', async () => {
  const main = new FakeMain();
  for (const transferId of ['a', 'b', 'c']) main.activity.addTransfer({ transferId });
  const transfers = new Transfers({ client: clientOf(main) });
  transfers.queue.start();
  await arrive();
  const release = main.hold('transfer.move');
  const moves = [transfers.move('c', 'up'), transfers.move('c', 'down'), transfers.move('a', 'down')];
  release();
  expect(await Promise.all(moves)).toEqual([true, true, true]);
  expect(transfers.queue.line).toEqual(['b', 'a', 'c']);
});

test('a transfer is moved before the one that is to follow it, and not where it stands already', async () => {
  const main = new FakeMain();
  for (const transferId of ['a', 'b', 'c', 'd']) main.activity.addTransfer({ transferId });
  const transfers = new Transfers({ client: clientOf(main) });
  transfers.queue.start();
  await arrive();
  const order = (): string => transfers.queue.line.join('');
  expect(await transfers.move('c', 'up')).toBe(true);
  expect(order()).toBe('acbd');
  expect(await transfers.move('a', 'down')).toBe(true);
  expect(order()).toBe('cabd');
  expect(await transfers.move('d', 'first')).toBe(true);
  expect(order()).toBe('dcab');
  expect(await transfers.move('c', 'last')).toBe(true);
  expect(order()).toBe('dabc');
  expect([await transfers.move('d', 'up'), await transfers.move('c', 'down')]).toEqual([false, false]);
  expect([await transfers.move('b', 'down'), order()]).toEqual([true, 'dacb']);
});

test('totals are mirrored, and pausing all is reported at once', async () => {
  const main = new FakeMain();
  const { transferId } = main.activity.addTransfer({ state: 'running', totalBytes: 10 });
  const transfers = new Transfers({ client: clientOf(main) });
  const stop = transfers.start();
  await arrive();
  expect(transfers.totals).toMatchObject({ runningCount: 1, totalBytes: 10, isPaused: false });
  main.activity.change(transferId, { doneBytes: 4 });
  expect(transfers.totals.doneBytes).toBe(4);
  await transfers.pauseAll(true);
  expect(transfers.totals.isPaused).toBe(true);
  await transfers.pauseAll(false);
  expect(transfers.totals.isPaused).toBe(false);
  stop();
  main.activity.change(transferId, { doneBytes: 9 });
  expect(transfers.totals.doneBytes).toBe(4);
});
