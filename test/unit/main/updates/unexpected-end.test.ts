import { createHash } from 'node:crypto';
import { cpSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SettingsRepository } from '../../../../src-main/state/settings-repository.ts';
import { StateStore } from '../../../../src-main/state/state-store.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { prepareUpdates } from '../../../fakes/features/prepare-updates.ts';
import { KeptLog } from '../../../fakes/main-fixture.ts';
import { memorySettings } from '../../../fakes/secrets-over.ts';

/** Restores the state of a computer that lost power right after the download of version 2.0.0. */
async function cutPowerAfterDownload(kind: 'exe' | 'dmg' = 'exe') {
  const prepared = await prepareUpdates();
  const { folder, server, feed, offer, open } = prepared;
  const userData = join(folder, 'user-data');
  const kept = join(folder, 'as-it-was');
  const downloads = join(userData, 'updates');
  const installer = join(downloads, `dailies-2.0.0.${kind}`);
  offer('2.0.0', undefined, { kind });
  const first = await open('1.0.0', { kind });
  expect(await first.updates.check()).toMatchObject({ stage: 'ready' });
  cpSync(userData, kept, { recursive: true });
  await first.quit();
  rmSync(userData, { recursive: true });
  renameSync(kept, userData);
  const before = server.seen.length;
  /** Returns the paths requested from the distributor since then. */
  const fetched = (): string[] => server.seen.slice(before).map(({ url }) => url);
  const sha256 = createHash('sha256')
    .update(feed.files.get('/2.0.0.tar.zst') ?? '')
    .digest('hex');
  return { ...prepared, downloads, installer, sha256, fetched };
}

const recordSchema = z.looseObject({
  release: z.looseObject({ files: z.array(z.looseObject({})) }),
});
type Kept = z.infer<typeof recordSchema>;

/** Changes the record of updates while no app runs. */
async function changeRecord(
  { folder, clock }: Pick<Awaited<ReturnType<typeof prepareUpdates>>, 'folder' | 'clock'>,
  change: (kept: Kept) => object,
): Promise<void> {
  const userData = join(folder, 'user-data');
  const state = new StateStore({ userData, clock, log: new KeptLog(), onRecovered: () => undefined });
  await state.start();
  const repository = new SettingsRepository({ state });
  const kept = repository.read('updates', recordSchema);
  if (kept) repository.write('updates', change(kept));
  await state.dispose();
}

/** Deletes all records. */
function forgetRecords(folder: string): void {
  const userData = join(folder, 'user-data');
  for (const name of readdirSync(userData))
    if (name.includes('sqlite')) rmSync(join(userData, name), { recursive: true });
}

const exe = { kind: 'exe' } as const;

test('a package that is there is ready although the feed is out of reach when the computer starts', async () => {
  const { clock, feed, fetched, installer, open } = await cutPowerAfterDownload();
  feed.files.clear();
  await clock.advance(24 * 3_600_000);
  const { updates, done, quit } = await open('1.0.0', exe, false);
  await clock.advance(30_000);
  await expect.poll(() => updates.get()).toMatchObject({ stage: 'ready', error: { code: 'update_failed' } });
  expect(fetched()).toEqual(['/feed.json']);
  await quit();
  expect(done).toEqual([`run ${installer} /S`]);
});

test('a package that is there is installed also by a start too short to look for it', async () => {
  const { installer, open } = await cutPowerAfterDownload();
  const { done, quit } = await open('1.0.0', exe, false);
  await quit();
  expect(done).toEqual([`run ${installer} /S`]);
});

test.each([exe, { kind: 'dmg' } as const])(
  'where the records were lost too, the feed says whether a package is good ($kind), and it is not fetched again',
  async ({ kind }) => {
    const { folder, fetched, clock, open } = await cutPowerAfterDownload(kind);
    forgetRecords(folder);
    const { updates, quit } = await open('1.0.0', { kind });
    await clock.advance(30_000);
    await expect.poll(() => updates.get()).toMatchObject({ stage: 'ready', error: null });
    expect(fetched()).toEqual(['/feed.json', '/feed.json.sig']);
    await quit();
    if (kind === 'exe') return;
    const next = await open('2.0.0', { kind });
    await next.quit();
    const after = await open('3.0.0', { kind });
    expect(after.updates.get()).toMatchObject({ previousVersion: '2.0.0' });
    await after.updates.openPrevious();
    expect(after.done).toHaveLength(1);
  },
);

