import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../../../src-service/api-error.ts';
import { JobEngine } from '../../../../src-service/jobs/job-engine.ts';
import {
  defineJobKind,
  type JobKind,
  type QueueName,
  type Stage,
} from '../../../../src-service/jobs/job-kind.ts';
import type { EndedJob } from '../../../../src-service/jobs/job-run.ts';
import { FakeMediaEngine } from '../../../fakes/media-engine/fake-media-engine.ts';
import { type OpenedStore, openTestStore } from '../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

// Durable writes are slow on a busy disk.
vi.setConfig({ testTimeout: 60_000 });

const stateSchema = z.object({ done: z.array(z.string()) });
type State = z.output<typeof stateSchema>;
type Run = Stage<State>['run'];

let folder: string;
let opened: OpenedStore;

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  opened = await openTestStore(folder);
});

const ended: EndedJob[] = [];
beforeEach(() => void ended.splice(0));

/** Returns a stage that records its name and leaves a file by default. */
function stage(name: string, run?: Run): Stage<State> {
  return {
    name,
    weight: 1,
    isIntact: async (_state, workFolder) => existsSync(path.join(workFolder, name)),
    run:
      run ??
      (async ({ state, workFolder }) => {
        await writeFile(path.join(workFolder, name), 'x');
        return { state: { done: [...state.done, name] } };
      }),
  };
}

function kindOf(
  stages: Stage<State>[],
  changes: { kind?: string; queue?: QueueName; recordFailure?: () => void } = {},
) {
  return defineJobKind({ kind: 'test', queue: 'long', stateSchema, stagesOf: () => stages, ...changes });
}

function engineOf(kinds: JobKind[], { store, clock, log } = opened): JobEngine {
  const jobsPerQueue = { long: 2, short: 1, tools: 1, streaming: 1 };
  const onEnded = (job: EndedJob) => void ended.push(job);
  const parts = { kinds, jobsPerQueue, onEnded, engine: new FakeMediaEngine() };
  const engine = new JobEngine({ ...store, clock, log: (entry) => log.push(entry), ...parts });
  onTestFinished(() => engine.dispose());
  return engine;
}

function add(engine: JobEngine, jobId: string, kind = 'test'): void {
  opened.store.jobs.insert({ jobId, kind, state: { done: [] } });
  engine.wake();
}

function statusOf(jobId: string): string | undefined {
  return opened.store.jobs.find(jobId)?.status;
}

async function untilStatus(jobId: string, status: string): Promise<void> {
  await vi.waitFor(() => expect(statusOf(jobId)).toBe(status), { timeout: 10_000, interval: 2 });
}

/** Returns a stage that the test releases, and a promise that resolves when the job reaches it. */
function heldStage(name: string): { stage: Stage<State>; reached: Promise<undefined>; release: () => void } {
  const reached = Promise.withResolvers<undefined>();
  const gate = Promise.withResolvers<undefined>();
  const run: Run = async ({ state, signal }) => {
    reached.resolve(undefined);
    const aborted = new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    await Promise.race([gate.promise, aborted]);
    return { state };
  };
  return { stage: stage(name, run), reached: reached.promise, release: () => gate.resolve(undefined) };
}

test('a job runs its stages in order and succeeds at 100 percent', async () => {
  const engine = engineOf([kindOf([stage('a'), stage('b')])]);
  engine.start();
  add(engine, 'job');
  await untilStatus('job', 'succeeded');
  expect(opened.store.jobs.readState('job')).toEqual({ value: { done: ['a', 'b'] } });
  expect(opened.store.jobs.find('job')).toMatchObject({ progressPercentage: 100, attemptIndex: 0 });
  await vi.waitFor(async () => expect(await readdir(path.join(folder, 'work'))).toEqual([]), {
    timeout: 10_000,
    interval: 10,
  });
});

test('every end of a job is reported once, within the change that ends it', async () => {
  const { store } = opened;
  const held = heldStage('held');
  const failing = stage('b', async () => {
    throw new ApiError(400, 'invalid_parameters', 'Bad input.');
  });
  const engine = engineOf([
    kindOf([stage('a')]),
    kindOf([failing], { kind: 'failing' }),
    kindOf([held.stage], { kind: 'held' }),
  ]);
  engine.start();
  add(engine, 'good');
  await untilStatus('good', 'succeeded');
  add(engine, 'bad', 'failing');
  await untilStatus('bad', 'failed');
  add(engine, 'stopped', 'held');
  await held.reached;
  engine.cancel('stopped');
  engine.cancel('stopped');
  expect(ended).toEqual([
    { kind: 'test', jobId: 'good', status: 'succeeded' },
    { kind: 'failing', jobId: 'bad', status: 'failed' },
    { kind: 'held', jobId: 'stopped', status: 'cancelled' },
  ]);
  expect(store.jobs.find('stopped')?.status).toBe('cancelled');
});

