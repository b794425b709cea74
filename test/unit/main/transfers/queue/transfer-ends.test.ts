import { expect, test } from 'vitest';
import { cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import type { TransferOutcome } from '../../../../../src-main/transfers/queue/transfer-order.ts';
import { createQueue, Hand, orderOf } from '../../../../fakes/features/queue-fixture.ts';
import { openStore } from '../../../../fakes/main-fixture.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;

test.each(['a', 'b'])(
  'cancelling %s on a full disk is no success, holds, and is saved at the latest at quit',
  async (name) => {
    const clock = new TurnedClock();
    const state = await openStore(clock);
    const { queue, repository } = await createQueue(state, clock);
    queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
    const ended = ['a', 'b'].map((each) =>
      queue.run(orderOf(each, new Hand()), forever).catch((error: unknown) => error),
    );
    await settle();
    const id = queue.find(`test:${name}`)?.transferId ?? '';
    state.database.exec(
      "CREATE TEMP TRIGGER full BEFORE UPDATE ON transfers BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    await expect(queue.cancel(id)).rejects.toThrow('no room');
    expect(await ended[name === 'a' ? 0 : 1]).toBe(cancelledByUser);
    expect(queue.get(id).state).toBe('cancelled');
    expect(repository.get(id)?.state).not.toBe('cancelled');
    state.database.exec('DROP TRIGGER full');
    await queue.dispose();
    expect(repository.get(id)?.state).toBe('cancelled');
  },
);

test('cancelling one whose drive never answers ends it, and gives its turn to the next', async () => {
  const clock = new TurnedClock();
  const { queue } = await createQueue(await openStore(clock), clock);
  queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
  const hung = Promise.withResolvers<TransferOutcome>();
  const ended = queue
    .run(orderOf('hung', new Hand(), { perform: () => hung.promise }), forever)
    .catch((error: unknown) => error);
  await settle();
  const next = new Hand();
  const done = queue.run(orderOf('next', next), forever);
  const cancelled = queue.cancel(queue.find('test:hung')?.transferId ?? '');
  await settle();
  await clock.advance(20_000);
  expect((await cancelled).state).toBe('cancelled');
  expect(await ended).toBe(cancelledByUser);
  await settle();
  next.done();
  expect((await done).sizeBytes).toBe(100);
  // The abandoned transfer stays cancelled when the drive returns.
  hung.resolve({ sizeBytes: 100, sha256: 'ab'.repeat(32), fileId: null });
  await settle();
  expect(queue.find('test:hung')?.state).toBe('cancelled');
});

test('one that goes on after a restart needs no room on the disk to begin', async () => {
  const clock = new TurnedClock();
  const state = await openStore(clock);
  const { queue } = await createQueue(state, clock);
  const left = queue.run(orderOf('a', new Hand()), forever).catch(() => undefined);
  await settle();
  await queue.dispose();
  await left;
  const { queue: again, repository, log } = await createQueue(state, clock);
  state.database.exec(
    "CREATE TEMP TRIGGER full BEFORE UPDATE ON transfers BEGIN SELECT RAISE(ABORT, 'no room'); END",
  );
  const hand = new Hand();
  const ended = again.run(orderOf('a', hand, { targetPath: '/elsewhere' }), forever);
  await settle();
  expect(hand.context.record).toMatchObject({ state: 'running', targetPath: '/elsewhere' });
  expect(log.lines.map(({ level }) => level)).toContain('warn');
  state.database.exec('DROP TRIGGER full');
  hand.done();
  await ended;
  expect(repository.list(1, 'test:a')).toMatchObject([{ state: 'done', targetPath: '/elsewhere' }]);
});
