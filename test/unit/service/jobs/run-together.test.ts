import { expect, test } from 'vitest';
import { runTogether } from '../../../../src-service/jobs/run-together.ts';

const { signal } = new AbortController();
const quiet = () => undefined;

test('all tasks run at the same time and their results keep their order', async () => {
  const gates = [0, 1, 2].map(() => Promise.withResolvers<undefined>());
  const started: number[] = [];
  const work = runTogether(gates, { signal, onProgress: quiet }, async (gate, index) => {
    started.push(index);
    await gate.promise;
    return index;
  });
  expect(started).toEqual([0, 1, 2]);
  for (const gate of gates.toReversed()) gate.resolve(undefined);
  expect(await work).toEqual([0, 1, 2]);
});

test('the first failure stops the others and is thrown when all have ended', async () => {
  let isOtherOver = false;
  const work = runTogether(['bad', 'slow'], { signal, onProgress: quiet }, async (item, _index, task) => {
    if (item === 'bad') throw new Error('broken');
    await new Promise((resolve) => task.signal.addEventListener('abort', resolve));
    isOtherOver = true;
    throw new Error('stopped');
  });
  await expect(work).rejects.toThrow('broken');
  expect(isOtherOver).toBe(true);
});

test('an abort from outside reaches every task', async () => {
  const outside = new AbortController();
  const work = runTogether(
    [1, 2],
    { signal: outside.signal, onProgress: quiet },
    async (_item, _index, task) => {
      await new Promise((_resolve, reject) =>
        task.signal.addEventListener('abort', () => reject(task.signal.reason)),
      );
    },
  );
  outside.abort(new Error('cancelled'));
  await expect(work).rejects.toThrow('cancelled');
});

test('progress is that of all together', async () => {
  const reported: number[] = [];
  await runTogether(
    [1, 2],
    { signal, onProgress: (value) => reported.push(value) },
    async (_item, index, task) => {
      if (index === 0) task.onProgress?.(0.5);
    },
  );
  expect(reported).toEqual([0.25, 0.5, 1]);
});
