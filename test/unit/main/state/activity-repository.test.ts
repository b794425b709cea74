import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ActivityRepository } from '../../../../src-main/state/activity-repository.ts';
import { activityOrder, activityTables } from '../../../../src-main/state/activity-tables.ts';
import { DeliveryRepository } from '../../../../src-main/state/delivery-repository.ts';
import { GenerationRepository } from '../../../../src-main/state/generation-repository.ts';
import { ServiceJobRepository } from '../../../../src-main/state/service-job-repository.ts';
import { TransferRepository } from '../../../../src-main/state/transfer-repository.ts';
import type { ActivityFilter } from '../../../../src-shared/contract/activity.ts';
import { KeptLog, openStore } from '../../../fakes/main-fixture.ts';
import { aDelivery, aGeneration, aServiceJob, aTransfer } from '../../../fakes/main-records.ts';

const everything: ActivityFilter = { what: 'all', status: null, connectionId: null, search: '' };

async function openTables() {
  const deps = { state: await openStore(), log: new KeptLog() };
  return {
    ...deps,
    activity: new ActivityRepository(deps),
    deliveries: new DeliveryRepository(deps),
    generations: new GenerationRepository(deps),
    jobs: new ServiceJobRepository(deps),
    transfers: new TransferRepository(deps),
  };
}

test('open ones stand first, then the newest', async () => {
  const { activity, generations, transfers } = await openTables();
  generations.put(aGeneration({ generationId: 'old', createdAt: 1, state: 'running' }));
  generations.put(aGeneration({ generationId: 'done', createdAt: 3, state: 'succeeded' }));
  transfers.put(aTransfer({ transferId: 'newest', createdAt: 5, state: 'failed' }));
  transfers.put(aTransfer({ transferId: 'paused', createdAt: 2, state: 'paused' }));
  expect(activity.list(everything, 0, 10).map(({ id }) => id)).toEqual(['paused', 'old', 'newest', 'done']);
  expect(activity.list(everything, 1, 2).map(({ id }) => id)).toEqual(['old', 'newest']);
  expect(activity.counts(everything)).toEqual({ open: 2, done: 1, failed: 1, cancelled: 0 });
});

test('the rows of a project stand together, those with something open first, then those with the newest row', async () => {
  const { activity, deliveries, generations, jobs } = await openTables();
  const ids = (change: Partial<ActivityFilter> = {}): string[] =>
    activity.list({ ...everything, ...change }, 0, 10).map(({ id }) => id);
  generations.put(aGeneration({ generationId: 'a1', projectId: 'a', createdAt: 1, state: 'succeeded' }));
  generations.put(aGeneration({ generationId: 'b1', projectId: 'b', createdAt: 2, state: 'succeeded' }));
  generations.put(aGeneration({ generationId: 'none', createdAt: 3, state: 'failed' }));
  deliveries.put(aDelivery({ deliveryId: 'b2', projectId: 'b', createdAt: 4, state: 'done' }));
  expect(ids()).toEqual(['b2', 'b1', 'none', 'a1']);
  jobs.put(aServiceJob({ jobId: 'a2', kind: 'remix', projectId: 'a', createdAt: 4 }));
  expect(ids()).toEqual(['a2', 'a1', 'b2', 'b1', 'none']);
  expect(ids({ status: 'done' })).toEqual(['a1', 'b2', 'b1']);
  jobs.put(aServiceJob({ jobId: 'a2', kind: 'remix', projectId: 'a', createdAt: 4, state: 'succeeded' }));
  expect(ids()).toEqual(['a2', 'a1', 'b2', 'b1', 'none']);
  generations.put(aGeneration({ generationId: 'none', createdAt: 3, state: 'failed', projectId: 'b' }));
  expect(ids()).toEqual(['a2', 'a1', 'b2', 'none', 'b1']);
  jobs.delete('a2');
  expect(ids()).toEqual(['b2', 'none', 'b1', 'a1']);
  activity.clear({ ...everything, status: 'done' }, 'done');
  expect(ids()).toEqual(['none']);
  activity.restore('done');
  expect(ids()).toEqual(['b2', 'none', 'b1', 'a1']);
});

