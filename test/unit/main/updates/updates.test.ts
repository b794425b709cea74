import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createZstdCompress, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packTarZst } from '../../../../.ci/package/linux/versioned-tree.ts';
import { VersionedFolder } from '../../../../src-main/updates/versioned-folder.ts';
import { FeedStandIn, packageVersion } from '../../../fakes/features/packaged-version.ts';
import { prepareUpdates } from '../../../fakes/features/prepare-updates.ts';
import { KeptLog } from '../../../fakes/main-fixture.ts';
import type { SeenRequest } from '../../../fakes/test-server.ts';

const pathsOf = (seen: readonly SeenRequest[]): string[] => seen.map(({ url }) => url);

/** Returns an archive cut off at a point where `tar` reports no error. */
async function cutAfterLastFile(archive: Buffer): Promise<Buffer> {
  const tar = zstdDecompressSync(archive);
  const blocks = Math.ceil((tar.findLastIndex((byte) => byte !== 0) + 1) / 512);
  const compress = createZstdCompress();
  const chunks: Buffer[] = [];
  compress.on('data', (chunk: Buffer) => chunks.push(chunk));
  compress.write(tar.subarray(0, blocks * 512));
  await new Promise<void>((resolve) => {
    compress.flush(resolve);
  });
  return Buffer.concat(chunks);
}

test('a new version is brought by itself and started after the app was quit; its notes are shown then', async () => {
  const { root, server, clock, offer, open, start } = await prepareUpdates();
  offer('2.0.0');
  const { updates, quit } = await open();
  expect(updates.get()).toMatchObject({ available: null, stage: null, news: null });
  await clock.advance(30_000);
  await expect
    .poll(() => updates.get())
    .toMatchObject({
      available: { version: '2.0.0', notes: { en: 'What is new in 2.0.0' } },
      stage: 'ready',
      installs: 'at_quit',
      error: null,
    });
  expect(pathsOf(server.seen)).toEqual(['/feed.json', '/feed.json.sig', '/2.0.0.tar.zst']);
  expect(start()).toBe('1.0.0');
  await quit();
  expect(start('--upload', 'a file.mp4')).toBe('2.0.0 --upload a file.mp4');
  const next = await open('2.0.0');
  const news = { version: '2.0.0', notes: { en: 'What is new in 2.0.0' } };
  expect(next.updates.get()).toMatchObject({ available: null, news });
  expect(next.updates.dismissNews()).toMatchObject({ news: null });
  expect(readdirSync(join(root, 'versions'))).toEqual(['1.0.0', '2.0.0']);
  for (let times = 0; times < 4; times += 1) expect(start()).toBe('2.0.0');
});

test('a version that does not open its window in two starts gives way to the one before, and is not offered again', async () => {
  const { root, offer, open, start } = await prepareUpdates();
  offer('2.0.0', 'echo 2.0.0 fails; exit 0');
  const { updates, quit } = await open();
  expect(await updates.check()).toMatchObject({ stage: 'ready' });
  await quit();
  expect([start(), start()]).toEqual(['2.0.0 fails', '2.0.0 fails']);
  expect([start(), start()]).toEqual(['1.0.0', '1.0.0']);
  const next = await open();
  expect(next.updates.get()).toMatchObject({ failedVersion: '2.0.0', available: null });
  expect(await next.updates.check()).toMatchObject({ available: null, error: null });
  expect(readdirSync(join(root, 'versions'))).toEqual(['1.0.0']);
  offer('2.0.1');
  expect(await next.updates.check()).toMatchObject({ stage: 'ready', available: { version: '2.0.1' } });
});

test('a download that is asked for while the first window opens is not disturbed by the clearing away', async () => {
  const { root, offer, open } = await prepareUpdates();
  offer('2.0.0');
  mkdirSync(join(root, 'versions', '.incoming', 'left over'), { recursive: true });
  const { updates } = await open('1.0.0', {}, false);
  const confirmed = updates.confirm();
  expect(await updates.check()).toMatchObject({ stage: 'ready', error: null });
  await confirmed;
  expect(updates.get()).toMatchObject({ stage: 'ready' });
});

test('a version that has not opened its window installs nothing', async () => {
  const { offer, open, start } = await prepareUpdates();
  offer('2.0.0');
  const { updates, quit } = await open('1.0.0', {}, false);
  expect(await updates.check()).toMatchObject({ stage: 'ready' });
  await quit();
  expect(start()).toBe('1.0.0');
});

