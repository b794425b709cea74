import { expect, onTestFinished, test } from 'vitest';
import { appIsClosing, cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import type { JobKind } from '../../../../../src-main/jobs/schedule/job-ref.ts';
import { requestsPerHour, type RateGroup } from '../../../../../src-shared/api/rate-groups.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';
import { followNoting, SimulatedService } from './simulated-service.ts';

function create(isLocal = false) {
  const service = new SimulatedService();
  const schedule = service.createSchedule(isLocal);
  onTestFinished(() => schedule.dispose());
  return { service, schedule, clock: service.clock };
}

const unreachable = new AppError('service_unreachable', 'Gone.');

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

test.each<[JobKind, string | null]>([
  ['run', null],
  ['tool', null],
  ['export', 'p'],
  ['interchange', null],
  ['remix', 'p'],
  ['message', null],
])('a %s is followed to its end, which is known soon', async (kind, parentId) => {
  const { service, schedule, clock } = create();
  const ref = service.addJob(kind, 30, parentId);
  const { ended, updates } = followNoting(service, schedule, ref);
  await clock.advance(40_000);
  expect(ended.reading).toMatchObject({ ref, status: 'succeeded', progress: 1 });
  expect(updates.at(-1)).toBe(ended.reading);
  expect(ended.delayMs).toBeLessThan(kind === 'message' ? 6_000 : 2_500);
  expect(schedule.followedCount).toBe(0);
  const { length } = service.requests;
  await clock.advance(3_600_000);
  expect(service.requests).toHaveLength(length);
});

test('many jobs of one list are read with one request', async () => {
  const { service, schedule, clock } = create();
  const followed = Array.from({ length: 150 }, () =>
    followNoting(service, schedule, service.addJob('run', 60)),
  );
  await clock.advance(80_000);
  expect(followed.every(({ ended }) => ended.reading?.status === 'succeeded')).toBe(true);
  expect(service.requests.length).toBeLessThan(100);
  expect(median(followed.map(({ ended }) => ended.delayMs))).toBeLessThan(2_500);
});

test('exports of one project are read by its list, one export by itself', async () => {
  const { service, schedule, clock } = create();
  for (let index = 0; index < 3; index += 1) {
    followNoting(service, schedule, service.addJob('export', 3_600, 'many'));
  }
  const { updates } = followNoting(service, schedule, service.addJob('export', 3_600, 'one'));
  await clock.advance(60_000);
  expect(updates.length).toBeGreaterThan(5);
  expect(service.requests.filter(({ id }) => id === 'many').length).toBeGreaterThan(5);
  expect(service.requests.filter(({ name, id }) => name === 'listProjectExports' && id === 'one')).toEqual(
    [],
  );
});

test('among many waiting jobs the running one is read by itself, since a list tells no stage', async () => {
  const { service, schedule, clock } = create();
  const { updates } = followNoting(service, schedule, service.addJob('run', 3_600));
  for (let index = 0; index < 6; index += 1)
    followNoting(service, schedule, service.addJob('run', 60, null, 3_600));
  await clock.advance(60_000);
  const [first, ...later] = updates;
  expect(first?.status).toBe('running');
  expect(later.length).toBeGreaterThan(5);
  // The readings of a list leave the stage undefined.
  expect(later.filter(({ stage }) => stage === undefined)).toEqual([]);
  expect(service.countOf('listWorkflowRuns')).toBeGreaterThan(5);
});

test('the time left is told once the progress has moved twice, and the time of waiting does not count', async () => {
  const { service, schedule, clock } = create();
  const { left } = followNoting(service, schedule, service.addJob('run', 100, null, 300));
  await clock.advance(300_000);
  expect(left.map(({ toldMs }) => toldMs)).toEqual(left.map(() => null));
  const { length } = left;
  await clock.advance(95_000);
  const told = left.slice(length).filter(({ toldMs }) => toldMs !== null);
  expect(told.length).toBeGreaterThan(5);
  const ratios = told.map(({ toldMs, realMs }) => (toldMs ?? 0) / realMs).toSorted((a, b) => a - b);
  const late = ratios.filter((ratio) => ratio < 0.5 || ratio > 2);
  expect(late.length / ratios.length).toBeLessThanOrEqual(0.1);
});

test('a waiting job is read as soon as another ends, since the service begins it then', async () => {
  const { service, schedule, clock } = create();
  followNoting(service, schedule, service.addJob('export', 100, 'p'));
  const { updates } = followNoting(service, schedule, service.addJob('run', 60, null, 100));
  await clock.advance(103_000);
  expect(updates.at(-1)?.status).toBe('running');
});

test.each([true, false])(
  'the end of a job lets the speed of the others be measured anew where they share the computer: %s',
  async (isLocal) => {
    const { service, schedule, clock } = create(isLocal);
    const other = followNoting(service, schedule, service.addJob('export', 100, 'p'));
    const { left } = followNoting(service, schedule, service.addJob('run', 1_000));
    await clock.advance(99_000);
    expect(left.at(-1)?.toldMs).not.toBeNull();
    const { length } = left;
    await clock.advance(15_000);
    expect(other.ended.reading?.status).toBe('succeeded');
    expect(left.slice(length).some(({ toldMs }) => toldMs === null)).toBe(isLocal);
    await clock.advance(100_000);
    expect(left.at(-1)?.toldMs).not.toBeNull();
  },
);

/** Keeps `count` long jobs running by replacing each one at its end. */
async function keepRunning(count: number, forMs: number) {
  const { service, schedule, clock } = create();
  const delays: number[] = [];
  const next = (): void => {
    const seconds = 60 + 540 * service.random();
    const ref = service.addJob('run', seconds);
    const signal = new AbortController().signal;
    schedule.follow(ref, { signal, onUpdate: () => undefined }).then(
      () => {
        delays.push(clock.monotonicMs() - service.endOf(ref));
        next();
      },
      () => undefined,
    );
  };
  for (let index = 0; index < count; index += 1) next();
  await clock.advance(forMs);
  return { service, delays };
}

test('a thousand jobs cost no more requests than five hundred, and each is known to end in time', async () => {
  const half = await keepRunning(500, 400_000);
  const all = await keepRunning(1_000, 400_000);
  expect(all.service.requests.length / half.service.requests.length).toBeLessThan(1.1);
  expect(median(half.delays)).toBeLessThan(6_000);
  expect(median(all.delays)).toBeLessThan(10_000);
  expect(Math.max(...all.delays)).toBeLessThan(45_000);
}, 60_000);

test('an hour of polls spends at most 60 % of each window', async () => {
  const { service } = await keepRunning(50, 3_600_000);
  const used = new Map<RateGroup, number>([
    ['workflows.runs.get', service.countOf('getWorkflowRun')],
    ['workflows.runs.list', service.countOf('listWorkflowRuns')],
  ]);
  for (const [group, count] of used) {
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(requestsPerHour[group] * 0.6 + 8);
  }
}, 60_000);

test('when other keys spend the window, the polls slow down and leave the last tenth', async () => {
  const { service, schedule, clock } = create();
  followNoting(service, schedule, service.addJob('interchange', 3_000));
  await clock.advance(60_000);
  service.spend('interchange.get', 2_200);
  await clock.advance(1_200_000);
  const { remaining = 0 } = service.budget.limits().find(({ group }) => group === 'interchange.get') ?? {};
  expect(remaining).toBeGreaterThanOrEqual(250 - 1);
  const { length } = service.requests;
  await clock.advance(600_000);
  expect(service.requests.length - length).toBeLessThan(30);
});

test('a job that vanished is given up after three looks', async () => {
  const { service, schedule, clock } = create();
  for (const kind of ['run', 'remix'] as const) {
    const ref = service.addJob(kind, 600, kind === 'remix' ? 'p' : null);
    const { ended, updates } = followNoting(service, schedule, ref);
    await clock.advance(5_000);
    expect(updates.length).toBeGreaterThan(0);
    service.removeJob(ref);
    const { length } = service.requests;
    await clock.advance(30_000);
    expect(ended.error).toMatchObject({ code: 'not_found' });
    expect(service.requests).toHaveLength(length + 3);
  }
});

test('a job the list does not show is asked for by itself', async () => {
  const { service, schedule, clock } = create();
  const old = followNoting(service, schedule, service.addJob('run', 100));
  for (let index = 0; index < 5_000; index += 1) service.addJob('run', 1);
  const others = Array.from({ length: 5 }, () => followNoting(service, schedule, service.addJob('run', 100)));
  await clock.advance(130_000);
  expect(old.ended.reading?.status).toBe('succeeded');
  expect(old.ended.delayMs).toBeLessThan(10_000);
  expect(others.every(({ ended }) => ended.reading?.status === 'succeeded')).toBe(true);
});

test('a list that cannot be read is done without', async () => {
  const { service, schedule, clock } = create();
  service.failureOf = (name) =>
    name === 'listWorkflowRuns' ? new AppError('service_answer_unreadable', 'A new shape.') : null;
  const followed = Array.from({ length: 6 }, () =>
    followNoting(service, schedule, service.addJob('run', 30)),
  );
  await clock.advance(60_000);
  expect(followed.every(({ ended }) => ended.reading?.status === 'succeeded')).toBe(true);
  expect(service.countOf('listWorkflowRuns')).toBe(1);
});

test('failures of the service are waited out, and those of one job keep no other from being read', async () => {
  const { service, schedule, clock } = create();
  const bad = service.addJob('tool', 60);
  const good = service.addJob('tool', 60);
  service.failureOf = (_name, id) => (id === bad.jobId ? new AppError('service_failed', 'Broken.') : null);
  const badly = followNoting(service, schedule, bad);
  const well = followNoting(service, schedule, good);
  await clock.advance(65_000);
  expect(well.ended.reading?.status).toBe('succeeded');
  expect(badly.ended).toMatchObject({ reading: null, error: null });
  service.failureOf = () => null;
  await clock.advance(31_000);
  expect(badly.ended.reading?.status).toBe('succeeded');
});

test('a job that may not be read ends with the reason', async () => {
  const { service, schedule, clock } = create();
  const forbidden = new AppError('forbidden', 'Of another team.');
  service.failureOf = () => forbidden;
  const { ended } = followNoting(service, schedule, service.addJob('tool', 60));
  await clock.advance(1_000);
  expect(ended.error).toBe(forbidden);
});

test.each(['offline', 'signed_out'] as const)(
  'nothing is asked while the connection is %s',
  async (state) => {
    const { service, schedule, clock } = create();
    const followed = Array.from({ length: 300 }, () =>
      followNoting(service, schedule, service.addJob('run', 60)),
    );
    await clock.advance(5_000);
    service.setState(state);
    await clock.advance(1_000);
    const { length } = service.requests;
    await clock.advance(3_600_000);
    expect(service.requests).toHaveLength(length);
    service.setState('online');
    await clock.advance(1_000);
    expect(service.requests.length - length).toBeLessThanOrEqual(4);
    await clock.advance(30_000);
    expect(followed.every(({ ended }) => ended.reading?.status === 'succeeded')).toBe(true);
  },
);

test('after a wake-up everything is read soon and without a burst', async () => {
  const { service, schedule, clock } = create();
  const followed = Array.from({ length: 6 }, (_, index) =>
    followNoting(service, schedule, service.addJob('export', 36_000, `p${String(index)}`)),
  );
  await clock.advance(400_000);
  const { length } = service.requests;
  const before = followed.map(({ updates }) => updates.length);
  service.wake();
  expect(service.looks).toBe(1);
  await clock.advance(1_600);
  expect(service.requests.length - length).toBeLessThanOrEqual(3);
  await clock.advance(9_000);
  expect(followed.every(({ updates }, index) => updates.length > (before[index] ?? 0))).toBe(true);
});

/** Clock whose time of day a user or the network can change. */
class SetClock extends TurnedClock {
  setByMs = 0;

  override now(): number {
    return super.now() + this.setByMs;
  }
}

test.each([400, -400])(
  'a clock set by %i days neither stops the polls nor makes them run wild',
  async (days) => {
    const clock = new SetClock();
    const service = new SimulatedService(clock);
    const schedule = service.createSchedule();
    onTestFinished(() => schedule.dispose());
    const { updates } = followNoting(service, schedule, service.addJob('tool', 3_600));
    await clock.advance(60_000);
    clock.setByMs = days * 86_400_000;
    const before = updates.length;
    await clock.advance(600_000);
    expect(updates.length - before).toBeGreaterThan(30);
    expect(updates.length - before).toBeLessThan(200);
  },
);

test('a job of a status that nobody knows is followed on, once an hour in the end', async () => {
  const { service, schedule, clock } = create();
  const { ended, updates } = followNoting(service, schedule, service.addJob('tool', 60));
  service.reportedStatus = 'unrecognised';
  await clock.advance(12 * 3_600_000);
  expect(ended).toMatchObject({ reading: null, error: null });
  const before = updates.length;
  expect(before).toBeLessThan(80);
  await clock.advance(6 * 3_600_000);
  expect(updates.length - before).toBeGreaterThanOrEqual(5);
  expect(updates.length - before).toBeLessThanOrEqual(7);
  service.reportedStatus = null;
  await clock.advance(4_000_000);
  expect(ended.reading).toMatchObject({ status: 'succeeded' });
});

test('a listener that fails is called again with the next reading', async () => {
  const { service, schedule, clock } = create();
  let isFull = true;
  const ref = service.addJob('run', 10);
  const ended = schedule.follow(ref, {
    signal: new AbortController().signal,
    onUpdate: () => {
      if (isFull) throw new AppError('disk_full', 'There is no room.');
    },
  });
  await clock.advance(20_000);
  expect(schedule.followedCount).toBe(1);
  isFull = false;
  await clock.advance(20_000);
  expect(await ended).toMatchObject({ status: 'succeeded' });
});

test('two who follow one job share its readings, and one may stop', async () => {
  const { service, schedule, clock } = create();
  const ref = service.addJob('tool', 20);
  const first = followNoting(service, schedule, ref);
  const second = followNoting(service, schedule, ref);
  await clock.advance(5_000);
  expect(first.updates).toEqual(second.updates);
  first.stopper.abort(cancelledByUser);
  await clock.advance(20_000);
  expect(first.ended.error).toBe(cancelledByUser);
  expect(second.ended.reading?.status).toBe('succeeded');
});

test('a late answer for a job that was let go leaves the one who follows it since', async () => {
  const { service, schedule, clock } = create();
  const ref = service.addJob('tool', 20);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  service.answering = promise;
  const first = followNoting(service, schedule, ref);
  await clock.advance(1_000);
  first.stopper.abort(cancelledByUser);
  const second = followNoting(service, schedule, ref);
  resolve(undefined);
  await settle();
  expect(schedule.followedCount).toBe(1);
  await clock.advance(30_000);
  expect(second.ended.reading?.status).toBe('succeeded');
});

test('closing ends every following', async () => {
  const { service, schedule, clock } = create();
  const { ended } = followNoting(service, schedule, service.addJob('tool', 20));
  await clock.advance(1_000);
  await schedule.dispose();
  await settle();
  expect(ended.error).toBe(appIsClosing);
  await expect(
    schedule.follow(service.addJob('tool', 1), {
      signal: new AbortController().signal,
      onUpdate: () => undefined,
    }),
  ).rejects.toBe(appIsClosing);
});

test('a service that is gone for an hour costs next to nothing even if nobody says so', async () => {
  const { service, schedule, clock } = create();
  service.failureOf = () => unreachable;
  for (let index = 0; index < 200; index += 1) followNoting(service, schedule, service.addJob('run', 60));
  await clock.advance(3_600_000);
  expect(service.requests.length).toBeLessThan(1_600);
});
