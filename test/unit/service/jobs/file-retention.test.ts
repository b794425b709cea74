import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FileRetention } from '../../../../src-service/jobs/files/file-retention.ts';
import { emptySources, type StoredFile } from '../../../../src-service/store/records/stored-file.ts';
import {
  type OpenedStore,
  openTestStore,
  plainFile,
  twoScenes,
} from '../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const hours = 3_600;
let opened: OpenedStore;
let retention: FileRetention;

beforeEach(async () => {
  opened = await openTestStore(await makeTemporaryFolder());
  const { store, clock, log } = opened;
  retention = new FileRetention({ ...store, clock, log: (entry) => log.push(entry) });
});

/** Writes bytes into a file's folder, modified at a time of the test's clock. */
async function putBytes(fileId: string): Promise<string> {
  const bytesPath = opened.store.fileStore.pathOf(fileId, 'original');
  const folder = path.dirname(bytesPath);
  await mkdir(folder, { recursive: true });
  await writeFile(bytesPath, 'x');
  const now = opened.clock.nowMs() / 1_000;
  await utimes(folder, now, now);
  return bytesPath;
}

const linkSeconds = 7 * 24 * hours;

function insertProject(): void {
  opened.store.projects.insert({
    projectId: 'project',
    teamId: 'team',
    userId: 'user',
    origin: 'api',
    isHidden: false,
    title: 'Title',
    aspectRatio: { width: 16, height: 9 },
    createdAt: 1,
  });
}

/** Returns sources with a link that is signed now. */
function linkedSources(): StoredFile['sources'] {
  const sources = emptySources('skipped');
  const expiresAt = opened.clock.nowMs() / 1_000 + linkSeconds;
  return { ...sources, download: { ...sources.download, status: 'ready', fileName: 'original', expiresAt } };
}

/** Returns the facts of a file made from the project. */
function madeFromProject(): Partial<StoredFile> {
  const facts = { projectId: 'project', shelf: 'export', scope: 'EXPORT', type: 'TEXT' } as const;
  return { ...facts, uploadState: 'made', sources: linkedSources() };
}

/** Adds a finished interchange with its bundle. Returns the path of the bundle's bytes. */
async function putInterchange(
  interchangeId: string,
  fileId: string,
  changes: Partial<StoredFile> = {},
): Promise<string> {
  const { jobs, interchanges, files } = opened.store;
  jobs.insertSucceeded(interchangeId, 'timeline-interchange');
  interchanges.insert({ interchangeId, projectId: 'project', format: 'FCPXML', mediaDelivery: 'BUNDLE' });
  files.insert(plainFile(fileId, { ...madeFromProject(), ...changes }));
  interchanges.attachFile(interchangeId, fileId);
  return putBytes(fileId);
}

test('temporary files are there for two days, then record and bytes are gone', async () => {
  const { files } = opened.store;
  files.insert(plainFile('vg_file_passing', { scope: 'TEMPORARY' }));
  files.insert(plainFile('vg_file_staying'));
  const passing = await putBytes('vg_file_passing');
  const staying = await putBytes('vg_file_staying');
  opened.clock.advanceSeconds(48 * hours);
  await retention.sweep();
  expect([files.find('vg_file_passing') !== null, existsSync(passing)]).toEqual([true, true]);
  opened.clock.advanceSeconds(1);
  await retention.sweep();
  expect([files.find('vg_file_passing'), existsSync(passing)]).toEqual([null, false]);
  expect([files.find('vg_file_staying') !== null, existsSync(staying)]).toEqual([true, true]);
});

test('uploads whose bytes never came are forgotten with them', async () => {
  opened.store.files.insert(plainFile('vg_file_awaited', { uploadState: 'awaiting' }));
  opened.clock.advanceSeconds(48 * hours + 1);
  await retention.sweep();
  expect(opened.store.files.find('vg_file_awaited')).toBeNull();
});

