import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import { createClient } from '../../../src-shared/ipc/client.ts';
import { call, event } from '../../../src-shared/ipc/define.ts';
import { createRouter } from '../../../src-shared/ipc/router.ts';

const contract = {
  calls: {
    'sum.add': call(z.object({ left: z.number(), right: z.number() }), z.object({ sum: z.number() })),
    'sum.refuse': call(z.object({}), z.object({})),
    'sum.break': call(z.object({}), z.object({})),
  },
  events: { 'sum.changed': event(z.object({ sum: z.number() })) },
} as const;

function setUp() {
  const bugs: unknown[] = [];
  const router = createRouter(
    contract,
    {
      'sum.add': ({ left, right }) => ({ sum: left + right, token: 'secret' }),
      'sum.refuse': () => {
        throw new AppError('disk_full', 'No room on the volume.', { details: { needed: 12 } });
      },
      'sum.break': () => {
        throw new TypeError('bearer abc leaked');
      },
    },
    (_name, error) => bugs.push(error),
  );
  const listeners = new Set<(message: unknown) => void>();
  const client = createClient<typeof contract>({
    invoke: router,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return {
    router,
    client,
    bugs,
    subscriptions: listeners,
    send: (message: unknown) => listeners.forEach((listener) => listener(message)),
  };
}

test('a call reaches its handler and fields the contract does not name are dropped on the way back', async () => {
  const { client } = setUp();
  expect(await client.call('sum.add', { left: 2, right: 3 })).toEqual({ sum: 5 });
});

test('an input of the wrong type is refused before the handler and says which field', async () => {
  const { router } = setUp();
  const reply = await router({ name: 'sum.add', input: { left: '2', right: 3 } });
  expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  expect(JSON.stringify(reply)).toContain('left');
});

test.each([null, 7, 'sum.add', {}, { name: 'toString' }, { name: '__proto__' }, { name: 'nothing.here' }])(
  'a request that names no call is answered with an error, not an exception: %j',
  async (request) => {
    expect(await setUp().router(request)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  },
);

test('an AppError keeps its code and details across the bridge', async () => {
  const { client, bugs } = setUp();
  await expect(client.call('sum.refuse', {})).rejects.toMatchObject({
    code: 'disk_full',
    details: { needed: 12 },
  });
  expect(bugs).toEqual([]);
});

test('any other exception is reported as internal, without its text, and handed to the log', async () => {
  const { router, bugs } = setUp();
  const reply = await router({ name: 'sum.break', input: {} });
  expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(JSON.stringify(reply)).not.toContain('abc');
  expect(bugs).toHaveLength(1);
});

test('all listeners share one subscription, which ends with the last of them', () => {
  const { client, send, subscriptions } = setUp();
  const sums: number[] = [];
  const listen = () => client.on('sum.changed', ({ sum }) => sums.push(sum));
  const stopFirst = listen();
  const stopSecond = listen();
  expect(subscriptions.size).toBe(1);
  send({ name: 'sum.changed', payload: { sum: 1 } });
  stopFirst();
  stopFirst();
  send({ name: 'sum.changed', payload: { sum: 2 } });
  expect(sums).toEqual([1, 1, 2]);
  expect(subscriptions.size).toBe(1);
  stopSecond();
  expect(subscriptions.size).toBe(0);
  listen();
  stopSecond();
  send({ name: 'sum.changed', payload: { sum: 3 } });
  expect(sums).toEqual([1, 1, 2, 3]);
});

test('a listener that fails keeps an event from no other', () => {
  const { client, send } = setUp();
  const heard: number[] = [];
  client.on('sum.changed', () => {
    throw new TypeError('broken');
  });
  client.on('sum.changed', ({ sum }) => heard.push(sum));
  expect(() => {
    send({ name: 'sum.changed', payload: { sum: 4 } });
  }).toThrow(AggregateError);
  expect(heard).toEqual([4]);
});

test('events arrive, others are ignored, and unsubscribing ends them', () => {
  const { client, send } = setUp();
  const heard: number[] = [];
  const stop = client.on('sum.changed', ({ sum }) => heard.push(sum));
  send({ name: 'sum.changed', payload: { sum: 4 } });
  send({ name: 'other', payload: { sum: 5 } });
  stop();
  send({ name: 'sum.changed', payload: { sum: 6 } });
  expect(heard).toEqual([4]);
});
