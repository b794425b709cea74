import { expect, test } from 'vitest';
import { cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import { BandwidthLimit } from '../../../../../src-main/transfers/queue/bandwidth-limit.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;

function create(bytesPerSecond: number | null) {
  const clock = new TurnedClock();
  const limit = new BandwidthLimit({ clock });
  limit.set(bytesPerSecond);
  let moved = 0;
  const move = async (bytes: number, pieces: number): Promise<void> => {
    for (let piece = 0; piece < pieces; piece += 1) {
      await limit.take(bytes, forever);
      moved += bytes;
    }
  };
  return { clock, limit, move, moved: () => moved };
}

test('all transfers together keep to the limit, whatever the size of what they ask for', async () => {
  const { clock, move, moved } = create(1_000_000);
  void Promise.all([move(64_000, 10_000), move(1_000_000, 10_000), move(7, 100_000)]);
  await clock.advance(60_000);
  expect(moved()).toBeGreaterThan(58_000_000);
  expect(moved()).toBeLessThan(62_500_000);
});

test('without a limit nothing waits, and lifting one frees those that wait', async () => {
  const { clock, limit, move, moved } = create(null);
  await move(1_000_000_000, 10);
  expect(clock.pauses).toEqual([]);
  limit.set(50_000);
  void move(1_000_000, 100);
  await settle();
  expect(moved()).toBeLessThan(10_000_000_000 + 3_000_000);
  limit.set(null);
  await settle();
  expect(moved()).toBe(10_000_000_000 + 100_000_000);
});

test('a cancelled transfer makes room for the next', async () => {
  const { clock, limit } = create(1_000);
  await limit.take(10_000, forever);
  const stopper = new AbortController();
  const stopped = limit.take(1_000_000, stopper.signal);
  const next = limit.take(1, forever);
  stopper.abort(cancelledByUser);
  await expect(stopped).rejects.toBe(cancelledByUser);
  await clock.advance(10_100);
  await next;
});
