import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listFolderFiles } from '../../../../../src-main/returns/watch/return-files.ts';
import { settleMs } from '../../../../../src-main/returns/watch/settling-files.ts';
import { WatchedFolders } from '../../../../../src-main/returns/watch/watched-folders.ts';
import { KnownFolders } from '../../../../../src-main/state/settings/known-folders.ts';
import { SettingsRepository } from '../../../../../src-main/state/settings-repository.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { englishWords } from '../../../../fakes/english-words.ts';
import {
  openReturns,
  placeVersion,
  shorterEnd,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder, openStore } from '../../../../fakes/main-fixture.ts';

const longAgo = 1_760_000_000;

const cut = (of: typeof shorterEnd): string => writeFcpxml(of, '1.13');

/** Makes a user's folder with a cut of the version, one of an unknown project, and files that the watcher skips. */
async function userFolder(): Promise<string> {
  const folder = await makeFolder('04_Exports');
  const foreign = { ...withoutSecondScene, captionTracks: [], tracks: [], media: [] };
  const files = {
    'monday/cut.fcpxmld/Info.fcpxml': cut(withoutSecondScene),
    'somebody else.otio': writeOtio({ ...foreign, name: 'Wedding' }, 'url'),
    'Premiere Auto-Save/cut.fcpxml': cut(withoutSecondScene),
    '.hidden/cut.fcpxml': cut(withoutSecondScene),
    'notes.txt': 'Scene 2 is too long.',
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

test('a cut in a folder of the user’s is a return of its version once it rests, after a restart too, and nothing is written there', async () => {
  const { scanFolder, version, clock, all, sentences, announced, published, state } = await openReturns();
  const folder = await userFolder();
  const before = await readdir(folder, { recursive: true });
  expect(await scanFolder(folder)).toEqual({ isSettled: false, state: 'watching' });
  expect(all()).toEqual([]);
  await clock.advance(settleMs);
  expect(await scanFolder(folder)).toEqual({ isSettled: true, state: 'watching' });
  const path = join(folder, 'monday', 'cut.fcpxmld');
  const described = { state: 'described', path, deliveryId: 'delivery-1', isMissing: false };
  expect(all()).toMatchObject([described]);
  expect(sentences()).toEqual([['Scene 2 removed']]);
  await clock.advance(settleMs);
  await scanFolder(folder);
  expect(published, 'nothing is read twice').toEqual(['cut.fcpxmld described']);

  const restarted = await openReturns(state, version);
  await restarted.scanFolder(folder);
  await restarted.clock.advance(settleMs);
  expect(await restarted.scanFolder(folder)).toEqual({ isSettled: true, state: 'watching' });
  expect(restarted.all()).toHaveLength(1);
  expect([announced, restarted.announced]).toEqual([['cut.fcpxmld'], []]);

  await writeFile(join(path, 'Info.fcpxml'), cut(shorterEnd));
  await restarted.scanFolder(folder);
  await restarted.clock.advance(settleMs);
  await restarted.scanFolder(folder);
  expect(restarted.sentences()).toEqual([['Scene 3 shortened by 0.5 s at its end']]);
  expect(await readdir(folder, { recursive: true })).toEqual(before);
});

test('a folder that goes, comes back under its name, or is closed to the user says so, and loses nothing', async () => {
  const { scan, scanFolder, clock, all } = await openReturns();
  const folder = await userFolder();
  await scanFolder(folder);
  await clock.advance(settleMs);
  await scanFolder(folder);
  await rename(folder, `${folder} away`);
  expect(await scanFolder(folder)).toEqual({ isSettled: true, state: 'missing' });
  await scan();
  expect(all()).toMatchObject([{ state: 'described', isMissing: true }]);
  await rename(`${folder} away`, folder);
  expect(await scanFolder(folder)).toMatchObject({ state: 'watching' });
  expect(all()).toMatchObject([{ state: 'described', isMissing: false }]);
  await chmod(folder, 0);
  const closed = await scanFolder(folder);
  await chmod(folder, 0o700);
  if (process.getuid?.() !== 0) expect(closed).toEqual({ isSettled: true, state: 'no_permission' });
});

test('a copy of what was delivered is no return, and what belonged to nobody is read again for a new version', async () => {
  const { scan, scanFolder, version, clock, all } = await openReturns();
  const folder = await makeFolder('04_Exports');
  const own = await readFile(join(version.folder, 'Harbour lights_v003.mlt'));
  await writeFile(join(folder, 'copy.mlt'), own);
  await writeFile(join(folder, 'cut.fcpxml'), cut(withoutSecondScene));
  const settle = async (versions: (typeof version)[]) => {
    await scanFolder(folder, versions);
    await clock.advance(settleMs);
    return scanFolder(folder, versions);
  };
  expect(await settle([])).toMatchObject({ isSettled: true });
  expect(all()).toEqual([]);
  await scan();
  await settle([version]);
  expect(all().map(({ fileName }) => fileName)).toEqual(['cut.fcpxml']);
});

test('a file that was finished long before its folder is watched is read at once, and a copy of ours never shown', async () => {
  const { scanFolder, version, all, published } = await openReturns();
  const folder = await makeFolder('04_Exports');
  const own = await readFile(join(version.folder, 'Harbour lights_v003.mlt'), 'utf8');
  await writeFile(join(folder, 'cut.fcpxml'), cut(withoutSecondScene));
  await writeFile(join(folder, 'copy.mlt'), own);
  for (const name of ['cut.fcpxml', 'copy.mlt']) await utimes(join(folder, name), longAgo, longAgo);
  expect(await scanFolder(folder)).toEqual({ isSettled: true, state: 'watching' });
  expect(all()).toMatchObject([{ fileName: 'cut.fcpxml', state: 'described' }]);
  expect(published).toEqual(['cut.fcpxml described']);
});

test('a return outside a version in the trash stays unchanged and is checked only every half minute', async () => {
  const { scan, scanFolder, version, all, published, save, settle } = await openReturns();
  const folder = await makeFolder('04_Exports');
  const path = join(folder, 'cut.fcpxml');
  await writeFile(path, cut(withoutSecondScene));
  await utimes(path, longAgo, longAgo);
  await scanFolder(folder);
  await save('Returns/inside.fcpxml', cut(shorterEnd));
  await settle();
  await rename(version.folder, `${version.folder} in the trash`);
  await scan();
  const states = () =>
    all().map(({ fileName, isMissing }) => `${fileName} ${isMissing ? 'missing' : 'there'}`);
  expect(states().toSorted()).toEqual(['cut.fcpxml there', 'inside.fcpxml missing']);
  const told = published.length;
  for (let looks = 0; looks < 3; looks += 1) {
    expect(await scan()).toEqual({ isSettled: true, isThere: false });
    expect(await scanFolder(folder)).toEqual({ isSettled: true, state: 'watching' });
  }
  expect(published).toHaveLength(told);
  await writeFile(path, cut(shorterEnd));
  expect(await scanFolder(folder)).toEqual({ isSettled: true, state: 'watching' });
  await rm(path);
  await scan();
  expect(states().toSorted()).toEqual(['cut.fcpxml missing', 'inside.fcpxml missing']);
});

test('an unmatched file is read again once its version is in its place', async () => {
  const { scan, scanFolder, version, clock, all } = await openReturns();
  const folder = await makeFolder('04_Exports');
  const path = join(folder, 'cut.fcpxml');
  await writeFile(path, cut(withoutSecondScene));
  await utimes(path, longAgo, longAgo);
  await scan();
  await rename(version.folder, `${version.folder} unplugged`);
  await scan();
  await scanFolder(folder);
  expect(all()).toEqual([]);
  await rename(`${version.folder} unplugged`, version.folder);
  await scan();
  await clock.advance(settleMs);
  await scanFolder(folder);
  expect(all().map(({ fileName }) => fileName)).toEqual(['cut.fcpxml']);
});

test('an unmatched file is read again because its own folder was missing, not because another one is', async () => {
  const { scanFolder, clock, all } = await openReturns();
  const folder = await makeFolder('04_Exports');
  const path = join(folder, 'cut.fcpxml');
  await writeFile(path, cut(withoutSecondScene));
  await utimes(path, longAgo, longAgo);
  await scanFolder(folder, []);
  expect(await scanFolder(`${folder} 2`)).toMatchObject({ state: 'missing' });
  await clock.advance(settleMs);
  await scanFolder(folder);
  expect(all()).toEqual([]);
  await rename(folder, `${folder} unplugged`);
  expect(await scanFolder(folder)).toMatchObject({ state: 'missing' });
  await rename(`${folder} unplugged`, folder);
  await scanFolder(folder);
  expect(all().map(({ fileName }) => fileName)).toEqual(['cut.fcpxml']);
});

test('a file that could not be read is read again at the next look, though it looks as before', async () => {
  const { scanFolder, clock, all } = await openReturns();
  const folder = await makeFolder('04_Exports');
  const path = join(folder, 'Harbour lights_v003.fcpxml');
  const server = createServer().listen(path);
  await once(server, 'listening');
  await utimes(path, longAgo, longAgo);
  expect(await scanFolder(folder)).toEqual({ isSettled: true, state: 'watching' });
  expect(all()).toEqual([]);
  server.close();
  await once(server, 'close');
  await writeFile(path, '');
  await utimes(path, longAgo, longAgo);
  await clock.advance(settleMs);
  await scanFolder(folder);
  expect(all()).toMatchObject([{ fileName: 'Harbour lights_v003.fcpxml' }]);
});

test('versions inside a watched folder keep their own rules, and a folder with too much in it is left alone', async () => {
  const folder = await makeFolder('films');
  const version = await placeVersion(folder);
  await writeFile(join(version.folder, 'Returns', 'cut.fcpxml'), cut(withoutSecondScene));
  await writeFile(join(folder, 'cut.fcpxml'), cut(withoutSecondScene));
  const found = await listFolderFiles(folder);
  expect(found?.map(({ relativePath }) => relativePath)).toEqual([join(folder, 'cut.fcpxml')]);
  await mkdir(join(folder, 'more'));
  for (const name of ['a', 'b', 'c']) await writeFile(join(folder, 'more', name), '');
  expect(await listFolderFiles(folder, 100)).toHaveLength(1);
  expect(await listFolderFiles(folder, 3)).toBeNull();
});

async function open(chosen: (string | null)[], deliveryFolder: string | null = null) {
  const repository = new SettingsRepository({ state: await openStore() });
  const changes: unknown[] = [];
  const deps = {
    ...englishWords,
    repository,
    known: new KnownFolders({ repository, mayMark: false }),
    dialogs: { chooseFolder: () => Promise.resolve(chosen.shift() ?? null) },
    deliveryFolder: () => deliveryFolder,
    onChange: (folders: unknown) => changes.push(folders),
  };
  return { folders: new WatchedFolders(deps), again: () => new WatchedFolders(deps), changes };
}

test('a folder is added, kept over a restart with its state, and removed', async () => {
  const path = await makeFolder('04_Exports');
  const { folders, again, changes } = await open([path, null]);
  expect(await folders.add()).toEqual([{ path, state: 'watching' }]);
  expect(await folders.add()).toEqual([{ path, state: 'watching' }]);
  const restarted = again();
  expect(restarted.paths()).toEqual([path]);
  restarted.note(path, 'missing');
  restarted.note(path, 'missing');
  expect(restarted.list()).toEqual([{ path, state: 'missing' }]);
  expect(restarted.remove(path)).toEqual([]);
  expect(changes).toEqual([[{ path, state: 'watching' }], [{ path, state: 'missing' }], []]);
});

test('folders that are too wide, watched already, delivered to or not readable are refused, by whatever path', async () => {
  const root = await makeFolder('films');
  const watched = join(root, 'show');
  const inner = join(root, 'show', '04_Exports');
  const deliveries = join(root, 'Dailies');
  const link = join(root, 'link');
  for (const path of [inner, join(deliveries, 'Harbour')]) await mkdir(path, { recursive: true });
  await symlink(inner, link);
  const home = join(await makeFolder('homes'), 'ada');
  await mkdir(home);
  vi.stubEnv('HOME', home);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const wide = ['/', home, dirname(home), '/usr', '/proc/self'];
  const cases: [path: string, reason: string | undefined][] = [
    ...wide.map((path): [string, undefined] => [path, undefined]),
    ...[watched, inner, link, root].map((path): [string, string] => [path, 'watched']),
    ...[deliveries, join(deliveries, 'Harbour')].map((path): [string, string] => [path, 'delivery']),
    [join(root, 'gone'), 'unreadable'],
  ];
  const { folders } = await open([watched, ...cases.map(([path]) => path)], deliveries);
  await folders.add();
  for (const [path, reason] of cases) {
    const details = reason === undefined ? { path } : { path, reason };
    await expect(folders.add(), path).rejects.toMatchObject({ code: 'folder_not_watchable', details });
  }
  expect(folders.paths()).toEqual([watched]);
});
