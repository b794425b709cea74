import { expect, test } from 'vitest';
import { JobEvents } from '../../../../src-main/jobs/job-events.ts';
import type { ActivityKey } from '../../../../src-main/state/activity-repository.ts';
import { type Delivery, deliverySchema } from '../../../../src-shared/contract/delivery.ts';
import { type Generation, generationSchema } from '../../../../src-shared/contract/generation.ts';
import { aGeneration } from '../../../fakes/main-records.ts';
import { TurnedClock } from '../../../fakes/turned-clock.ts';

function create() {
  const clock = new TurnedClock();
  const reads: number[] = [];
  const told: { generations: Generation[]; deliveries: Delivery[] }[] = [];
  const activity: (readonly ActivityKey[])[] = [];
  const events = new JobEvents({
    clock,
    readGenerations: (ids) => {
      reads.push(ids.length);
      return ids.map((generationId) => generationSchema.parse(aGeneration({ generationId })));
    },
    readDeliveries: (ids) => ids.map((deliveryId) => ({ ...delivery, deliveryId })),
    publish: (changed) => told.push(changed),
    onActivity: (keys) => activity.push(keys),
  });
  return { clock, events, reads, told, activity };
}

const delivery = deliverySchema.parse({
  ...{
    deliveryId: 'd',
    projectId: 'p',
    projectTitle: 'P',
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    state: 'queued',
  },
  ...{
    progress: 0,
    receivedBytes: 0,
    totalBytes: null,
    bytesPerSecond: null,
    folderName: null,
    folderPath: null,
  },
  ...{ fileCount: 0, unreadable: [], createdAt: 1, finishedAt: null, error: null },
});

test('many changes of one record within a tenth of a second are told once', async () => {
  const { clock, events, told, activity } = create();
  for (let turn = 0; turn < 50; turn += 1) events.changed('generation', 'a');
  events.changed('job', 'j');
  events.changed('transfer', 't');
  events.changed('delivery', 'd');
  await clock.advance(99);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toMatchObject([{ generations: [{ generationId: 'a' }], deliveries: [{ deliveryId: 'd' }] }]);
  expect(activity).toEqual([
    [
      { kind: 'generation', id: 'a' },
      { kind: 'job', id: 'j' },
      { kind: 'transfer', id: 't' },
      { kind: 'delivery', id: 'd' },
    ],
  ]);
  await clock.advance(1_000);
  expect(activity).toHaveLength(1);
});

test('changes of jobs and transfers alone tell nothing of generations', async () => {
  const { clock, events, told, activity } = create();
  events.changed('job', 'j');
  await clock.advance(100);
  expect(told).toEqual([]);
  expect(activity).toHaveLength(1);
});

test('a thousand at once are read together and told at most ten times a second', async () => {
  const { clock, events, reads, told, activity } = create();
  for (let index = 0; index < 1_000; index += 1) events.changed('generation', `g${String(index)}`);
  await clock.advance(1_000);
  expect(reads).toEqual([200, 200, 200, 200, 200]);
  expect(told).toHaveLength(5);
  expect(new Set(activity.flat().map(({ id }) => id)).size).toBe(1_000);
});

test('what is left is told at the end, and nothing afterwards', async () => {
  const { clock, events, activity } = create();
  for (let index = 0; index < 450; index += 1) events.changed('transfer', String(index));
  events.dispose();
  expect(activity.map(({ length }) => length)).toEqual([200, 200, 50]);
  await clock.advance(1_000);
  expect(activity).toHaveLength(3);
});
