import { expect, test } from 'vitest';
import { Turns } from '../../../../src-main/foundation/turns.ts';
import { cancelledByUser } from '../../../../src-main/foundation/wait.ts';
import { settle } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;

/** Work that says when it began and ends when it is told to. */
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

test('so many run at once per key, the others in their order', async () => {
  const turns = new Turns(2);
  const { begun, work, end } = createWork();
  const all = ['a', 'b', 'c', 'd'].map((name) => turns.run('key', forever, work(name)));
  void turns.run('other', forever, work('x'));
  await settle();
  expect(begun).toEqual(['a', 'b', 'x']);
  end('b');
  await settle();
  expect(begun).toEqual(['a', 'b', 'x', 'c']);
  for (const name of ['a', 'c']) end(name);
  await settle();
  end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('who is stopped while waiting leaves at once and keeps nobody from their turn', async () => {
  const turns = new Turns(1);
  const { begun, work, end } = createWork();
  const first = turns.run('key', forever, work('first'));
  const stopper = new AbortController();
  const second = turns.run('key', stopper.signal, work('second'));
  const third = turns.run('key', forever, work('third'));
  stopper.abort(cancelledByUser);
  await expect(second).rejects.toBe(cancelledByUser);
  await expect(turns.run('free', stopper.signal, work('never'))).rejects.toBe(cancelledByUser);
  end('first');
  await first;
  await settle();
  end('third');
  await third;
  expect(begun).toEqual(['first', 'third']);
});

test('work that fails gives its turn back', async () => {
  const turns = new Turns(1);
  await expect(turns.run('key', forever, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await turns.run('key', forever, () => Promise.resolve('next'))).toBe('next');
});

test('work under one key goes one at a time, under another at once', async () => {
  const lock = new Turns(1);
  const signal = new AbortController().signal;
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await settle();
    order.push(`${name} ends`);
  };
  await Promise.all([
    lock.run('x', signal, work('a')),
    lock.run('x', signal, work('b')),
    lock.run('y', signal, work('c')),
  ]);
  expect(order.indexOf('b begins')).toBeGreaterThan(order.indexOf('a ends'));
  expect(order.indexOf('c begins')).toBeLessThan(order.indexOf('a ends'));
});