test('records of a stage exist exactly when the stage is complete', async () => {
  const { store } = opened;
  const failing = stage('b', async () => {
    throw new ApiError(400, 'invalid_parameters', 'Bad input.');
  });
  const recording =
    (jobId: string): Run =>
    async ({ state }) => ({
      state,
      record: () => store.jobs.insert({ jobId, kind: 'recorded', state: {} }),
    });
  const breaking: Run = async ({ state }) => ({
    state,
    record: () => {
      store.jobs.insert({ jobId: 'half', kind: 'recorded', state: {} });
      throw new ApiError(400, 'invalid_parameters', 'No.');
    },
  });
  const engine = engineOf([
    kindOf([stage('a', recording('made')), failing], { kind: 'first' }),
    kindOf([stage('a', breaking)], { kind: 'second' }),
  ]);
  engine.start();
  add(engine, 'one', 'first');
  add(engine, 'two', 'second');
  await untilStatus('one', 'failed');
  await untilStatus('two', 'failed');
  expect([statusOf('made'), statusOf('half')]).toEqual(['pending', undefined]);
});

test('progress of the moment and the stage can be read while a job runs', async () => {
  const held = heldStage('b');
  const engine = engineOf([kindOf([stage('a'), held.stage])]);
  engine.start();
  add(engine, 'job');
  await held.reached;
  const stored = opened.store.jobs.find('job');
  const standing = stored && engine.standingOf('job', { ...stored, error: null });
  expect(standing).toMatchObject({ status: 'running', stageName: 'b', progressPercentage: 50 });
  held.release();
  await untilStatus('job', 'succeeded');
});

test('bad input fails at once with its error', async () => {
  let runs = 0;
  const engine = engineOf([
    kindOf([
      stage('a', async () => {
        runs += 1;
        throw new ApiError(400, 'invalid_parameters', 'The file is broken.');
      }),
    ]),
  ]);
  engine.start();
  add(engine, 'job');
  await untilStatus('job', 'failed');
  expect(runs).toBe(1);
  const row = opened.store.database.get('SELECT error, attempt_index AS attempt FROM jobs');
  expect(row).toMatchObject({ attempt: 0, error: expect.stringContaining('The file is broken.') });
});

test('an unexpected failure is tried twice more, later each time, from the stage that failed', async () => {
  const { clock } = opened;
  const runs: string[] = [];
  const failing = stage('b', async () => {
    runs.push('b');
    throw new Error('flaky');
  });
  const first = stage('a', async ({ state, workFolder }) => {
    runs.push('a');
    await writeFile(path.join(workFolder, 'a'), 'x');
    return { state };
  });
  const engine = engineOf([kindOf([first, failing])]);
  engine.start();
  add(engine, 'job');
  await vi.waitFor(() => expect(clock.waitingCount).toBe(1), { timeout: 10_000, interval: 10 });
  expect(opened.store.jobs.find('job')).toMatchObject({
    status: 'running',
    attemptIndex: 1,
    progressPercentage: 0,
  });
  clock.advanceSeconds(1);
  await vi.waitFor(() => expect([runs.length, clock.waitingCount]).toEqual([3, 1]), {
    timeout: 10_000,
    interval: 10,
  });
  clock.advanceSeconds(3);
  expect(runs).toHaveLength(3);
  clock.advanceSeconds(1);
  await untilStatus('job', 'failed');
  expect(runs).toEqual(['a', 'b', 'b', 'b']);
  expect(opened.store.jobs.find('job')?.attemptIndex).toBe(2);
  const row = opened.store.database.get('SELECT error FROM jobs');
  expect(JSON.stringify(row)).toContain('internal_error');
  expect(JSON.stringify(row)).not.toContain('flaky');
  expect(opened.log.some((entry) => String(entry.error).includes('flaky'))).toBe(true);
});

test('a full disk fails the job with a clear message and without another try', async () => {
  let runs = 0;
  const engine = engineOf([
    kindOf([
      stage('a', async () => {
        runs += 1;
        const cause = Object.assign(new Error('no space'), { code: 'ENOSPC' });
        throw new Error('The encoder refused.', { cause });
      }),
    ]),
  ]);
  engine.start();
  add(engine, 'job');
  await untilStatus('job', 'failed');
  expect(runs).toBe(1);
  expect(JSON.stringify(opened.store.database.get('SELECT error FROM jobs'))).toContain('disk_full');
});

test('a running job is cancelled at once, its stage is stopped and its work removed', async () => {
  const held = heldStage('b');
  let failures = 0;
  const engine = engineOf([kindOf([stage('a'), held.stage], { recordFailure: () => (failures += 1) })]);
  engine.start();
  add(engine, 'job');
  await held.reached;
  expect(engine.cancel('job')).toBe(true);
  expect(statusOf('job')).toBe('cancelled');
  await vi.waitFor(async () => expect(await readdir(path.join(folder, 'work'))).toEqual([]), {
    timeout: 10_000,
    interval: 10,
  });
  expect([statusOf('job'), failures]).toEqual(['cancelled', 1]);
});

