import { expect, test } from 'vitest';
import { StallGuard } from '../../../../../../src-main/transfers/bundle/unpack/stall-guard.ts';
import { TurnedClock } from '../../../../../fakes/turned-clock.ts';

function watch() {
  const clock = new TurnedClock();
  const stalls: number[] = [];
  const guard = new StallGuard(clock, 60_000, () => stalls.push(clock.monotonicMs()));
  return { clock, stalls, guard };
}

test('a minute without news is a stall', async () => {
  const { clock, stalls } = watch();
  await clock.advance(59_999);
  expect(stalls).toEqual([]);
  await clock.advance(1);
  expect(stalls).toEqual([60_000]);
});

test('any news starts the minute again', async () => {
  const { clock, stalls, guard } = watch();
  await clock.advance(50_000);
  guard.noteProgress();
  await clock.advance(50_000);
  expect(stalls).toEqual([]);
  await clock.advance(10_000);
  expect(stalls).toEqual([110_000]);
});

test('after its end it neither waits nor wakes up by late news', async () => {
  const { clock, stalls, guard } = watch();
  guard.end();
  guard.noteProgress();
  expect(clock.waiting).toBe(0);
  await clock.advance(120_000);
  expect(stalls).toEqual([]);
});