test('an ungrouped list of an earlier state is grouped, without the rows that were cleared', async () => {
  const { activity, generations, state } = await openTables();
  generations.put(aGeneration({ generationId: 'a1', projectId: 'a', createdAt: 1, state: 'running' }));
  generations.put(aGeneration({ generationId: 'gone', projectId: 'a', createdAt: 2, state: 'failed' }));
  generations.put(aGeneration({ generationId: 'none', createdAt: 3, state: 'succeeded' }));
  generations.put(aGeneration({ generationId: 'a2', projectId: 'a', createdAt: 2, state: 'succeeded' }));
  activity.clear({ ...everything, status: 'failed' }, 'failed');
  await state.dispose();
  const database = new DatabaseSync(state.path);
  const names = ['activity', ...activityTables.map(({ name }) => name)];
  database.exec(
    [
      ...names.flatMap((name) => ['come', 'change', 'go'].map((when) => `DROP TRIGGER ${name}_${when};`)),
      ...['order', 'status', 'project'].map((by) => `DROP INDEX activity_by_${by};`),
      ...['project_id', 'group_open', 'group_at'].map((name) => `ALTER TABLE activity DROP COLUMN ${name};`),
      `CREATE INDEX activity_by_order ON activity (is_open DESC, created_at DESC, seq DESC);
       CREATE INDEX activity_by_status ON activity (status, created_at DESC, seq DESC);
       PRAGMA user_version = 1;`,
    ].join('\n'),
  );
  database.close();
  const reopened = { state: await openStore(undefined, dirname(state.path)), log: new KeptLog() };
  const list = new ActivityRepository(reopened);
  expect(list.list(everything, 0, 10).map(({ id }) => id)).toEqual(['a1', 'a2', 'none']);
  new GenerationRepository(reopened).put(
    aGeneration({ generationId: 'a1', projectId: 'a', createdAt: 1, state: 'succeeded' }),
  );
  expect(list.list(everything, 0, 10).map(({ id }) => id)).toEqual(['none', 'a2', 'a1']);
});

test('the list is filtered by kind, status, connection and part of the title', async () => {
  const { activity, generations, transfers } = await openTables();
  generations.put(aGeneration({ generationId: 'g', title: '100 % Harbour', connectionId: 'hosted' }));
  transfers.put(aTransfer({ transferId: 'down', displayName: 'Harbour.zip' }));
  transfers.put(
    aTransfer({ transferId: 'up', direction: 'upload', displayName: 'take_1.wav', state: 'done' }),
  );
  const idsOf = (change: Partial<ActivityFilter>): string[] =>
    activity.list({ ...everything, ...change }, 0, 10).map(({ id }) => id);
  expect(idsOf({ what: 'jobs' })).toEqual(['g']);
  expect(idsOf({ what: 'downloads' })).toEqual(['down']);
  expect(idsOf({ what: 'uploads' })).toEqual(['up']);
  expect(idsOf({ status: 'done' })).toEqual(['up']);
  expect(idsOf({ connectionId: 'hosted' })).toEqual(['g']);
  expect(idsOf({ search: 'harbour' }).sort()).toEqual(['down', 'g']);
  expect(idsOf({ search: '0 %' })).toEqual(['g']);
  expect(idsOf({ search: 'take_1' })).toEqual(['up']);
  expect(idsOf({ search: 'take%1' })).toEqual([]);
  expect(activity.counts({ ...everything, search: 'harbour', status: 'done' })).toMatchObject({
    open: 2,
    done: 0,
  });
  expect(activity.countOpen('hosted')).toBe(1);
});

test.each([
  ['ärger', 'Ärger im Büro'],
  ['BÜRO', 'Ärger im Büro'],
  ['été', 'ÉTÉ à Paris'],
  ['ночной', 'Ночной город'],
  ['CAFÉ', 'Cafe\u{301} scene'],
  ['cafe\u{301}', 'Café scene'],
  ['%_', '100%_done'],
])('a search for %j finds %j in either case, however its accents are written', async (search, title) => {
  const { activity, generations } = await openTables();
  generations.put(aGeneration({ generationId: 'sought', title }));
  generations.put(aGeneration({ generationId: 'other', title: 'Harbour' }));
  const filter = { ...everything, search };
  expect(activity.list(filter, 0, 10).map(({ id }) => id)).toEqual(['sought']);
  expect(activity.counts(filter)).toMatchObject({ open: 1 });
});

