import { beforeEach, expect, test, vi } from 'vitest';
import { ServiceDatabase } from '../../../../../src-service/store/database/service-database.ts';
import { emptySources } from '../../../../../src-service/store/records/stored-file.ts';
import {
  type OpenedStore,
  openTestStore,
  plainFile,
  twoScenes,
} from '../../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';

// Durable writes are slow on a busy disk.
vi.setConfig({ testTimeout: 60_000 });

let opened: OpenedStore;
const team = { teamId: 'team', userId: null };
const firstPage = { before: null, count: 10 };

beforeEach(async () => {
  opened = await openTestStore(await makeTemporaryFolder());
});

function insertProject(projectId: string, changes: { userId?: string; origin?: 'api' | 'ui' } = {}): void {
  opened.store.projects.insert({
    projectId,
    teamId: 'team',
    userId: 'user',
    origin: 'api',
    isHidden: false,
    title: projectId,
    aspectRatio: { width: 16, height: 9 },
    createdAt: 1_000,
    ...changes,
  });
}

test('projects stand with the one updated last first, and completing is an update', () => {
  for (const projectId of ['a', 'b', 'c']) insertProject(projectId);
  opened.store.projects.complete('a', twoScenes, 2_000);
  const listed = opened.store.projects.list(team, ['api'], firstPage);
  expect(listed.map((row) => row.record?.projectId)).toEqual(['a', 'c', 'b']);
  expect(opened.store.projects.find('a')).toMatchObject({
    status: 'ready',
    createdAt: 1_000,
    updatedAt: 2_000,
  });
  expect(opened.store.projects.readContent('a')).toEqual(twoScenes);
  expect(opened.store.projects.readContent('b')).toBeNull();
});

test('projects of other users are the team’s but not one’s own; projects of the app only when asked for', () => {
  insertProject('mine');
  insertProject('theirs', { userId: 'other' });
  insertProject('app', { origin: 'ui' });
  const ids = (owner: typeof team | { teamId: string; userId: string }, origins: ('api' | 'ui')[]) =>
    opened.store.projects.list(owner, origins, firstPage).map((row) => row.record?.projectId);
  expect(ids(team, ['api'])).toEqual(['theirs', 'mine']);
  expect(ids({ teamId: 'team', userId: 'user' }, ['api'])).toEqual(['mine']);
  expect(ids(team, ['api', 'ui'])).toEqual(['app', 'theirs', 'mine']);
});

test('files of several shelves are one list by their last update', () => {
  const { files } = opened.store;
  files.insert(plainFile('1'));
  files.insert(plainFile('2', { shelf: 'project' }));
  files.insert(plainFile('3', { shelf: 'export' }));
  files.insert(plainFile('4'));
  files.update('2', { ...plainFile('2'), analysisState: 'REJECTED' });
  const ids = (shelves: ('standalone' | 'project' | 'export')[], count = 10, before: number | null = null) =>
    files.list(team, shelves, { before, count }).map((row) => row.record?.fileId);
  expect(ids(['standalone'])).toEqual(['4', '1']);
  expect(ids(['standalone', 'project', 'export'])).toEqual(['2', '4', '3', '1']);
  const [, second] = files.list(team, ['standalone', 'project', 'export'], firstPage);
  expect(ids(['standalone', 'project', 'export'], 1, second?.order ?? 0)).toEqual(['3']);
});

test('renewing links is no update of a file', () => {
  const { files } = opened.store;
  files.insert(plainFile('old'));
  files.insert(plainFile('new'));
  files.renewLinks('old', emptySources('failed'));
  expect(files.list(team, ['standalone'], firstPage).map((row) => row.record?.fileId)).toEqual([
    'new',
    'old',
  ]);
  expect(files.find('old')?.sources.download.status).toBe('failed');
});

test('a page is found by an index however long the list is', () => {
  const plan = (sql: string, parameters: Record<string, string | number>) =>
    JSON.stringify(opened.store.database.all(`EXPLAIN QUERY PLAN ${sql}`, parameters));
  const window = { before: 5, count: 10 };
  const files = plan(
    `SELECT * FROM files WHERE team_id = :owner AND shelf = :shelf AND updated_order < :before AND is_archived = 0
     ORDER BY updated_order DESC LIMIT :count`,
    { owner: 'team', shelf: 'standalone', ...window },
  );
  const runs = plan(
    `SELECT * FROM workflow_runs JOIN jobs ON jobs.job_id = run_id WHERE user_id = :owner
     AND run_order < :before ORDER BY run_order DESC LIMIT :count`,
    { owner: 'user', ...window },
  );
  for (const text of [files, runs]) {
    expect(text).toContain('USING INDEX');
    expect(text).not.toContain('TEMP B-TREE');
  }
  expect(files).toContain('files_of_team (team_id=? AND shelf=? AND updated_order<?)');
  expect(runs).toContain('workflow_runs_of_user (user_id=? AND run_order<?)');
});

test('a transaction that throws leaves nothing, also of the transaction within it', () => {
  const { database, files } = opened.store;
  expect(database).toBeInstanceOf(ServiceDatabase);
  const failing = () =>
    database.transaction(() => {
      files.insert(plainFile('outer'));
      database.transaction(() => files.insert(plainFile('inner')));
      throw new Error('stop');
    });
  expect(failing).toThrow('stop');
  expect([files.find('outer'), files.find('inner')]).toEqual([null, null]);
  database.transaction(() => files.insert(plainFile('later')));
  expect(files.find('later')).not.toBeNull();
});
