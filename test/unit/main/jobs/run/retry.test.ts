import { expect, test } from 'vitest';
import { Availability } from '../../../../../src-main/api/http/availability.ts';
import { waitToRetry } from '../../../../../src-main/jobs/run/retry.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { KeptLog } from '../../../../fakes/main-fixture.ts';
import { SleepyClock } from '../../../../fakes/turned-clock.ts';

const refused = new AppError('rate_limited', 'Later.', { details: { retryAfterSeconds: 3_000 } });

/** Begins the wait for a retry after a refusal for 50 minutes. */
function startWaiting() {
  const clock = new SleepyClock();
  const availability = new Availability({ clock, log: new KeptLog() });
  const stopper = new AbortController();
  const state = { isOver: false };
  const ended = waitToRetry(refused, 0, { availability, clock }, stopper.signal).then(
    () => (state.isOver = true),
    (error: unknown) => error,
  );
  return { clock, stopper, state, ended };
}

test('a retry is made once the pause that the service asked for is over, and not before', async () => {
  const { clock, state } = startWaiting();
  await clock.advance(2_999_000);
  expect(state.isOver).toBe(false);
  await clock.advance(2_100);
  expect(state.isOver).toBe(true);
});

test('a retry whose time came while the computer slept is made within half a minute of waking', async () => {
  const { clock, state } = startWaiting();
  await clock.advance(60_000);
  clock.sleptMs = 8 * 3_600_000;
  await clock.advance(30_000);
  expect(state.isOver).toBe(true);
});

test('a clock set back does not make the pause longer', async () => {
  const { clock, state } = startWaiting();
  await clock.advance(60_000);
  clock.sleptMs = -8 * 3_600_000;
  await clock.advance(2_942_000);
  expect(state.isOver).toBe(true);
});

test('a long pause ends when its work is stopped', async () => {
  const { clock, stopper, ended } = startWaiting();
  await clock.advance(100_000);
  const stopped = new AppError('cancelled', 'Stopped.');
  stopper.abort(stopped);
  expect(await ended).toBe(stopped);
  expect(clock.waiting).toBe(0);
});