test('a record that ends moves, and what was cleared stays away while its record is kept', async () => {
  const { activity, generations } = await openTables();
  generations.put(aGeneration({ generationId: 'a', state: 'running' }));
  generations.put(aGeneration({ generationId: 'b', state: 'failed' }));
  expect(activity.clear(everything, 'once')).toBe(1);
  expect(activity.list(everything, 0, 10).map(({ id }) => id)).toEqual(['a']);
  generations.put(aGeneration({ generationId: 'b', state: 'failed', progress: 0.5 }));
  expect(activity.list(everything, 0, 10).map(({ id }) => id)).toEqual(['a']);
  expect(generations.get('b')?.progress).toBe(0.5);
  generations.put(aGeneration({ generationId: 'a', state: 'succeeded' }));
  expect(activity.counts(everything)).toEqual({ open: 0, done: 1, failed: 0, cancelled: 0 });
  generations.delete('a');
  expect(activity.list(everything, 0, 10)).toEqual([]);
});

test('downloads of a delivery are its parts, and no rows beside it', async () => {
  const { activity, deliveries, jobs, transfers } = await openTables();
  deliveries.put(aDelivery({ deliveryId: 'd', interchangeJobId: 'remote', state: 'done' }));
  jobs.put(
    aServiceJob({
      jobId: 'j',
      kind: 'interchange',
      projectId: 'project-1',
      remoteId: 'remote',
      state: 'succeeded',
    }),
  );
  transfers.put(aTransfer({ transferId: 'bundle', key: 'delivery:d:bundle', state: 'done' }));
  transfers.put(aTransfer({ transferId: 'other', key: 'delivery:dd:bundle' }));
  const ids = (change: Partial<ActivityFilter>): string[] =>
    activity.list({ ...everything, ...change }, 0, 10).map(({ id }) => id);
  expect(ids({})).toEqual(['d']);
  expect(ids({ what: 'downloads' }).sort()).toEqual(['bundle', 'other']);
  expect(activity.partsOf('d').map(({ id }) => id)).toEqual(['j', 'bundle']);
  expect(activity.counts(everything)).toEqual({ open: 0, done: 1, failed: 0, cancelled: 0 });
  expect(activity.clear(everything, 'once')).toBe(1);
  expect(ids({ what: 'downloads' })).toEqual(['other']);
  activity.restore('once');
  expect([ids({}), ids({ what: 'downloads' }).sort()]).toEqual([['d'], ['bundle', 'other']]);
});

test('a clearing is undone once, with every row whose record is still there', async () => {
  const { activity, generations, transfers } = await openTables();
  generations.put(aGeneration({ generationId: 'first', createdAt: 1, state: 'failed' }));
  generations.put(aGeneration({ generationId: 'gone', createdAt: 1, state: 'failed' }));
  transfers.put(aTransfer({ transferId: 'second', createdAt: 2, state: 'done' }));
  transfers.put(aTransfer({ transferId: 'third', createdAt: 1, state: 'cancelled' }));
  const ids = (): string[] => activity.list(everything, 0, 10).map(({ id }) => id);
  expect(activity.restore('never')).toBe(false);
  expect(activity.clear({ ...everything, what: 'downloads' }, 'downloads')).toBe(2);
  expect(activity.clear(everything, 'rest')).toBe(2);
  expect(ids()).toEqual([]);
  generations.delete('gone');
  transfers.put(aTransfer({ transferId: 'third', createdAt: 1, state: 'running' }));
  expect(activity.restore('downloads')).toBe(true);
  expect(ids()).toEqual(['third', 'second']);
  expect(activity.restore('rest')).toBe(true);
  expect(ids()).toEqual(['third', 'second', 'first']);
  expect(activity.restore('rest')).toBe(false);
});

test.each([
  ['true', 'activity_by_order'],
  [`status = 'done'`, 'activity_by_status'],
])('pages of a hundred thousand rows where %s are read along an index', async (condition, index) => {
  const { state } = await openTables();
  const plan = state.database
    .prepare(
      `EXPLAIN QUERY PLAN SELECT kind, id, connection_id FROM activity WHERE ${condition}
       ORDER BY ${activityOrder} LIMIT 100 OFFSET 50000`,
    )
    .all();
  expect(plan.map((row) => row['detail'])).toEqual([expect.stringContaining(`INDEX ${index}`)]);
});