test.each(['tar.zst', 'exe'] as const)(
  'starts without a window find the %s that an earlier one has brought, and fetch nothing',
  async (kind) => {
    const { server, clock, offer, open } = await prepareUpdates();
    offer('2.0.0', undefined, { kind });
    const first = await open('1.0.0', { kind }, false);
    expect(await first.updates.check()).toMatchObject({ stage: 'ready' });
    await first.quit();
    const fetched = server.seen.length;
    const { updates } = await open('1.0.0', { kind }, false);
    await clock.advance(30_000);
    await expect.poll(() => updates.get()).toMatchObject({ stage: 'ready', error: null });
    expect(server.seen).toHaveLength(fetched);
  },
);

test('only the version that runs and the one before it are kept', async () => {
  const { root, offer, open, start } = await prepareUpdates();
  for (const [from, to] of [
    ['1.0.0', '2.0.0'],
    ['2.0.0', '3.0.0'],
  ] as const) {
    offer(to);
    const { updates, quit } = await open(from);
    await updates.check();
    await quit();
    expect(start()).toBe(to);
  }
  const { quit } = await open('3.0.0');
  await quit();
  expect(readdirSync(join(root, 'versions'))).toEqual(['2.0.0', '3.0.0']);
});

test('an older version in the feed, the same or one that is not for this system is no update', async () => {
  const { server, offer, open } = await prepareUpdates();
  const { updates } = await open();
  for (const [version, change] of [
    ['0.9.0', {}],
    ['1.0.0', {}],
    ['2.0.0', { kind: 'deb' }],
    ['2.0.0', { isSlim: true }],
    ['2.0.0', { arch: 'another' }],
  ] as const) {
    offer(version, undefined, change);
    expect(await updates.check()).toMatchObject({ available: null, error: null });
  }
  expect(pathsOf(server.seen).filter((path) => path.endsWith('.zst'))).toEqual([]);
});

test('A feed with a smaller release date than one seen before is refused, and a withdrawal has a newer date', async () => {
  const { offer, open } = await prepareUpdates();
  const first = await open();
  offer('2.0.0', undefined, { releasedAt: 2000 });
  expect(await first.updates.check()).toMatchObject({ available: { version: '2.0.0' } });
  await first.quit();
  const { updates } = await open();
  offer('1.0.0', undefined, { releasedAt: 1000 });
  const refusal = { code: 'update_refused', details: { reason: 'outdated' } };
  expect(await updates.check()).toMatchObject({ available: { version: '2.0.0' }, error: refusal });
  offer('1.0.0', undefined, { releasedAt: 3000 });
  expect(await updates.check()).toMatchObject({ available: null, error: null });
});

test('The user is warned after three weeks without a usable feed', async () => {
  const { offer, open, clock } = await prepareUpdates();
  offer('1.0.0', undefined, { releasedAt: 2000 });
  const { updates } = await open();
  expect(await updates.check()).toMatchObject({ error: null, isOverdue: false });
  offer('1.0.0', undefined, { releasedAt: 1000 });
  await clock.advance(20 * 86_400_000);
  expect(updates.get()).toMatchObject({ isOverdue: false });
  await clock.advance(2 * 86_400_000);
  expect(updates.get()).toMatchObject({ isOverdue: true });
  offer('1.0.0', undefined, { releasedAt: 3000 });
  expect(await updates.check()).toMatchObject({ error: null, isOverdue: false });
});

test('a package that is not the one that was signed is refused, and nothing of it stays', async () => {
  const { root, folder, feed, offer, open, start } = await prepareUpdates();
  offer('2.0.0');
  const whole = feed.files.get('/2.0.0.tar.zst') ?? Buffer.alloc(0);
  feed.files.set('/2.0.0.tar.zst', Buffer.from(whole.map((byte, at) => (at === 40 ? byte ^ 1 : byte))));
  const { updates, quit } = await open();
  const refused = { error: { code: 'update_refused', details: { reason: 'hash' } }, stage: 'waiting' };
  expect(await updates.check()).toMatchObject(refused);
  expect(readdirSync(join(root, 'versions'))).toEqual(['1.0.0']);
  expect(existsSync(join(folder, 'user-data', 'updates', 'dailies-2.0.0.tar.zst'))).toBe(false);
  await quit();
  expect(start()).toBe('1.0.0');
});

