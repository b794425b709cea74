import { expect, test } from 'vitest';
import { JobEvents } from '../../../../../src-main/jobs/run/job-events.ts';
import type { ActivityKey } from '../../../../../src-main/state/activity-repository.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { KeptLog } from '../../../../fakes/main-fixture.ts';
import { TurnedClock } from '../../../../fakes/turned-clock.ts';

function create() {
  const clock = new TurnedClock();
  const log = new KeptLog();
  const published: (readonly ActivityKey[])[] = [];
  /** Errors of the next publications. */
  const failures: Error[] = [];
  const events = new JobEvents({
    clock,
    log,
    publish: (keys) => {
      const failure = failures.shift();
      if (failure) throw failure;
      published.push(keys);
    },
  });
  return { clock, log, events, published, failures };
}

const unreadable = () => new AppError('state_unreadable', 'The drive fails.');

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

test('remaining events are reported at the end, and none afterwards', async () => {
  const { clock, events, published } = create();
  for (let index = 0; index < 450; index += 1) events.changed('transfer', String(index));
  events.dispose();
  expect(published.map(({ length }) => length)).toEqual([200, 200, 50]);
  events.changed('generation', 'late');
  await clock.advance(1_000);
  expect(published).toHaveLength(3);
});

test('changes whose records could not be read are reported at the next turn, with those since', async () => {
  const { clock, log, events, published, failures } = create();
  const locked = Object.assign(new Error('database is locked'), { errcode: 5 });
  failures.push(locked);
  events.changed('generation', 'a');
  events.changed('job', 'j');
  await clock.advance(100);
  events.changed('job', 'j');
  events.changed('transfer', 't');
  expect(published).toEqual([]);
  await clock.advance(100);
  expect(published.map((keys) => keys.map(({ id }) => id).toSorted())).toEqual([['a', 'j', 't']]);
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
  events.changed('generation', 'b');
  await clock.advance(100);
  expect(published).toHaveLength(2);
});

test('while records cannot be read, they are read less and less often', async () => {
  const { clock, events, published, failures } = create();
  failures.push(...Array.from({ length: 20 }, unreadable));
  events.changed('generation', 'a');
  await clock.advance(60_000);
  expect(failures.length).toBeGreaterThan(0);
  await clock.advance(60_000);
  expect(published).toEqual([[{ kind: 'generation', id: 'a' }]]);
});

test('changes that a bug keeps from being reported hold up no others', async () => {
  const { clock, log, events, published, failures } = create();
  failures.push(new TypeError('bug'));
  for (let index = 0; index < 250; index += 1) events.changed('transfer', String(index));
  await clock.advance(1_000);
  expect(published.map(({ length }) => length)).toEqual([50]);
  expect(log.lines).toMatchObject([{ level: 'error' }]);
});

test('the end waits for no records that cannot be read', async () => {
  const { events, published, failures, log } = create();
  failures.push(unreadable(), unreadable());
  for (let index = 0; index < 250; index += 1) events.changed('transfer', String(index));
  events.dispose();
  expect(published).toEqual([]);
  expect(log.lines.length).toBeGreaterThan(0);
});
