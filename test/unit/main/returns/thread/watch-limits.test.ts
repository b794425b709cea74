import { expect, test } from 'vitest';
import { watchLimits } from '../../../../../src-main/returns/thread/thread-call.ts';
import { TurnedClock } from '../../../../fakes/turned-clock.ts';

/** Watches work that is busy for a part of the time. */
async function exceededIn(ms: number, busyShare: number, usedBytes = 0): Promise<readonly string[]> {
  const clock = new TurnedClock();
  const exceeded: string[] = [];
  const startedMs = clock.monotonicMs();
  const thread = {
    get busyMs(): number {
      return 5_000 + (clock.monotonicMs() - startedMs) * busyShare;
    },
    usedMemoryBytes: () => Promise.resolve(usedBytes),
  };
  const limits = { workMs: 1_000, wholeMs: 3_000, memoryBytes: 1_000_000 };
  const end = watchLimits(thread, limits, clock, (limit) => exceeded.push(limit));
  for (let passed = 0; passed < ms; passed += 250) await clock.advance(250);
  end();
  await clock.advance(60_000);
  return exceeded;
}

test('Tells work that takes too long or too much memory from a drive that does not respond, once', async () => {
  expect(await exceededIn(10_000, 1)).toEqual(['work']);
  expect(await exceededIn(10_000, 0.1)).toEqual(['drive']);
  expect(await exceededIn(10_000, 0.1, 1_000_001)).toEqual(['memory']);
});

test('Tells nothing of work that ends in time', async () => {
  expect(await exceededIn(750, 1)).toEqual([]);
  expect(await exceededIn(2_500, 0.3, 1_000_000)).toEqual([]);
});
