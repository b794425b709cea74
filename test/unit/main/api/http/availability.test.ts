import { expect, onTestFinished, test } from 'vitest';
import { Availability } from '../../../../../src-main/api/http/availability.ts';
import { appIsClosing, cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import { AppError, type ErrorCode } from '../../../../../src-shared/app-error.ts';
import { KeptLog } from '../../../../fakes/main-fixture.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
const failure = (code: ErrorCode, status?: number) =>
  new AppError(code, code, status === undefined ? {} : { details: { status } });

function create() {
  const clock = new TurnedClock();
  const availability = new Availability({ clock, log: new KeptLog(), random: () => 1 });
  onTestFinished(() => availability.dispose());
  let outcome: unknown = failure('service_unreachable');
  const probes: number[] = [];
  availability.start(async () => {
    probes.push(clock.monotonicMs());
    await Promise.resolve();
    availability.noteOutcome(outcome);
    if (outcome !== null) throw outcome as Error;
  });
  return {
    clock,
    availability,
    probes,
    setOutcome: (next: unknown) => {
      outcome = next;
    },
  };
}

test('it counts as online until a request fails, and says why it is not', async () => {
  const { availability } = create();
  await availability.whenReady(forever);
  const states: string[] = [];
  availability.onChange((state) => states.push(state));
  const error = failure('network_sign_in', 200);
  availability.noteOutcome(error);
  expect(availability.error).toBe(error);
  availability.noteOutcome(null);
  availability.noteOutcome(null);
  expect(states).toEqual(['offline', 'online']);
  expect(availability.error).toBeNull();
});

test.each<[ErrorCode, number | undefined, string]>([
  ['service_unreachable', undefined, 'offline'],
  ['service_stopped', undefined, 'offline'],
  ['network_sign_in', 511, 'offline'],
  ['signed_out', undefined, 'signed_out'],
  ['unauthorized', 401, 'signed_out'],
  ['sign_in_expired', undefined, 'signed_out'],
  ['keychain_locked', undefined, 'signed_out'],
  ['service_failed', 500, 'online'],
  ['insufficient_credits', 429, 'online'],
  ['not_found', 404, 'online'],
  ['cancelled', undefined, 'online'],
  ['service_answer_unreadable', 200, 'online'],
])('%s (%s) leaves it %s', (code, status, state) => {
  const { availability } = create();
  availability.noteOutcome(failure(code, status));
  expect(availability.state).toBe(state);
});

test('a refusal made up here is no sign of the service', () => {
  const { availability } = create();
  availability.noteOutcome(failure('service_unreachable'));
  availability.noteOutcome(failure('rate_limited'));
  expect(availability.state).toBe('offline');
  availability.noteOutcome(failure('rate_limited', 429));
  expect(availability.state).toBe('online');
});

test('a failing service answers, but nobody is signed in by that', () => {
  const { availability } = create();
  availability.noteOutcome(failure('signed_out'));
  availability.noteOutcome(failure('service_failed', 502));
  expect(availability.state).toBe('signed_out');
  availability.noteOutcome(failure('service_unreachable'));
  availability.noteOutcome(failure('service_failed', 502));
  expect(availability.state).toBe('online');
});

test('an offline service is called after 2 s, 4 s, … and every minute at last', async () => {
  const { clock, availability, probes } = create();
  availability.noteOutcome(failure('service_unreachable'));
  await clock.advance(300_000);
  const pauses = probes.map((ms, index) => ms - (probes[index - 1] ?? 0));
  expect(pauses.slice(0, 5)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
  expect(new Set(pauses.slice(5))).toEqual(new Set([60_000]));
});

test('work that waits goes on when the service answers again', async () => {
  const { clock, availability, setOutcome } = create();
  availability.noteOutcome(failure('service_unreachable'));
  let isReady = false;
  const ready = availability.whenReady(forever).then(() => {
    isReady = true;
  });
  await clock.advance(10_000);
  expect(isReady).toBe(false);
  setOutcome(null);
  await clock.advance(10_000);
  await ready;
  expect(availability.state).toBe('online');
  expect(clock.waiting).toBe(0);
});

test('a look on purpose calls at once and starts the short pauses again', async () => {
  const { clock, availability, probes } = create();
  availability.noteOutcome(failure('service_unreachable'));
  await clock.advance(40_000);
  const before = probes.length;
  availability.lookNow();
  await settle();
  expect(probes).toHaveLength(before + 1);
  await clock.advance(2_000);
  expect(probes).toHaveLength(before + 2);
});

test('somebody signed out is not called for, but asked once after a sign-in', async () => {
  const { clock, availability, probes, setOutcome } = create();
  availability.noteOutcome(failure('signed_out'));
  await clock.advance(600_000);
  expect(probes).toHaveLength(0);
  await availability.whenReachable(forever);
  setOutcome(null);
  availability.lookNow();
  await availability.whenReady(forever);
  expect(probes).toHaveLength(1);
});

test('a credential that was refused is tried again after a minute, two minutes, … and every hour at last', async () => {
  const { clock, availability, probes, setOutcome } = create();
  setOutcome(failure('unauthorized', 401));
  availability.noteOutcome(failure('unauthorized', 401));
  await clock.advance(6 * 3_600_000);
  const minutes = probes.map((ms, index) => (ms - (probes[index - 1] ?? 0)) / 60_000);
  expect(minutes.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
  expect(new Set(minutes.slice(6))).toEqual(new Set([60]));
  setOutcome(null);
  await clock.advance(3_600_000);
  expect(availability.state).toBe('online');
  expect(clock.waiting).toBe(0);
});

test('a request after a refusal does not wait for its long pauses', async () => {
  const { clock, availability, probes } = create();
  availability.noteOutcome(failure('unauthorized', 401));
  await clock.advance(10_000);
  availability.noteOutcome(failure('service_unreachable'));
  await clock.advance(1_000);
  expect(probes).toEqual([10_000]);
  await clock.advance(2_000);
  expect(probes).toEqual([10_000, 12_000]);
  availability.noteOutcome(failure('unauthorized', 401));
  await clock.advance(10_000);
  availability.noteOutcome(failure('signed_out'));
  const before = probes.length;
  await clock.advance(3_600_000);
  expect(probes).toHaveLength(before);
  availability.lookNow();
  await settle();
  expect(probes).toHaveLength(before + 1);
});

test('a probe that finds the service gone after a sign-in keeps calling', async () => {
  const { clock, availability, probes } = create();
  availability.noteOutcome(failure('signed_out'));
  availability.lookNow();
  await clock.advance(7_000);
  expect(availability.state).toBe('offline');
  expect(probes).toHaveLength(3);
});

test('waiting ends with the signal, and with the app', async () => {
  const { availability } = create();
  availability.noteOutcome(failure('service_unreachable'));
  const stopper = new AbortController();
  const called = availability.whenReady(stopper.signal);
  const closing = availability.whenReady(forever);
  stopper.abort(cancelledByUser);
  await expect(called).rejects.toBe(cancelledByUser);
  const disposed = availability.dispose();
  await expect(closing).rejects.toBe(appIsClosing);
  await disposed;
});
