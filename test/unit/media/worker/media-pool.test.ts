import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MediaPool } from '../../../../src-media/worker/media-pool.ts';

const { signal: never } = new AbortController();
vi.setConfig({ testTimeout: 60_000 });

function setUp(options: { size?: number; stallTimeoutMs?: number; gate?: Int32Array } = {}) {
  const threads: Worker[] = [];
  const pool = new MediaPool({
    startThread: () => {
      const thread = new Worker(
        new URL('../../../fakes/media-engine/unruly-media-worker.ts', import.meta.url),
        { workerData: options.gate },
      );
      threads.push(thread);
      return thread;
    },
    size: options.size ?? 1,
    stallTimeoutMs: options.stallTimeoutMs ?? 60_000,
    idleTimeoutMs: 60_000,
  });
  onTestFinished(async () => {
    await Promise.all(threads.map((thread) => thread.terminate()));
  });
  /** Runs a probe. The unruly thread takes its behaviour from the probed path. */
  const run = (wish: string, signal = never, onProgress?: (fraction: number) => void): Promise<unknown> =>
    pool.run('probe', wish, onProgress ? { signal, onProgress } : { signal });
  return { pool, run, startedThreads: () => threads.length };
}

test('tasks are done in the order they came, on no more threads than allowed', async () => {
  const { run, startedThreads } = setUp({ size: 2 });
  const done: unknown[] = [];
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(async (wish) => done.push(await run(wish))));
  expect(done.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(startedThreads()).toBe(2);
});

test('a small job does not wait behind all tasks of a large one', async () => {
  const { run } = setUp();
  const large = new AbortController();
  const small = new AbortController();
  const done: unknown[] = [];
  const note = (result: unknown) => done.push(result);
  const tasks = ['1', '2', '3', '4'].map((wish) => run(wish, large.signal).then(note));
  tasks.push(run('small', small.signal).then(note));
  await Promise.all(tasks);
  expect(done).toEqual(['1', 'small', '2', '3', '4']);
});

test('tasks of short jobs go first, other classes alternate, and in each those of the oldest job go first', async () => {
  const { pool } = setUp();
  const done: unknown[] = [];
  const add = async (wish: string, rank: number, order: number) =>
    done.push(await pool.run('probe', wish, { signal: new AbortController().signal, turn: { rank, order } }));
  const first = add('first', 2, 1);
  await Promise.all([
    first,
    add('third job', 2, 3),
    add('second job', 2, 2),
    add('first job again', 2, 1),
    add('short', 0, 5),
    add('tool', 1, 4),
    add('second tool', 1, 6),
    add('older short', 0, 4),
  ]);
  expect(done).toEqual([
    'first',
    'older short',
    'short',
    'tool',
    'first job again',
    'second tool',
    'second job',
    'third job',
  ]);
});

test('progress is reported, and is 1 at the end', async () => {
  const { run } = setUp();
  const reported: number[] = [];
  await run('a', never, (fraction) => reported.push(fraction));
  expect(reported).toEqual([0.5, 1]);
});

test('a task whose progress cannot be noted fails with that, and its thread goes on with the next', async () => {
  const { run, startedThreads } = setUp();
  const noteNone = (): void => {
    throw new Error('The disk is full.');
  };
  const noteNoEnd = (fraction: number): void => {
    if (fraction === 1) noteNone();
  };
  await expect(run('a', never, noteNone)).rejects.toThrow('The disk is full.');
  await expect(run('b', never, noteNoEnd)).rejects.toThrow('The disk is full.');
  await expect(run('next')).resolves.toBe('next');
  expect(startedThreads()).toBe(1);
});

test.each(['crash', 'exit'])('a thread that ends by itself (%s) costs its own task only', async (wish) => {
  const { run, startedThreads } = setUp();
  const lost = run(wish);
  const next = run('next');
  await expect(lost).rejects.toMatchObject({ code: 'worker_lost' });
  await expect(next).resolves.toBe('next');
  expect(startedThreads()).toBe(2);
});

test('a thread that hangs is given up and replaced', async () => {
  const { run, startedThreads } = setUp({ stallTimeoutMs: 2_000 });
  const hung = run('hang');
  const next = run('next');
  await expect(hung).rejects.toMatchObject({ code: 'worker_lost' });
  await expect(next).resolves.toBe('next');
  expect(startedThreads()).toBe(2);
});

test('a failure of the task keeps its code, and what the system said of the disk', async () => {
  const { run } = setUp();
  await expect(run('fail')).rejects.toMatchObject({ name: 'MediaError', code: 'unreadable_media' });
  await expect(run('full')).rejects.toMatchObject({ message: 'No room.', cause: { code: 'ENOSPC' } });
});

test('a running task stops when it is cancelled, and its thread goes on with the next', async () => {
  const { run, startedThreads } = setUp();
  const stop = new AbortController();
  const running = run('work', stop.signal);
  stop.abort(new Error('no longer wanted'));
  await expect(running).rejects.toThrow('no longer wanted');
  await expect(run('next')).resolves.toBe('next');
  expect(startedThreads()).toBe(1);
});

test('a thread that still loads when its task is cancelled is not ended, and goes on with the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const gate = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { run, startedThreads } = setUp({ gate });
  const stop = new AbortController();
  const cancelled = run('work', stop.signal);
  const next = run('next');
  stop.abort(new Error('no longer wanted'));
  vi.advanceTimersByTime(10_000);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await expect(cancelled).rejects.toThrow('no longer wanted');
  await expect(next).resolves.toBe('next');
  expect(startedThreads()).toBe(1);
});

test('a waiting task that is cancelled is never begun', async () => {
  const { run, startedThreads } = setUp();
  const first = new AbortController();
  const running = run('work', first.signal);
  const stop = new AbortController();
  const waiting = run('exit', stop.signal);
  stop.abort(new Error('changed my mind'));
  await expect(waiting).rejects.toThrow('changed my mind');
  first.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  await expect(run('next')).resolves.toBe('next');
  expect(startedThreads()).toBe(1);
});

test('a task cancelled before it begins is refused at once', async () => {
  const { run, startedThreads } = setUp();
  await expect(run('a', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  expect(startedThreads()).toBe(0);
});
