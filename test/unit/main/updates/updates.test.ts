import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { UpdatesDeps } from '../../../../src-main/updates/updates.ts';
import { KeptLog, makeFolder } from '../../../fakes/main-fixture.ts';
import { FeedStandIn, packageVersion } from '../../../fakes/packaged-version.ts';
import { type SeenRequest, TestServer } from '../../../fakes/test-server.ts';
import { TurnedClock } from '../../../fakes/turned-clock.ts';
import { openUpdates } from '../../../fakes/updating-app.ts';

/** A user with version 1.0.0, and a distributor that offers 2.0.0. */
async function prepare() {
  const folder = await makeFolder('updates');
  const { root } = packageVersion(folder, '1.0.0');
  const feed = new FeedStandIn();
  const server = await TestServer.start(feed.answer);
  let offers = 0;
  const offer = (version: string, script?: string, change = {}): void => {
    const place = join(folder, `offer-${String((offers += 1))}`);
    feed.offer(server.url, version, packageVersion(place, version, script).archive, change);
  };
  const clock = new TurnedClock();
  const open = async (version = '1.0.0', change: Partial<UpdatesDeps> = {}, isConfirmed = true) => {
    const userData = join(folder, 'user-data');
    const feedUrl = `${server.url}/feed.json`;
    const facts = { userData, root, version, feedUrl, publicKey: feed.publicKey, clock, log: new KeptLog() };
    const app = await openUpdates(facts, change);
    let isOpen = true;
    const quit = async (): Promise<void> => {
      if (isOpen) await app.quit();
      isOpen = false;
    };
    onTestFinished(quit);
    await app.updates.start();
    if (isConfirmed) await app.updates.confirm();
    return { ...app, quit };
  };
  const start = (...words: readonly string[]): string =>
    execFileSync(join(root, 'dailies'), words, { encoding: 'utf8' }).trim();
  return { folder, root, feed, server, clock, offer, open, start };
}

const pathsOf = (seen: readonly SeenRequest[]): string[] => seen.map(({ url }) => url);

