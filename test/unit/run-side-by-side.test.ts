import { expect, test } from 'vitest';
import { runSideBySide, type Task } from '../../.ci/test-run/run-side-by-side.ts';

/** Runs tasks that end on command. */
function start(tasks: readonly Task[], cores: number) {
  const running = new Map<string, ReturnType<typeof Promise.withResolvers<undefined>>>();
  const ended = runSideBySide(tasks, cores, ({ name }) => {
    const task = Promise.withResolvers<undefined>();
    running.set(name, task);
    return task.promise.then(() => void running.delete(name));
  });
  const end = async (name: string): Promise<void> => {
    running.get(name)?.resolve(undefined);
    await new Promise(setImmediate);
  };
  return { ended, end, running, names: () => [...running.keys()] };
}

test('as many tasks run at once as fit on the cores, in their order', async () => {
  const { ended, end, names } = start(
    [{ name: 'a' }, { name: 'b', cores: 2 }, { name: 'c' }, { name: 'd' }],
    2,
  );
  expect(names()).toEqual(['a', 'c']);
  await end('a');
  expect(names()).toEqual(['c', 'd']);
  await end('c');
  expect(names()).toEqual(['d']);
  await end('d');
  expect(names()).toEqual(['b']);
  await end('b');
  await ended;
});

test('a task waits for those it comes after, but not for one that is not run', async () => {
  const tasks = [
    { name: 'a' },
    { name: 'b', after: ['a', 'c'] },
    { name: 'c' },
    { name: 'd', after: ['absent'] },
  ];
  const { ended, end, names } = start(tasks, 4);
  expect(names()).toEqual(['a', 'c', 'd']);
  await end('a');
  expect(names()).toEqual(['c', 'd']);
  await end('c');
  expect(names()).toEqual(['d', 'b']);
  await end('d');
  await end('b');
  await ended;
});

test('a task that needs more cores than there are runs alone', async () => {
  const { ended, end, names } = start([{ name: 'a', cores: 4 }, { name: 'b' }], 2);
  expect(names()).toEqual(['a']);
  await end('a');
  expect(names()).toEqual(['b']);
  await end('b');
  await ended;
});

test('tasks that wait for each other are an error, and so is a task that fails', async () => {
  const circle = start(
    [
      { name: 'a', after: ['b'] },
      { name: 'b', after: ['a'] },
    ],
    2,
  );
  await expect(circle.ended).rejects.toThrow('a, b');
  const failing = start([{ name: 'a' }, { name: 'b' }], 2);
  failing.running.get('b')?.reject(new Error('broken'));
  await expect(failing.ended).rejects.toThrow('broken');
});
