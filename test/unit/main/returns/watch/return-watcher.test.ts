import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ReturnWatcher } from '../../../../../src-main/returns/watch/return-watcher.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { placeVersion, shorterEnd, withoutSecondScene } from '../../../../fakes/features/returns-fixture.ts';
import { watching } from '../../../../fakes/features/watching-returns.ts';
import { KeptLog, makeFolder } from '../../../../fakes/main-fixture.ts';
import { noFolders } from '../../../../fakes/no-folders.ts';
import { TurnedClock } from '../../../../fakes/turned-clock.ts';

/** The test uses the system's file watching on a possibly busy computer. */
vi.setConfig({ testTimeout: 60_000 });
const seen = { timeout: 30_000, interval: 50 };

const name = 'Harbour lights_v003.kdenlive';
const kdenlive = (cut: typeof shorterEnd) => writeKdenlive(cut, { fileName: name }).text;

test('files saved by an editor are noticed: over our document, by a rename, among the returns, as a folder', async () => {
  const version = await placeVersion(await makeFolder('watched'));
  const { found, log } = await watching([version]);
  await writeFile(join(version.folder, `${name}.part`), kdenlive(withoutSecondScene));
  await rename(join(version.folder, `${name}.part`), join(version.folder, name));
  await writeFile(join(version.folder, 'Returns', 'cut.fcpxml'), writeFcpxml(shorterEnd, '1.13'));
  await mkdir(join(version.folder, 'Returns', 'other.fcpxmld'));
  await writeFile(
    join(version.folder, 'Returns', 'other.fcpxmld', 'Info.fcpxml'),
    writeFcpxml(shorterEnd, '1.13'),
  );
  const shorter = 'Scene 3 shortened by 0.5 s at its end';
  await vi.waitFor(() => {
    expect(found()).toEqual([
      [name, 'described', 'Scene 2 removed'],
      ['Returns/cut.fcpxml', 'described', shorter],
      ['Returns/other.fcpxmld', 'described', shorter],
    ]);
  }, seen);
  await writeFile(join(version.folder, 'Returns', 'cut.fcpxml'), writeFcpxml(withoutSecondScene, '1.13'));
  await vi.waitFor(() => {
    expect(found()[1]).toEqual(['Returns/cut.fcpxml', 'described', 'Scene 2 removed']);
  }, seen);
  expect(log.lines).toEqual([]);
});

test('a folder that is renamed and one that is not there break nothing, and a version that comes is watched', async () => {
  const root = await makeFolder('watched');
  const version = await placeVersion(root);
  const versions = [version, { ...version, deliveryId: 'gone', folder: join(root, 'gone') }];
  const { watcher, found, log } = await watching(versions);
  await writeFile(join(version.folder, name), kdenlive(withoutSecondScene));
  await vi.waitFor(() => {
    expect(found()).toEqual([[name, 'described', 'Scene 2 removed']]);
  }, seen);
  await rename(version.folder, `${version.folder} elsewhere`);
  await vi.waitFor(() => {
    expect(found()).toEqual([[name, 'missing', 'Scene 2 removed']]);
  }, seen);
  await rename(`${version.folder} elsewhere`, version.folder);
  watcher.refresh();
  await vi.waitFor(() => {
    expect(found()).toEqual([[name, 'described', 'Scene 2 removed']]);
  }, seen);
  const fourth = await placeVersion(root, { version: 4, deliveryId: 'delivery-2' });
  versions.push(fourth);
  watcher.refresh();
  await watcher.idle();
  await writeFile(join(fourth.folder, 'Returns', 'cut.fcpxml'), writeFcpxml(withoutSecondScene, '1.13'));
  await vi.waitFor(() => {
    expect(found()).toEqual([
      [name, 'described', 'Scene 2 removed'],
      ['Returns/cut.fcpxml', 'described', 'Scene 2 removed'],
    ]);
  }, seen);
  expect(log.lines).toEqual([]);
});

test('files saved in a folder of the user are noticed while it is watched', async () => {
  const version = await placeVersion(await makeFolder('watched'));
  const own = await makeFolder('exports');
  const other = await makeFolder('other');
  const folders = [own];
  const { watcher, found, log } = await watching([version], folders);
  const save = (folder: string, file: string) =>
    writeFile(join(folder, file), writeFcpxml(withoutSecondScene, '1.13'));
  const places = () => found().map(([path, state]) => [path, state]);
  await mkdir(join(own, 'monday'));
  await save(own, 'monday/cut.fcpxml');
  const first = [join(own, 'monday/cut.fcpxml'), 'described'];
  await vi.waitFor(() => {
    expect(places()).toEqual([first]);
  }, seen);
  folders.splice(0, 1, other);
  watcher.refresh();
  await save(other, 'cut.fcpxml');
  await save(own, 'second.fcpxml');
  await vi.waitFor(() => {
    expect(places()).toEqual([first, [join(other, 'cut.fcpxml'), 'described']].toSorted());
  }, seen);
  expect(log.lines).toEqual([]);
});

test('every half minute all versions are looked at, whatever the system tells', async () => {
  const clock = new TurnedClock();
  const looks: string[] = [];
  const version = await placeVersion(await makeFolder('watched'));
  const watcher = new ReturnWatcher({
    clock,
    log: new KeptLog(),
    versions: () => [version],
    watched: noFolders,
    findMoved: () => Promise.resolve(false),
    scanner: {
      scanFolder: () => Promise.reject(new Error('There is no such folder.')),
      scan: ({ deliveryId }) => {
        looks.push(deliveryId);
        return Promise.resolve({ isSettled: true, isThere: false });
      },
    },
  });
  onTestFinished(() => watcher.dispose());
  watcher.refresh();
  await watcher.idle();
  expect(looks, 'before the start nothing is looked at').toEqual([]);
  watcher.start();
  await watcher.idle();
  await clock.advance(60_000);
  await watcher.idle();
  expect(looks).toEqual(['delivery-1', 'delivery-1', 'delivery-1']);
});

test('a version that got the folder of one that is gone is watched in its place', async () => {
  const root = await makeFolder('watched');
  const version = await placeVersion(root);
  const { found } = await watching([version, { ...version, deliveryId: 'deleted by hand' }]);
  await writeFile(join(version.folder, name), kdenlive(withoutSecondScene));
  await vi.waitFor(() => {
    expect(found()).toEqual([[name, 'described', 'Scene 2 removed']]);
  }, seen);
});

test('a search and a look that the records fail end nothing, and the next half minute looks again', async () => {
  const clock = new TurnedClock();
  const log = new KeptLog();
  const version = await placeVersion(await makeFolder('watched'));
  const full = new Error('the disk is full');
  const failing = { versions: false };
  const looks: string[] = [];
  const watcher = new ReturnWatcher({
    clock,
    log,
    watched: noFolders,
    versions: () => {
      if (failing.versions) throw full;
      return [version];
    },
    findMoved: () => Promise.reject(full),
    scanner: {
      scanFolder: () => Promise.reject(new Error('There is no such folder.')),
      scan: ({ deliveryId }) => {
        looks.push(deliveryId);
        return Promise.resolve({ isSettled: true, isThere: false });
      },
    },
  });
  watcher.start();
  await watcher.idle();
  failing.versions = true;
  await clock.advance(30_000);
  failing.versions = false;
  await clock.advance(30_000);
  await watcher.dispose();
  expect(looks).toEqual(['delivery-1', 'delivery-1']);
  expect(log.lines).toHaveLength(3);
});
