import { expect, onTestFinished, test } from 'vitest';
import { createQueue, Hand, orderOf } from '../../../../fakes/features/queue-fixture.ts';
import { openStore } from '../../../../fakes/main-fixture.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

/** Starts a transfer of 100 bytes. `move` transfers some of them within a second. */
async function begin() {
  const clock = new TurnedClock();
  const { queue } = await createQueue(await openStore(clock), clock);
  const hand = new Hand();
  void queue.run(orderOf('a', hand), new AbortController().signal).catch(() => undefined);
  await settle();
  const transferId = queue.find('test:a')?.transferId ?? '';
  const move = async (bytes: number): Promise<void> => {
    for (let step = 1; step <= 50; step += 1) {
      hand.context.progress((bytes * step) / 50, 100);
      await clock.advance(20);
    }
  };
  return { clock, queue, hand, transferId, move, shown: () => queue.shown(queue.get(transferId)) };
}

test('a speed is no longer reported when nothing has come for five seconds', async () => {
  const { clock, queue, transferId, move, shown } = await begin();
  await move(50);
  expect(shown().bytesPerSecond).toBeGreaterThan(0);
  const changed: string[] = [];
  onTestFinished(queue.onChange((id) => changed.push(id)));
  await clock.advance(6_000);
  expect(shown()).toMatchObject({ bytesPerSecond: null, secondsLeft: null });
  expect(queue.totals()).toMatchObject({ downBytesPerSecond: 0, secondsLeft: null });
  expect(changed).toEqual([transferId]);
});

test('a speed is no longer reported once all bytes are there and the service prepares them', async () => {
  const { queue, hand, move, shown } = await begin();
  await move(100);
  hand.context.checkpoint({ state: 'processing' });
  expect(shown()).toMatchObject({ doneBytes: 100, bytesPerSecond: null });
  expect(queue.totals()).toMatchObject({ downBytesPerSecond: 0 });
});
