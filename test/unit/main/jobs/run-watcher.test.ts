import { expect, test } from 'vitest';
import { RateBudget } from '../../../../src-main/api/rate-budget.ts';
import type { Workflows } from '../../../../src-main/api/workflows.ts';
import { RunWatcher } from '../../../../src-main/jobs/run-watcher.ts';
import { requestsPerHour } from '../../../../src-shared/api/rate-groups.ts';
import type { WorkflowRun } from '../../../../src-shared/api/workflows.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { KeptLog } from '../../../fakes/main-fixture.ts';
import { settle, TurnedClock } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;

function run(workflowRunId: string, status: WorkflowRun['status'] = 'running'): WorkflowRun {
  return {
    workflowRunId,
    workflowType: 'SCRIPT_TO_VIDEO',
    status,
    progressPercentage: 0,
    attemptIndex: 0,
    error: null,
    projectId: 'p',
    projectUrl: '',
    exportId: null,
    downloadUrl: null,
    downloadUrlExpiresAt: null,
    thumbnailUrl: null,
    thumbnailUrlExpiresAt: null,
    exportFileId: null,
  };
}

/** The reading side of the service, counted. */
class CountedRuns {
  readonly statuses = new Map<string, WorkflowRun['status']>();
  singles = 0;
  lists = 0;
  failure: AppError | null = null;
  /** Readings of these runs alone fail. */
  readonly failures = new Map<string, AppError>();

  readonly workflows = {
    getRun: (id: string) => {
      this.singles += 1;
      const status = this.statuses.get(id);
      const failure = this.failure ?? this.failures.get(id);
      if (failure) return Promise.reject(failure);
      if (!status) return Promise.reject(new AppError('not_found', 'gone'));
      return Promise.resolve({ run: run(id, status), stage: 'speech' });
    },
    listOwnRuns: (cursor: string | null, limit: number) => {
      this.lists += 1;
      if (this.failure) return Promise.reject(this.failure);
      const start = Number(cursor ?? 0);
      const all = [...this.statuses].map(([id, status]) => run(id, status));
      const nextCursor = start + limit < all.length ? String(start + limit) : null;
      return Promise.resolve({ items: all.slice(start, start + limit), nextCursor });
    },
  } as unknown as Workflows;
}

function create(ids: readonly string[]) {
  const clock = new TurnedClock();
  const runs = new CountedRuns();
  for (const id of ids) runs.statuses.set(id, 'running');
  const budget = new RateBudget({ clock });
  const watcher = new RunWatcher({ workflows: runs.workflows, budget, clock, log: new KeptLog() });
  const ended: string[] = [];
  for (const id of ids) {
    watcher
      .follow(id, forever, () => undefined)
      .then(
        (end) => ended.push(`${id} ${end.status}`),
        (error: unknown) => ended.push(`${id} ${error instanceof AppError ? error.code : 'bug'}`),
      );
  }
  return { clock, runs, watcher, ended };
}

test('one run is read once a second', async () => {
  const { clock, runs, watcher } = create(['a']);
  await clock.advance(10_000);
  expect(runs.singles).toBe(11);
  await watcher.dispose();
});

test('five hundred runs cost a few list requests a round and stay inside the budget of an hour', async () => {
  const ids = Array.from({ length: 500 }, (_, index) => `run-${String(index)}`);
  const { clock, runs, watcher, ended } = create(ids);
  await clock.advance(60_000);
  expect(runs.singles).toBeLessThanOrEqual(500);
  const perHour = (runs.lists / 60) * 3_600;
  expect(perHour).toBeLessThanOrEqual(requestsPerHour['workflows.runs.list']);
  for (const id of ids) runs.statuses.set(id, 'succeeded');
  await clock.advance(10_000);
  expect(ended).toHaveLength(500);
  await watcher.dispose();
});

test('a run that is gone three times in a row has vanished', async () => {
  const { clock, runs, watcher, ended } = create(['a']);
  runs.statuses.delete('a');
  await clock.advance(1_500);
  expect(ended).toEqual([]);
  await clock.advance(1_500);
  expect(ended).toEqual(['a not_found']);
  await watcher.dispose();
});

test('a service that is away is asked less and less often, and followed on when it is back', async () => {
  const { clock, runs, watcher, ended } = create(['a']);
  runs.failure = new AppError('service_unreachable', 'away');
  await clock.advance(600_000);
  expect(runs.singles).toBeLessThan(40);
  runs.failure = null;
  runs.statuses.set('a', 'succeeded');
  await clock.advance(30_000);
  expect(ended).toEqual(['a succeeded']);
  await watcher.dispose();
});

test('after waking up the runs are read at once', async () => {
  const { clock, runs, watcher } = create(['a']);
  runs.failure = new AppError('service_unreachable', 'asleep');
  await clock.advance(120_000);
  const before = runs.singles;
  watcher.lookNow();
  await settle();
  expect(runs.singles).toBe(before + 1);
  await watcher.dispose();
});

test('a run that is called off is read no more', async () => {
  const clock = new TurnedClock();
  const runs = new CountedRuns();
  runs.statuses.set('a', 'running');
  const budget = new RateBudget({ clock });
  const watcher = new RunWatcher({ workflows: runs.workflows, budget, clock, log: new KeptLog() });
  const stopper = new AbortController();
  const following = watcher.follow('a', stopper.signal, () => undefined);
  await clock.advance(3_000);
  stopper.abort();
  await expect(following).rejects.toMatchObject({ code: 'cancelled' });
  const before = runs.singles;
  await clock.advance(10_000);
  expect(runs.singles).toBe(before);
  await watcher.dispose();
});

test('a run that cannot be read keeps no other from being followed', async () => {
  const { clock, runs, watcher, ended } = create(['a', 'b']);
  runs.failures.set('a', new AppError('service_failed', 'broken'));
  runs.statuses.set('b', 'succeeded');
  await clock.advance(60_000);
  expect(ended).toEqual(['b succeeded']);
  runs.failures.clear();
  runs.statuses.set('a', 'succeeded');
  await clock.advance(60_000);
  expect(ended).toEqual(['b succeeded', 'a succeeded']);
  await watcher.dispose();
});

test('a run that may not be read any more is given up with the reason', async () => {
  const { clock, runs, watcher, ended } = create(['a', 'b']);
  runs.failures.set('a', new AppError('forbidden', 'not yours'));
  await clock.advance(2_000);
  expect(ended).toEqual(['a forbidden']);
  runs.statuses.set('b', 'succeeded');
  await clock.advance(2_000);
  expect(ended).toEqual(['a forbidden', 'b succeeded']);
  await watcher.dispose();
});

test.each([1, 5])('an end that cannot be noted is told again until it can, among %i', async (count) => {
  const ids = Array.from({ length: count }, (_, index) => `run-${String(index)}`);
  const { clock, runs, watcher, ended } = create([]);
  let isFull = true;
  const following = watcher.follow('full', forever, () => {
    if (isFull) throw new AppError('disk_full', 'no room');
  });
  for (const id of ['full', ...ids]) runs.statuses.set(id, 'succeeded');
  for (const id of ids) void watcher.follow(id, forever, () => undefined).then(() => ended.push(id));
  await clock.advance(10_000);
  expect(ended).toHaveLength(count);
  isFull = false;
  await clock.advance(10_000);
  expect(await following).toMatchObject({ status: 'succeeded' });
  await watcher.dispose();
});
