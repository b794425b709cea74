import { expect, test } from 'vitest';
import { cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { createQueue, Hand, orderOf } from '../../../../fakes/features/queue-fixture.ts';
import { openStore } from '../../../../fakes/main-fixture.ts';
import { settle, SleepyClock } from '../../../../fakes/turned-clock.ts';

const refused = new AppError('rate_limited', 'Later.', { details: { retryAfterSeconds: 1_800 } });

/** Starts a transfer that is refused for half an hour. */
async function createRefused() {
  const clock = new SleepyClock();
  const { queue } = await createQueue(await openStore(clock), clock);
  queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
  const hand = new Hand();
  const ended = queue.run(orderOf('a', hand), new AbortController().signal).catch((error: unknown) => error);
  await settle();
  hand.fail(refused);
  await settle();
  const record = () => queue.shown(queue.get(queue.find('test:a')?.transferId ?? ''));
  return { clock, queue, hand, ended, record, id: record().transferId };
}

test('the next window of a rate limit is waited for as long as the service asks, however often', async () => {
  const { clock, queue, hand, record } = await createRefused();
  const next = new Hand();
  void queue.run(orderOf('next', next), new AbortController().signal);
  await settle();
  next.done();
  for (let round = 1; round <= 6; round += 1) {
    await clock.advance(1_799_000);
    expect(record()).toMatchObject({
      state: 'waiting',
      waitingFor: 'rate_window',
      error: { code: 'rate_limited' },
    });
    expect(hand.count).toBe(round);
    await clock.advance(2_000);
    expect(record()).toMatchObject({ state: 'running', waitingFor: null, error: null });
    expect(hand.count).toBe(round + 1);
    expect(await hand.context.retry(refused, 0)).toBe(false);
    hand.fail(refused);
    await settle();
  }
});

test('the next window is not waited for again after a sleep in which it began', async () => {
  const { clock, hand } = await createRefused();
  await clock.advance(60_000);
  clock.sleptMs = 8 * 3_600_000;
  await clock.advance(30_000);
  expect(hand.count).toBe(2);
});

test('the wait for a rate window can be paused and cancelled', async () => {
  const { clock, queue, hand, ended, record, id } = await createRefused();
  queue.pause(id);
  await clock.advance(3_600_000);
  expect([record().state, hand.count]).toEqual(['paused', 1]);
  queue.resume(id);
  await settle();
  hand.fail(refused);
  await settle();
  expect(record().waitingFor).toBe('rate_window');
  expect(await queue.cancel(id)).toMatchObject({ state: 'cancelled' });
  expect(await ended).toBe(cancelledByUser);
});

test('a refusal that names no time is tried again a few times', async () => {
  const { clock, hand, ended } = await createRefused();
  await clock.advance(1_801_000);
  const unnamed = new AppError('rate_limited', 'Later.');
  for (let round = 0; round < 5; round += 1) {
    hand.fail(unnamed);
    await clock.advance(60_000);
  }
  expect(await ended).toBe(unnamed);
  expect(hand.count).toBe(6);
});
