import { expect, test } from 'vitest';
import { createCallGate, maxCallBytes } from '../../../src-shared/ipc/call-limits.ts';
import type { Reply } from '../../../src-shared/ipc/router.ts';

const done: Reply = { ok: true, value: 'done' };

function setUp() {
  const gate = createCallGate();
  let begun = 0;
  const send = (payload: unknown, work: Promise<Reply> = Promise.resolve(done)): Promise<Reply> =>
    gate(payload, () => {
      begun += 1;
      return work;
    });
  return { send, begun: () => begun };
}

const holdsItself: { parts: unknown[] } = { parts: [] };
holdsItself.parts.push(holdsItself);

test.each([
  ['one long text', { script: 'x'.repeat(maxCallBytes + 1) }],
  ['many short texts', Array.from({ length: 10 }, () => 'x'.repeat(maxCallBytes / 8))],
  ['very many numbers', new Array<number>(maxCallBytes / 4).fill(1)],
  ['very many lists in each other', Array.from({ length: 2_000 }, () => new Array<unknown>(2_000).fill([]))],
  ['a long name', { ['x'.repeat(maxCallBytes + 1)]: 1 }],
  ['bytes', new Uint8Array(maxCallBytes + 1)],
  ['what holds itself', holdsItself],
])('%s is too large and nothing is begun', async (_name, payload) => {
  const { send, begun } = setUp();
  const details = { reason: 'too_large' };
  expect(await send(payload)).toMatchObject({ ok: false, error: { code: 'invalid_input', details } });
  expect(begun()).toBe(0);
});

test('calls of a page are accepted, up to the longest script', async () => {
  const { send } = setUp();
  for (const payload of [null, 7, 'word', { name: 'app.info', input: {} }, { script: 'x'.repeat(8_000_000) }])
    expect(await send(payload)).toBe(done);
});

test('a page may wait for a thousand calls; a hundred thousand are answered, most of them without being begun', async () => {
  const { send, begun } = setUp();
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const first = Array.from({ length: 1_000 }, () => send({ name: 'activity.list' }, promise));
  expect(begun()).toBe(1_000);
  const flood = Array.from({ length: 99_000 }, () => send({ name: 'activity.list' }, promise));
  const waiting = begun();
  expect(waiting).toBeLessThan(5_000);
  resolve(done);
  expect(await Promise.all(first)).toEqual(first.map(() => done));
  const replies = await Promise.all(flood);
  const refused = replies.filter(({ ok }) => !ok);
  expect(refused).toHaveLength(100_000 - waiting);
  const details = { reason: 'too_many_calls' };
  expect(refused[0]).toMatchObject({ error: { code: 'conflict', details } });
  expect(await send({})).toBe(done);
});

test('few large calls count as many small ones, also when they fail', async () => {
  const { send } = setUp();
  const { promise, reject } = Promise.withResolvers<Reply>();
  const large = { script: 'x'.repeat(maxCallBytes - 100) };
  const waiting = Array.from({ length: 8 }, () => send(large, promise));
  const refused = { ok: false, error: { code: 'conflict' } };
  expect(await send(large)).toMatchObject(refused);
  expect(await send({})).toBe(done);
  reject(new Error('broken'));
  await expect(Promise.all(waiting)).rejects.toThrow('broken');
  expect(await send(large)).toBe(done);
});