test('files of a project, an entity or a waiting job are never deleted', async () => {
  const { files, projects, jobs, database } = opened.store;
  const scope = 'TEMPORARY';
  insertProject();
  projects.complete('project', twoScenes, 2);
  files.insert(plainFile('vg_file_still', { scope, shelf: 'project', projectId: 'project' }));
  files.insert(plainFile('vg_file_clip', { scope }));
  files.insert(plainFile('vg_file_wanted', { scope }));
  jobs.insert({ jobId: 'job', kind: 'none', state: { featuredFileIds: ['vg_file_wanted'] } });
  files.insert(plainFile('vg_file_reference', { scope }));
  database.run(`INSERT INTO entities VALUES ('entity', 'team', 'user', 'ACTOR', 'name', '', 0, 1, 1, 1)`);
  database.run(
    `INSERT INTO entity_references (entity_id, file_id, description, is_default)
     VALUES ('entity', 'vg_file_reference', '', 1)`,
  );
  opened.clock.advanceSeconds(1_000 * hours);
  await retention.sweep();
  const ids = ['vg_file_still', 'vg_file_clip', 'vg_file_wanted', 'vg_file_reference'];
  for (const fileId of ids) expect(files.find(fileId)?.fileId).toBe(fileId);
});

test('an interchange is there for a day after its link has expired, then it and its file are gone', async () => {
  const { interchanges, files, jobs } = opened.store;
  insertProject();
  const bytes = await putInterchange('vg_inte_past', 'vg_file_bundle');
  const isThere = () =>
    [interchanges.find('vg_inte_past'), files.find('vg_file_bundle'), jobs.find('vg_inte_past')].map(Boolean);
  opened.clock.advanceSeconds(linkSeconds + 24 * hours);
  await retention.sweep();
  expect([...isThere(), existsSync(bytes)]).toEqual([true, true, true, true]);
  opened.clock.advanceSeconds(1);
  await retention.sweep();
  expect([...isThere(), existsSync(bytes)]).toEqual([false, false, false, false]);
});

test('old interchanges are removed some at a time, as each takes a search of all projects', async () => {
  insertProject();
  const names = Array.from({ length: 25 }, (_, index) => String(index));
  for (const name of names) await putInterchange(`vg_inte_${name}`, `vg_file_${name}`);
  const leftCount = () => opened.store.interchanges.listMade().length;
  opened.clock.advanceSeconds(linkSeconds + 24 * hours + 1);
  await retention.sweep();
  expect(leftCount()).toBe(5);
  await retention.sweep();
  expect(leftCount()).toBe(0);
});

test('an interchange stays while its file is linked to, shared or in use, and a project’s movie always', async () => {
  const { interchanges, files, jobs } = opened.store;
  insertProject();
  await putInterchange('vg_inte_renewed', 'vg_file_renewed');
  await putInterchange('vg_inte_shared', 'vg_file_shared', { isPublicPreviewEnabled: true });
  await putInterchange('vg_inte_used', 'vg_file_used');
  jobs.insert({ jobId: 'job', kind: 'none', state: { fileId: 'vg_file_used' } });
  files.insert(plainFile('vg_file_movie', { ...madeFromProject(), type: 'VIDEO' }));
  const movie = await putBytes('vg_file_movie');
  opened.clock.advanceSeconds(linkSeconds + 24 * hours + 1);
  files.renewLinks('vg_file_renewed', linkedSources());
  await retention.sweep();
  for (const name of ['renewed', 'shared', 'used']) {
    expect([name, interchanges.find(`vg_inte_${name}`)?.fileId]).toEqual([name, `vg_file_${name}`]);
    expect(files.find(`vg_file_${name}`)?.fileId).toBe(`vg_file_${name}`);
  }
  expect([files.find('vg_file_movie')?.fileId, existsSync(movie)]).toEqual(['vg_file_movie', true]);
});

test('bytes no record speaks of go after a day, for work under way may still record them', async () => {
  const orphan = await putBytes('vg_file_orphan');
  opened.clock.advanceSeconds(24 * hours);
  await retention.sweep();
  expect(existsSync(orphan)).toBe(true);
  opened.clock.advanceSeconds(1);
  await retention.sweep();
  expect(existsSync(orphan)).toBe(false);
});

test('it sweeps at once and then every hour, and stops on command', async () => {
  const { files } = opened.store;
  onTestFinished(() => retention.dispose());
  files.insert(plainFile('vg_file_a', { scope: 'TEMPORARY' }));
  opened.clock.advanceSeconds(47 * hours);
  retention.start();
  await vi.waitFor(() => expect(opened.clock.waitingCount).toBe(1), { interval: 1 });
  expect(files.find('vg_file_a')).not.toBeNull();
  opened.clock.advanceSeconds(2 * hours);
  await vi.waitFor(() => expect(files.find('vg_file_a')).toBeNull(), { interval: 1 });
  await retention.dispose();
  expect(opened.clock.waitingCount).toBe(0);
});