test.each([
  ['with a signature of another', { code: 'update_refused', details: { reason: 'signature' } }],
  ['without a signature', { code: 'update_failed', details: { status: 404 } }],
  ['from a version that is too old', { code: 'update_refused', details: { reason: 'too_old' } }],
  ['with an archive that was cut', { code: 'update_refused', details: { reason: 'content' } }],
  ['with an archive that leads elsewhere', { code: 'update_refused', details: { reason: 'content' } }],
  ['with an archive of something else', { code: 'update_refused', details: { reason: 'content' } }],
])('a feed %s is reported, and the app stays as it is', async (what, error) => {
  const { folder, feed, server, root, offer, open } = await prepareUpdates();
  offer('2.0.0', undefined, what.endsWith('old') ? { minimumVersion: '1.5.0' } : {});
  if (what.endsWith('another'))
    feed.serve(JSON.parse(feed.feed.toString()), new FeedStandIn().keys.privateKey);
  if (what.startsWith('without')) feed.files.delete('/feed.json.sig');
  if (what.endsWith('else')) feed.offer(server.url, '2.0.0', packageVersion(folder, '7.0.0').archive);
  if (what.endsWith('cut')) {
    const { archive } = packageVersion(join(folder, 'more'), '2.0.0');
    writeFileSync(archive, await cutAfterLastFile(readFileSync(archive)));
    feed.offer(server.url, '2.0.0', archive);
  }
  if (what.endsWith('elsewhere')) {
    const { root: other } = packageVersion(folder, '3.0.0');
    const link = join(folder, 'linked');
    mkdirSync(join(link, 'versions'), { recursive: true });
    symlinkSync(join(other, 'versions', '3.0.0'), join(link, 'versions', '2.0.0'));
    packTarZst(link, join(folder, 'linked.tar.zst'), 1);
    feed.offer(server.url, '2.0.0', join(folder, 'linked.tar.zst'));
  }
  const { updates } = await open();
  expect(await updates.check()).toMatchObject({ error });
  expect(readdirSync(join(root, 'versions'))).toEqual(['1.0.0']);
});

test('a download waits for transfers and for a network that is not metered, unless it is asked for', async () => {
  const { clock, offer, open } = await prepareUpdates();
  offer('2.0.0');
  const blockers = { isTransferring: true, isMetered: true };
  const { updates } = await open('1.0.0', {
    isTransferring: () => blockers.isTransferring,
    system: { start: () => Promise.resolve(), isMetered: () => Promise.resolve(blockers.isMetered) },
  });
  expect(await updates.check()).toMatchObject({ stage: 'waiting', waitsFor: 'transfers' });
  blockers.isTransferring = false;
  await clock.advance(61_000);
  await expect.poll(() => updates.get()).toMatchObject({ stage: 'waiting', waitsFor: 'metered' });
  expect(updates.setAutomatic(false)).toMatchObject({ isAutomatic: false });
  await expect.poll(() => updates.get().waitsFor).toBe('user');
  expect(await updates.download()).toMatchObject({ stage: 'ready', waitsFor: null });
});

test('a download gives way to transfers of the user and goes on from where it was', async () => {
  const { feed, server, clock, offer, open } = await prepareUpdates();
  offer('2.0.0');
  const whole = feed.files.get('/2.0.0.tar.zst') ?? Buffer.alloc(0);
  const half = Math.ceil(whole.length / 2);
  let isTransferring = false;
  const { updates } = await open('1.0.0', { isTransferring: () => isTransferring });
  server.answerWith((request, response) => {
    if (!request.url.endsWith('.zst')) return feed.answer(request, response);
    isTransferring = true;
    response.writeHead(200, { 'content-length': String(whole.length), etag: '"one"' });
    response.write(whole.subarray(0, half));
  });
  expect(await updates.check()).toMatchObject({ stage: 'waiting', waitsFor: 'transfers', error: null });
  server.answerWith(feed.answer);
  isTransferring = false;
  await clock.advance(61_000);
  await expect.poll(() => updates.get().stage).toBe('ready');
  expect(server.seen.at(-1)?.headers.range).toBe(`bytes=${String(half)}-`);
});

test('nothing is installed while files are transferred, not at quit either', async () => {
  const { offer, open, start } = await prepareUpdates();
  offer('2.0.0');
  let isTransferring = false;
  const { updates, done, quit } = await open('1.0.0', { isTransferring: () => isTransferring });
  await updates.check();
  isTransferring = true;
  await expect(updates.install()).rejects.toMatchObject({ code: 'conflict' });
  await quit();
  expect(done).toEqual([]);
  expect(start()).toBe('1.0.0');
  isTransferring = false;
  const next = await open();
  expect(next.updates.get()).toMatchObject({ stage: 'ready' });
  await next.quit();
  expect(start()).toBe('2.0.0');
});

