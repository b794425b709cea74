import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../../../src-service/open-store.ts';
import { openTestStore, twoScenes } from '../../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';

const kind = 'kind';
let store: Store;

beforeEach(async () => {
  ({ store } = await openTestStore(await makeTemporaryFolder()));
});

function insertJob(jobId: string, place: { queue?: string; parentJobId?: string } = {}): void {
  store.jobs.insert({ jobId, kind, state: {}, ...place });
}

function next(): string | null {
  return store.jobs.nextPending(kind)?.jobId ?? null;
}

test('jobs of one queue wait for the one before, whatever becomes of it; others pass them', () => {
  insertJob('a1', { queue: 'a' });
  insertJob('a2', { queue: 'a' });
  insertJob('b1', { queue: 'b' });
  insertJob('free');
  const order: (string | null)[] = [];
  for (let count = 0; count < 4; count += 1) {
    order.push(next());
    store.jobs.markRunning(order.at(-1) ?? '');
  }
  expect(order).toEqual(['a1', 'b1', 'free', null]);
  store.jobs.finish('a1', { status: 'failed' });
  expect(next()).toBe('a2');
});

test('a job that another one works is never taken up by itself, and ends with it', () => {
  insertJob('parent');
  insertJob('done', { parentJobId: 'parent', queue: 'a' });
  insertJob('open', { parentJobId: 'parent', queue: 'a' });
  insertJob('after', { queue: 'a' });
  expect(next()).toBe('parent');
  store.jobs.markRunning('parent');
  expect(next()).toBeNull();
  store.jobs.markRunning('done');
  expect(store.jobs.listRunning().map(({ jobId }) => jobId)).toEqual(['parent']);
  store.jobs.finish('done', { status: 'succeeded' });
  expect(store.jobs.listUnfinishedChildren('parent').map(({ jobId }) => jobId)).toEqual(['open']);
  store.jobs.finish('parent', { status: 'failed' });
  expect(['done', 'open'].map((jobId) => store.jobs.find(jobId)?.status)).toEqual(['succeeded', 'cancelled']);
  expect(next()).toBe('after');
});

test('content is replaced only when it is still what the change was made from', () => {
  const aspectRatio = { width: 16, height: 9 };
  store.projects.insert({
    projectId: 'p',
    teamId: 't',
    userId: 'u',
    origin: 'api',
    isHidden: false,
    title: 'P',
    aspectRatio,
    createdAt: 1,
  });
  expect(store.projects.readRevision('p')).toBeNull();
  store.projects.complete('p', twoScenes, 2);
  const revision = store.projects.readRevision('p')?.revision ?? -1;
  const change = (styleText: string) => ({
    content: { ...twoScenes, styleText },
    aspectRatio: { width: 1, height: 1 },
    updatedAt: 3,
  });
  expect(store.projects.replaceContent('p', revision, change('first'))).toBe(true);
  expect(store.projects.replaceContent('p', revision, change('late'))).toBe(false);
  expect(store.projects.readContent('p')?.styleText).toBe('first');
  expect(store.projects.find('p')).toMatchObject({ updatedAt: 3, aspectRatio: { width: 1, height: 1 } });
});

test('actions after a failed one of the same request are cancelled, and no others', () => {
  const owner = { projectId: 'p', teamId: 't', userId: 'u' };
  store.projects.insert({
    ...owner,
    origin: 'api',
    isHidden: false,
    title: 'P',
    aspectRatio: { width: 1, height: 1 },
    createdAt: 1,
  });
  for (const [remixActionId, requestId] of [
    ['a', 'r1'],
    ['b', 'r1'],
    ['c', 'r1'],
    ['d', 'r2'],
  ] as const) {
    insertJob(remixActionId);
    store.remixActions.insert({ ...owner, remixActionId, requestId, type: 'ADD_ZOOM' });
  }
  store.remixActions.cancelFollowing('b', { message: 'b failed' });
  const listed = store.remixActions.list('p', { before: null, count: 9 }).map(({ record }) => record);
  expect(listed.map((record) => [record?.remixActionId, record?.status, record?.error?.message])).toEqual([
    ['d', 'pending', undefined],
    ['c', 'cancelled', 'b failed'],
    ['b', 'pending', undefined],
    ['a', 'pending', undefined],
  ]);
});