test('a stage that ends after the cancel changes nothing, and what it took in is removed', async () => {
  const reached = Promise.withResolvers<undefined>();
  const gate = Promise.withResolvers<undefined>();
  let fileId = '';
  const deaf = stage('a', async ({ workFolder, takeIn }) => {
    await writeFile(path.join(workFolder, 'a'), 'x');
    fileId = await takeIn('movie.mp4', path.join(workFolder, 'a'));
    reached.resolve(undefined);
    await gate.promise;
    return { state: { done: ['too late'] } };
  });
  const engine = engineOf([kindOf([deaf])]);
  engine.start();
  add(engine, 'job');
  await reached.promise;
  expect(existsSync(opened.store.fileStore.pathOf(fileId, 'movie.mp4'))).toBe(true);
  engine.cancel('job');
  gate.resolve(undefined);
  await vi.waitFor(async () => expect(await readdir(path.join(folder, 'work'))).toEqual([]), {
    timeout: 10_000,
    interval: 10,
  });
  expect(statusOf('job')).toBe('cancelled');
  expect(opened.store.jobs.readState('job')).toEqual({ value: { done: [] } });
  expect(existsSync(opened.store.fileStore.pathOf(fileId, 'movie.mp4'))).toBe(false);
});

test('each queue has its places, and the oldest job goes first', async () => {
  const long = heldStage('a');
  const short = heldStage('a');
  const engine = engineOf([
    kindOf([long.stage], { kind: 'long', queue: 'long' }),
    kindOf([short.stage], { kind: 'short', queue: 'short' }),
  ]);
  engine.start();
  for (const jobId of ['l1', 'l2', 'l3']) add(engine, jobId, 'long');
  for (const jobId of ['s1', 's2']) add(engine, jobId, 'short');
  const statuses = () => ['l1', 'l2', 'l3', 's1', 's2'].map(statusOf);
  expect(statuses()).toEqual(['running', 'running', 'pending', 'running', 'pending']);
  short.release();
  await untilStatus('s2', 'succeeded');
  expect(statuses().slice(0, 3)).toEqual(['running', 'running', 'pending']);
  long.release();
  await untilStatus('l3', 'succeeded');
});

test('stopping in order leaves jobs running, and the next start goes on after the last complete stage', async () => {
  const held = heldStage('c');
  const first = engineOf([kindOf([stage('a'), stage('b'), held.stage])]);
  first.start();
  add(first, 'job');
  await held.reached;
  await first.dispose();
  expect(opened.store.jobs.find('job')).toMatchObject({
    status: 'running',
    completedStages: 2,
    uncleanStarts: 0,
  });
  await opened.close();

  opened = await openTestStore(folder);
  const second = engineOf([kindOf([stage('a'), stage('b'), stage('c')])]);
  second.start();
  await untilStatus('job', 'succeeded');
  expect(opened.store.jobs.readState('job')).toEqual({ value: { done: ['a', 'b', 'c'] } });
  expect(opened.store.jobs.find('job')?.attemptIndex).toBe(1);
});

test('a stage whose results are gone is done again', async () => {
  const held = heldStage('b');
  const first = engineOf([kindOf([stage('a'), held.stage])]);
  first.start();
  add(first, 'job');
  await held.reached;
  await first.dispose();
  await opened.store.workFolders.remove('job');
  const second = engineOf([kindOf([stage('a'), stage('b')])]);
  second.start();
  await untilStatus('job', 'succeeded');
  expect(opened.store.jobs.readState('job')).toEqual({ value: { done: ['a', 'a', 'b'] } });
});

test('a job during which the service died three times is given up, and the others go on', async () => {
  const { jobs } = opened.store;
  const engine = engineOf([kindOf([stage('a')])]);
  for (const jobId of ['deadly', 'harmless']) jobs.insert({ jobId, kind: 'test', state: { done: [] } });
  for (let death = 0; death < 3; death += 1) jobs.markRunning('deadly');
  jobs.markRunning('harmless');
  engine.start();
  expect(statusOf('deadly')).toBe('failed');
  await untilStatus('harmless', 'succeeded');
});

test('a job whose stored state is damaged fails, and the others go on', async () => {
  const engine = engineOf([kindOf([stage('a')])]);
  opened.store.jobs.insert({ jobId: 'shapeless', kind: 'test', state: { other: 1 } });
  opened.store.jobs.insert({ jobId: 'unreadable', kind: 'test', state: {} });
  opened.store.database.run(`UPDATE jobs SET state = '{' WHERE job_id = 'unreadable'`);
  engine.start();
  add(engine, 'good');
  await untilStatus('good', 'succeeded');
  for (const jobId of ['shapeless', 'unreadable']) await untilStatus(jobId, 'failed');
  expect(opened.store.jobs.find('shapeless')?.attemptIndex).toBe(0);
});
