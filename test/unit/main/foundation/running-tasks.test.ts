import { expect, test } from 'vitest';
import { RunningTasks } from '../../../../src-main/foundation/running-tasks.ts';
import { appIsClosing, cancelledByUser, orStopped, wait } from '../../../../src-main/foundation/wait.ts';
import { settle, TurnedClock } from '../../../fakes/turned-clock.ts';

function create(limit: number) {
  const bugs: unknown[] = [];
  const tasks = new RunningTasks({ limit, onBug: (_id, error) => bugs.push(error) });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (id: string): void => {
    tasks.run(id, (signal) => {
      begun.push(signal.aborted ? `${id} stopped` : id);
      return new Promise((resolve) => {
        ends.set(id, resolve);
        signal.addEventListener('abort', () => {
          resolve();
        });
        if (signal.aborted) resolve();
      });
    });
  };
  return { tasks, bugs, begun, ends, start };
}

test('no more run at once than allowed, and the others follow in order', async () => {
  const { begun, ends, start } = create(2);
  for (const id of ['a', 'b', 'c', 'd']) start(id);
  await settle();
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.();
  await settle();
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a waiting task that is cancelled learns so without taking a turn', async () => {
  const { tasks, begun, ends, start } = create(1);
  for (const id of ['a', 'b', 'c']) start(id);
  await settle();
  tasks.cancel('b');
  await tasks.settled('b');
  expect(begun).toEqual(['a', 'b stopped']);
  ends.get('a')?.();
  await settle();
  expect(begun).toEqual(['a', 'b stopped', 'c']);
});

test('closing stops everything, waits for it, and starts nothing more', async () => {
  const { tasks, begun, start } = create(1);
  for (const id of ['a', 'b']) start(id);
  await settle();
  await tasks.dispose();
  expect(begun).toEqual(['a', 'b stopped']);
  expect(() => {
    start('c');
  }).toThrow();
});

test('the reason tells who stopped a task', async () => {
  const reasons: unknown[] = [];
  const tasks = new RunningTasks({ limit: 2, onBug: () => undefined });
  for (const id of ['a', 'b']) {
    tasks.run(id, async (signal) => {
      await orStopped(new Promise(() => undefined), signal).catch((reason: unknown) => reasons.push(reason));
    });
  }
  tasks.cancel('a');
  await tasks.settled('a');
  await tasks.dispose();
  expect(reasons).toEqual([cancelledByUser, appIsClosing]);
});

test('an error of a task is reported once', async () => {
  const { tasks, bugs } = create(1);
  const bug = new Error('a bug');
  tasks.run('a', () => Promise.reject(bug));
  await tasks.settled('a');
  expect(bugs).toEqual([bug]);
  expect(tasks.isRunning('a')).toBe(false);
});

test('a wait ends when it is stopped, and leaves no alarm behind', async () => {
  const clock = new TurnedClock();
  const stopper = new AbortController();
  const waiting = wait(clock, 1_000, stopper.signal);
  stopper.abort(cancelledByUser);
  await expect(waiting).rejects.toBe(cancelledByUser);
  expect(clock.waiting).toBe(0);
});