test('installing now quits the app and starts the new version when it has ended', async () => {
  const { root, offer, open, start } = await prepareUpdates();
  offer('2.0.0');
  const { updates, done, quit } = await open();
  await updates.check();
  await updates.install();
  expect(done).toEqual(['quit']);
  await quit();
  expect(done).toEqual(['quit', `start ${join(root, 'dailies')}`]);
  expect(start()).toBe('2.0.0');
});

test('an update that is ready stays so when the feed is out of reach', async () => {
  const { feed, offer, open } = await prepareUpdates();
  offer('2.0.0');
  const { updates } = await open();
  await updates.check();
  feed.files.clear();
  expect(await updates.check()).toMatchObject({ stage: 'ready', error: { code: 'update_failed' } });
});

test('a download stops when the user or the network forbids it, and a user who stays is not started again later', async () => {
  const { feed, server, clock, offer, open } = await prepareUpdates();
  offer('2.0.0');
  const whole = feed.files.get('/2.0.0.tar.zst') ?? Buffer.alloc(0);
  let isMetered = false;
  let forbid = (): Promise<unknown> => Promise.resolve();
  const { updates, done, quit } = await open('1.0.0', {
    system: { start: () => Promise.resolve(), isMetered: () => Promise.resolve(isMetered) },
  });
  server.answerWith((request, response) => {
    if (!request.url.endsWith('.zst')) return feed.answer(request, response);
    void forbid().then(() => {
      response.writeHead(200, { 'content-length': String(whole.length), etag: '"one"' });
      response.write(whole.subarray(0, 100));
    });
  });
  forbid = () => Promise.resolve(updates.setAutomatic(false));
  expect(await updates.check()).toMatchObject({ stage: 'waiting', waitsFor: 'user', error: null });
  forbid = () => {
    isMetered = true;
    return clock.advance(61_000);
  };
  updates.setAutomatic(true);
  await expect
    .poll(() => updates.get())
    .toMatchObject({ stage: 'waiting', waitsFor: 'metered', error: null });
  server.answerWith(feed.answer);
  expect(await updates.download()).toMatchObject({ stage: 'ready' });
  await updates.install();
  updates.atEnd.stay();
  await quit();
  expect(done).toEqual(['quit']);
});

test('a stray file beside the versions keeps the app neither from starting nor from an update', async () => {
  const { root, offer, open, start } = await prepareUpdates();
  writeFileSync(join(root, 'versions', 'notes.txt'), 'x');
  symlinkSync('nowhere', join(root, 'versions', 'link'));
  offer('2.0.0');
  const { updates, quit } = await open();
  expect(await updates.check()).toMatchObject({ stage: 'ready', error: null });
  await quit();
  expect(start()).toBe('2.0.0');
});

test('versions that cannot be listed do not keep the app from starting, and are logged', async () => {
  const { root, open } = await prepareUpdates();
  const log = new KeptLog();
  const folder = await VersionedFolder.around(join(root, 'versions', '1.0.0', 'dailies'));
  rmSync(join(root, 'versions'), { recursive: true });
  const { updates } = await open('1.0.0', { folder, log }, false);
  expect(updates.get()).toMatchObject({ failedVersion: null, error: null });
  expect(log.lines).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'The versions of the app could not be listed.' }),
  );
});

test('Starts while one is under way, starts at login and commands do not count', async () => {
  const { folder, offer, open, start, root } = await prepareUpdates();
  const marks = (): string[] => readdirSync(join(root, 'current')).filter((name) => name.startsWith('trial'));
  offer('2.0.0', 'if test "$1" = --wait; then echo waits; read line; else echo 2.0.0 "$@"; fi');
  const { updates, quit } = await open();
  await updates.check();
  await quit();
  for (let times = 0; times < 3; times += 1) expect(start('--hidden')).toBe('2.0.0 --hidden');
  for (let times = 0; times < 3; times += 1) expect(start('jobs')).toBe('command jobs');
  expect(marks()).toEqual(['trial-2']);
  const first = spawn(join(root, 'dailies'), ['--wait'], { cwd: folder });
  await once(first.stdout, 'data');
  expect(marks()).toEqual([`trial-1.${String(first.pid)}`]);
  for (let times = 0; times < 3; times += 1) expect(start()).toBe('2.0.0');
  first.stdin.end('\n');
  await once(first, 'exit');
  expect([start(), start(), start()]).toEqual(['2.0.0', '1.0.0', '1.0.0']);
});