test('a new version is brought by itself and started after the app was quit; its notes are shown then', async () => {
  const { root, server, clock, offer, open, start } = await prepare();
  offer('2.0.0');
  const { updates, quit } = await open();
  expect(updates.get()).toMatchObject({ available: null, stage: null, news: null });
  await clock.advance(30_000);
  await expect
    .poll(() => updates.get())
    .toMatchObject({
      available: { version: '2.0.0', notes: { en: 'What is new in 2.0.0' } },
      ...{ stage: 'ready', installs: 'at_quit', error: null },
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
  const { root, offer, open, start } = await prepare();
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
  const { root, offer, open } = await prepare();
  offer('2.0.0');
  mkdirSync(join(root, 'versions', '.incoming', 'left over'), { recursive: true });
  const { updates } = await open('1.0.0', {}, false);
  const confirmed = updates.confirm();
  expect(await updates.check()).toMatchObject({ stage: 'ready', error: null });
  await confirmed;
  expect(updates.get()).toMatchObject({ stage: 'ready' });
});

test('a version that has not opened its window installs nothing', async () => {
  const { offer, open, start } = await prepare();
  offer('2.0.0');
  const { updates, quit } = await open('1.0.0', {}, false);
  expect(await updates.check()).toMatchObject({ stage: 'ready' });
  await quit();
  expect(start()).toBe('1.0.0');
});

test('only the version that runs and the one before it are kept', async () => {
  const { root, offer, open, start } = await prepare();
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
  const { server, offer, open } = await prepare();
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

test('a package that is not the one that was signed is refused, and nothing of it stays', async () => {
  const { root, folder, feed, offer, open, start } = await prepare();
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
  ['with an archive of something else', { code: 'update_refused', details: { reason: 'content' } }],
])('a feed %s is told of, and the app stays as it is', async (what, error) => {
  const { folder, feed, server, root, offer, open } = await prepare();
  offer('2.0.0', undefined, what.endsWith('old') ? { minimumVersion: '1.5.0' } : {});
  if (what.endsWith('another'))
    feed.serve(JSON.parse(feed.feed.toString()), new FeedStandIn().keys.privateKey);
  if (what.startsWith('without')) feed.files.delete('/feed.json.sig');
  if (what.endsWith('else')) feed.offer(server.url, '2.0.0', packageVersion(folder, '7.0.0').archive);
  const { updates } = await open();
  expect(await updates.check()).toMatchObject({ error });
  expect(readdirSync(join(root, 'versions'))).toEqual(['1.0.0']);
});

test('a download waits for transfers and for a network that is not metered, unless it is asked for', async () => {
  const { clock, offer, open } = await prepare();
  offer('2.0.0');
  const obstacles = { isTransferring: true, isMetered: true };
  const { updates } = await open('1.0.0', {
    isTransferring: () => obstacles.isTransferring,
    system: { start: () => Promise.resolve(), isMetered: () => Promise.resolve(obstacles.isMetered) },
  });
  expect(await updates.check()).toMatchObject({ stage: 'waiting', waitsFor: 'transfers' });
  obstacles.isTransferring = false;
  await clock.advance(61_000);
  await expect.poll(() => updates.get()).toMatchObject({ stage: 'waiting', waitsFor: 'metered' });
  expect(updates.setAutomatic(false)).toMatchObject({ isAutomatic: false });
  await expect.poll(() => updates.get().waitsFor).toBe('user');
  expect(await updates.download()).toMatchObject({ stage: 'ready', waitsFor: null });
});

test('a download gives way to transfers of the user and goes on from where it was', async () => {
  const { feed, server, clock, offer, open } = await prepare();
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
  const { offer, open, start } = await prepare();
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
  const { root, offer, open, start } = await prepare();
  offer('2.0.0');
  const { updates, done, quit } = await open();
  await updates.check();
  await updates.install();
  expect(done).toEqual(['quit']);
  await quit();
  expect(done).toEqual(['quit', `start ${join(root, 'dailies')}`]);
  expect(start()).toBe('2.0.0');
});

test('a package of the system is handed to its installer, as it was signed', async () => {
  const { folder, offer, open } = await prepare();
  offer('2.0.0', undefined, { kind: 'deb' });
  const first = await open();
  const installation = { ...first.installation, kind: 'deb' } as const;
  await first.quit();
  const { updates, done } = await open('1.0.0', { folder: null, installation });
  expect(await updates.check()).toMatchObject({ stage: 'ready', installs: 'by_system' });
  await updates.install();
  const deb = join(folder, 'user-data', 'updates', 'dailies-2.0.0.deb');
  expect(done).toEqual([`open ${deb}`]);
  writeFileSync(deb, 'another package');
  await expect(updates.install()).rejects.toMatchObject({ code: 'update_refused' });
  expect(updates.get()).toMatchObject({ stage: 'waiting' });
  expect(done).toHaveLength(1);
});

test('on macOS the image of the version before is kept and opened to go back', async () => {
  const { folder, offer, open } = await prepare();
  const first = await open();
  const installation = { ...first.installation, kind: 'dmg' } as const;
  await first.quit();
  const downloads = join(folder, 'user-data', 'updates');
  await mkdir(downloads, { recursive: true });
  for (const version of ['0.8.0', '0.9.0', '1.0.0'])
    writeFileSync(join(downloads, `dailies-${version}.dmg`), version);
  offer('2.0.0', undefined, { kind: 'dmg' });
  const opened: string[] = [];
  const { updates } = await open('1.0.0', {
    ...{ folder: null, installation },
    shell: { openFile: async (path) => void opened.push(path) },
  });
  expect(await updates.check()).toMatchObject({ stage: 'ready', previousVersion: '0.9.0' });
  expect(readdirSync(downloads)).toEqual(
    ['0.9.0', '1.0.0', '2.0.0'].map((version) => `dailies-${version}.dmg`),
  );
  await updates.openPrevious();
  expect(opened).toEqual([join(downloads, 'dailies-0.9.0.dmg')]);
});

test('on Windows the installer runs without questions when the app is quit', async () => {
  const { folder, offer, open } = await prepare();
  offer('2.0.0', undefined, { kind: 'exe' });
  const first = await open();
  const installation = { ...first.installation, kind: 'exe' } as const;
  await first.quit();
  const ran: string[] = [];
  const system: UpdatesDeps['system'] = {
    start: async (program, args) => void ran.push([program, ...args].join(' ')),
    isMetered: () => Promise.resolve(false),
  };
  const { updates, quit } = await open('1.0.0', { folder: null, installation, system });
  await updates.check();
  expect(ran).toEqual([]);
  await quit();
  expect(ran).toEqual([`${join(folder, 'user-data', 'updates', 'dailies-2.0.0.exe')} /S`]);
});
