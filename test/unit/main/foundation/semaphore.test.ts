import { expect, test } from 'vitest';
import { KeyedLock, Semaphore } from '../../../../src-main/foundation/semaphore.ts';
import { cancelledByUser } from '../../../../src-main/foundation/wait.ts';
import { settle } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;

/** Creates work that reports its start and ends on command. */
function createWork() {
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const work = (name: string) => () => {
    begun.push(name);
    const gate = Promise.withResolvers<string>();
    gates.set(name, gate);
    return gate.promise;
  };
  return { begun, work, end: (name: string) => gates.get(name)?.resolve(name) };
}

test('so many run at once, the others in their order', async () => {
  const semaphore = new Semaphore(2);
  const { begun, work, end } = createWork();
  const all = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(forever, work(name)));
  await settle();
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await settle();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c']) end(name);
  await settle();
  end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('a cancelled waiter leaves at once and blocks no other', async () => {
  const semaphore = new Semaphore(1);
  const { begun, work, end } = createWork();
  const first = semaphore.run(forever, work('first'));
  const stopper = new AbortController();
  const second = semaphore.run(stopper.signal, work('second'));
  const third = semaphore.run(forever, work('third'));
  stopper.abort(cancelledByUser);
  await expect(second).rejects.toBe(cancelledByUser);
  await expect(new Semaphore(1).run(stopper.signal, work('never'))).rejects.toBe(cancelledByUser);
  await settle();
  end('first');
  await first;
  await settle();
  end('third');
  await third;
  expect(begun).toEqual(['first', 'third']);
});

test('work that fails gives its turn back', async () => {
  const semaphore = new Semaphore(1);
  await expect(semaphore.run(forever, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await semaphore.run(forever, () => Promise.resolve('next'))).toBe('next');
});

test('a smaller rank goes first, as it is when there is room, and equal ones in their order', async () => {
  const semaphore = new Semaphore(1);
  const ranks: Record<string, number> = { a: 1, b: 1, c: 3 };
  const order: string[] = [];
  const release = await semaphore.acquire(forever);
  const all = Object.keys(ranks).map(async (name) => {
    const free = await semaphore.acquire(forever, () => ranks[name] ?? 0);
    order.push(name);
    free();
  });
  ranks['c'] = 0;
  release();
  await Promise.all(all);
  expect(order).toEqual(['c', 'a', 'b']);
});

test('a larger limit lets others in at once, a smaller one takes nothing away, and a release counts once', async () => {
  const semaphore = new Semaphore(1);
  const releases: (() => void)[] = [];
  const take = async (): Promise<void> => void releases.push(await semaphore.acquire(forever));
  const all = [take(), take(), take()];
  semaphore.setLimit(2);
  await settle();
  semaphore.setLimit(1);
  expect(semaphore.heldCount).toBe(2);
  releases[0]?.();
  releases[0]?.();
  await settle();
  expect([semaphore.heldCount, releases.length]).toEqual([1, 2]);
  releases[1]?.();
  await Promise.all(all);
  releases[2]?.();
  expect(semaphore.isIdle).toBe(true);
});

test('work under one key goes one at a time, under another at once', async () => {
  const lock = new KeyedLock();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await settle();
    order.push(`${name} ends`);
  };
  await Promise.all([
    lock.run('x', forever, work('a')),
    lock.run('x', forever, work('b')),
    lock.run('y', forever, work('c')),
  ]);
  expect(order.indexOf('b begins')).toBeGreaterThan(order.indexOf('a ends'));
  expect(order.indexOf('c begins')).toBeLessThan(order.indexOf('a ends'));
});
