// @vitest-environment runes
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { RecordMirror } from '../../../../../src-renderer/state/foundation/record-mirror.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';

interface Entry {
  readonly id: string;
  readonly rank: number;
  readonly text: string;
}

function mirrorOf(list: () => Promise<readonly Entry[]>): RecordMirror<Entry> {
  return new RecordMirror({ idOf: (entry) => entry.id, rankOf: (entry) => entry.rank, list });
}

const entry = (id: string, rank: number, text = id): Entry => ({ id, rank, text });

test('a change that arrives while the list is on its way is newer than the list', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly Entry[]>();
  const mirror = mirrorOf(() => promise);
  const listed = mirror.refresh();
  mirror.apply([entry('a', 1, 'newer')]);
  resolve([entry('a', 1, 'older'), entry('b', 2)]);
  await listed;
  expect(mirror.records.map((each) => each.text)).toEqual(['b', 'newer']);
});

test('a change that arrives while a call is on its way is newer than its answer', async () => {
  const mirror = mirrorOf(() => Promise.resolve([]));
  const { promise, resolve } = Promise.withResolvers<Entry>();
  const asked = mirror.ask(() => promise);
  mirror.apply([entry('a', 1, 'done')]);
  resolve(entry('a', 1, 'queued'));
  await expect(asked).resolves.toMatchObject({ text: 'done' });
  expect(mirror.get('a')?.text).toBe('done');
  await expect(mirror.ask(() => Promise.resolve(entry('b', 2)))).resolves.toEqual(entry('b', 2));
});

test('a later list replaces what an earlier event said', async () => {
  const mirror = mirrorOf(() => Promise.resolve([entry('a', 1, 'listed')]));
  mirror.apply([entry('a', 1, 'event')]);
  await mirror.refresh();
  expect(mirror.records[0]?.text).toBe('listed');
});

test('a first list that fails is a failure to show, a later one keeps what is there', async () => {
  let isBroken = true;
  const mirror = mirrorOf(() =>
    isBroken ? Promise.reject(new AppError('service_failed', 'x')) : Promise.resolve([entry('a', 1)]),
  );
  await mirror.refresh();
  expect([mirror.state, mirror.error?.code]).toEqual(['failed', 'service_failed']);
  isBroken = false;
  await mirror.refresh();
  expect([mirror.state, mirror.error, mirror.records.length]).toEqual(['ready', null, 1]);
  isBroken = true;
  await mirror.refresh();
  expect([mirror.state, mirror.error?.code, mirror.records.length]).toEqual(['ready', 'service_failed', 1]);
});

test('values derived from the records are updated after a change', () => {
  const mirror = mirrorOf(() => Promise.resolve([]));
  const seen: number[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      seen.push(mirror.records.length);
    });
  });
  flushSync();
  mirror.apply([entry('a', 1)]);
  flushSync();
  stop();
  expect(seen).toEqual([0, 1]);
});