test.each(['are lost', 'are of an app that kept no signature'])(
  'a version that is prepared stays where the records %s, and is started after the next quit',
  async (what) => {
    const prepared = await prepareUpdates();
    const { folder, server, clock, offer, open, start } = prepared;
    offer('2.0.0');
    // Without its window, this version leaves the switch to a later start.
    const first = await open('1.0.0', {}, false);
    expect(await first.updates.check()).toMatchObject({ stage: 'ready' });
    await first.quit();
    if (what.endsWith('lost')) forgetRecords(folder);
    else await changeRecord(prepared, (kept) => ({ ...kept, signed: null }));
    const before = server.seen.length;
    const { updates, quit } = await open();
    await clock.advance(30_000);
    await expect.poll(() => updates.get()).toMatchObject({ stage: 'ready', error: null });
    expect(server.seen.slice(before).map(({ url }) => url)).toEqual(['/feed.json', '/feed.json.sig']);
    await quit();
    expect(start()).toBe('2.0.0');
  },
);

test('a package whose name did not reach the disk any more is not fetched again', async () => {
  const { sha256, downloads, installer, fetched, clock, open } = await cutPowerAfterDownload();
  renameSync(installer, join(downloads, `${sha256}.part`));
  const { updates } = await open('1.0.0', exe);
  await clock.advance(30_000);
  await expect.poll(() => updates.get()).toMatchObject({ stage: 'ready', error: null });
  expect([fetched(), readdirSync(downloads)]).toEqual([[], ['dailies-2.0.0.exe']]);
});

test('a package that the power cut has emptied, or that cannot be read any more, is fetched anew', async () => {
  for (const isUnreadable of [false, true]) {
    const { installer, fetched, feed, clock, open } = await cutPowerAfterDownload();
    const { size } = statSync(installer);
    writeFileSync(installer, Buffer.alloc(size));
    const lost = new AppError('file_unreadable', 'It cannot be hashed.', { details: { reason: 'EIO' } });
    const engine = { hashFile: () => Promise.reject(lost) };
    const { updates } = await open('1.0.0', { ...exe, ...(isUnreadable ? { engine } : {}) });
    await clock.advance(30_000);
    await expect.poll(() => updates.get()).toMatchObject({ stage: 'ready', error: null });
    expect(fetched()).toEqual(['/2.0.0.tar.zst']);
    expect(statSync(installer).size).toBe(feed.files.get('/2.0.0.tar.zst')?.length);
  }
});

test('a package that the system does not let the app read keeps no newer version away', async () => {
  const { sha256, fetched, offer, clock, open } = await cutPowerAfterDownload();
  const kept = new AppError('file_unreadable', 'Another program has it.', { details: { reason: 'EACCES' } });
  const hashFile = (path: string): Promise<string> =>
    path.includes('2.0.0') ? Promise.reject(kept) : Promise.resolve(sha256);
  offer('3.0.0', undefined, exe);
  const { updates } = await open('1.0.0', { ...exe, engine: { hashFile } }, false);
  await clock.advance(30_000);
  await expect.poll(() => updates.get()).toMatchObject({ error: { code: 'update_failed' } });
  expect(fetched()).toEqual([]);
  const found = { stage: 'ready', error: null, available: { version: '3.0.0' } };
  expect(await updates.check()).toMatchObject(found);
  expect(fetched()).toEqual(['/feed.json', '/feed.json.sig', '/3.0.0.tar.zst']);
});

/** Returns settings on a disk that is full whenever `isFull` returns true. */
function settingsOnDisk(isFull: () => boolean): SettingsRepository {
  const kept = memorySettings();
  return {
    read: kept.read,
    write: (key: string, value: unknown): void => {
      if (isFull()) throw new AppError('disk_full', 'There is no room.');
      kept.write(key, value);
    },
  } as SettingsRepository;
}

