import { expect, test } from 'vitest';
import { JobEvents } from '../../../../src-main/jobs/job-events.ts';
import type { ActivityKey } from '../../../../src-main/state/activity-repository.ts';
import { TurnedClock } from '../../../fakes/turned-clock.ts';

function create() {
  const clock = new TurnedClock();
  const published: (readonly ActivityKey[])[] = [];
  const events = new JobEvents({ clock, publish: (keys) => published.push(keys) });
  return { clock, events, published };
}

test('many changes of one record within a tenth of a second are reported once', async () => {
  const { clock, events, published } = create();
  for (let turn = 0; turn < 50; turn += 1) events.changed('generation', 'a');
  events.changed('job', 'j');
  events.changed('transfer', 't');
  events.changed('delivery', 'd');
  await clock.advance(99);
  expect(published).toEqual([]);
  await clock.advance(1);
  expect(published).toEqual([
    [
      { kind: 'generation', id: 'a' },
      { kind: 'job', id: 'j' },
      { kind: 'transfer', id: 't' },
      { kind: 'delivery', id: 'd' },
    ],
  ]);
  await clock.advance(1_000);
  expect(published).toHaveLength(1);
});

test('a thousand at once are reported two hundred at a time, at most ten times a second', async () => {
  const { clock, events, published } = create();
  for (let index = 0; index < 1_000; index += 1) events.changed('generation', `g${String(index)}`);
  await clock.advance(1_000);
  expect(published.map(({ length }) => length)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(published.flat().map(({ id }) => id)).size).toBe(1_000);
});

test('what is left is reported at the end, and nothing afterwards', async () => {
  const { clock, events, published } = create();
  for (let index = 0; index < 450; index += 1) events.changed('transfer', String(index));
  events.dispose();
  expect(published.map(({ length }) => length)).toEqual([200, 200, 50]);
  events.changed('generation', 'late');
  await clock.advance(1_000);
  expect(published).toHaveLength(3);
});