test('a package that is whole when the disk is full is ready, stays so in later starts, and starts when it is installed', async () => {
  const { offer, open, server } = await prepareUpdates();
  offer('2.0.0', undefined, exe);
  const fetches = (): number => server.seen.filter(({ url }) => url === '/2.0.0.tar.zst').length;
  let isFull = (): boolean => fetches() > 0;
  const repository = settingsOnDisk(() => isFull());
  const first = await open('1.0.0', { ...exe, repository });
  expect(await first.updates.check()).toMatchObject({ stage: 'ready', error: null });
  await first.quit();
  expect(first.done).toHaveLength(1);
  isFull = () => false;
  const later = await open('1.0.0', { ...exe, repository }, false);
  isFull = () => true;
  expect(await later.updates.download()).toMatchObject({ stage: 'ready', error: null });
  expect(fetches()).toBe(1);
  await later.quit();
  const updated = await open('2.0.0', { ...exe, repository });
  const news = { version: '2.0.0', notes: { en: 'What is new in 2.0.0' } };
  expect(updated.updates.get()).toMatchObject({ available: null, news });
});

test('an image that was brought on a full disk can be gone back to where there was room when the app was quit', async () => {
  const dmg = { kind: 'dmg' } as const;
  const { offer, open, server } = await prepareUpdates();
  const isBrought = (): boolean => server.seen.some(({ url }) => url === '/2.0.0.tar.zst');
  let isFull = isBrought;
  const repository = settingsOnDisk(() => isFull());
  offer('2.0.0', undefined, dmg);
  const first = await open('1.0.0', { ...dmg, repository });
  expect(await first.updates.check()).toMatchObject({ stage: 'ready' });
  isFull = () => false;
  await first.quit();
  offer('3.0.0', undefined, dmg);
  const second = await open('2.0.0', { ...dmg, repository });
  expect(await second.updates.check()).toMatchObject({ stage: 'ready' });
  await second.quit();
  const { updates, done } = await open('3.0.0', { ...dmg, repository });
  await updates.openPrevious();
  expect(done).toEqual([expect.stringMatching(/^open .*dailies-2\.0\.0\.dmg$/)]);
});

test('a version that failed is remembered where the disk was full when it was left', async () => {
  const { root, offer, open, start } = await prepareUpdates();
  let isFull = false;
  const repository = settingsOnDisk(() => isFull);
  offer('2.0.0', 'exit 0');
  const first = await open('1.0.0', { repository });
  expect(await first.updates.check()).toMatchObject({ stage: 'ready' });
  await first.quit();
  for (let times = 0; times < 2; times += 1) start();
  expect(start()).toBe('1.0.0');
  isFull = true;
  const second = await open('1.0.0', { repository });
  expect(second.updates.get()).toMatchObject({ failedVersion: '2.0.0', available: null });
  expect(readdirSync(join(root, 'versions'))).toContain('2.0.0');
  await second.quit();
  isFull = false;
  const third = await open('1.0.0', { repository });
  expect(await third.updates.check()).toMatchObject({ failedVersion: '2.0.0', available: null, error: null });
  expect(readdirSync(join(root, 'versions'))).toEqual(['1.0.0']);
});

test('an installer that the records name and the distributor did not sign is never run', async () => {
  const prepared = await cutPowerAfterDownload();
  const { installer, fetched, clock, open } = prepared;
  writeFileSync(installer, '');
  const sha256 = createHash('sha256').digest('hex');
  await changeRecord(prepared, ({ release, ...rest }) => {
    const files = release.files.map((file) => ({ ...file, sha256 }));
    return { ...rest, release: { ...release, files } };
  });
  const first = await open('1.0.0', exe);
  await first.quit();
  expect(first.done).toEqual([]);
  const second = await open('1.0.0', exe);
  await clock.advance(30_000);
  await expect.poll(() => second.updates.get()).toMatchObject({ stage: 'ready', error: null });
  expect(fetched()).toEqual(['/feed.json', '/feed.json.sig', '/2.0.0.tar.zst']);
});

test('where Windows ends the session no time is spent on the package', async () => {
  const { sha256, open } = await cutPowerAfterDownload();
  let reads = 0;
  const engine = { hashFile: () => Promise.resolve(sha256).finally(() => (reads += 1)) };
  const { updates, quit } = await open('1.0.0', { ...exe, engine });
  expect([updates.get().stage, reads]).toEqual(['ready', 1]);
  updates.atEnd.endsWithSession();
  await quit();
  expect(reads).toBe(1);
});
