import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { VersionFolders } from '../../../../../src-main/deliveries/version/version-folders.ts';
import { notTrashed } from '../../../../../src-main/foundation/files/not-trashed.ts';
import { absoluteLocation } from '../../../../../src-main/projects/documents.ts';
import type { WatchedVersion } from '../../../../../src-main/returns/return-record.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { openKeeping, placeVersion, withoutSecondScene } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { aDelivery } from '../../../../fakes/main-records.ts';

const edited = writeKdenlive(withoutSecondScene, { fileName: 'Harbour lights_v003.kdenlive' }).text;

/** Prepares a delivered version, with a folder as the trash. */
async function setUp() {
  const keeping = await openKeeping();
  const { ledger, returns, version } = keeping;
  const trash = await makeFolder('trash');
  const note = ({ deliveryId, folder, projectId }: WatchedVersion) =>
    ledger.put(
      aDelivery({
        deliveryId,
        projectId,
        state: 'done',
        mediaDelivery: 'BUNDLE',
        folderPath: folder,
        folderName: basename(folder),
        rootFolder: dirname(dirname(folder)),
      }),
    );
  note(version);
  const shell = {
    moveToTrash: (path: string): Promise<void> => rename(path, join(trash, basename(path))),
  };
  const folders = new VersionFolders({
    ledger,
    shell,
    countOpenReturns: (id) => returns.countOpen(id),
    locationsOfYourCut: () => [],
    scanForReturns: (folder) => returns.scanVersion(folder),
  });
  const list = async () => (await folders.list('local', null)).folders;
  return { ...keeping, trash, shell, folders, list, note };
}

test('versions are listed by size, with what they free and those that were made from them', async () => {
  const { folders, save, settle, all, returns, version, note, list } = await setUp();
  const before = await list();
  expect(before).toMatchObject([
    { folderName: 'Harbour lights_v003', openReturnCount: 0, dependents: [], deliveryId: 'delivery-1' },
  ]);
  expect(before[0]?.freedBytes).toBe(before[0]?.sizeBytes);

  await save('Returns/cut.kdenlive', edited);
  await settle();
  expect(await list()).toMatchObject([{ openReturnCount: 1 }]);
  const [{ returnId } = { returnId: '' }] = all();
  await returns.keep(returnId);
  const other = await placeVersion(await makeFolder('other'), { deliveryId: 'other' });
  await writeFile(join(other.folder, 'media', 'large.mov'), 'x'.repeat(100_000));
  note({ ...other, projectId: 'project-2' });

  const [largest, ...rest] = await list();
  expect(largest?.deliveryId).toBe('other');
  const base = rest.find(({ deliveryId }) => deliveryId === 'delivery-1');
  expect(base).toMatchObject({ openReturnCount: 0, dependents: ['Harbour lights_v004'] });
  const media = await stat(join(version.folder, 'media', 'scene-01.wav'));
  expect(base?.freedBytes, 'the kept version has the same media').toBeLessThanOrEqual(
    (base?.sizeBytes ?? 0) - media.size,
  );
  const ofProject = await folders.list('local', 'project-1');
  expect(ofProject.folders.map(({ folderName }) => folderName).toSorted()).toEqual([
    'Harbour lights_v003',
    'Harbour lights_v004',
  ]);
  expect(ofProject.totalBytes).toBeLessThan(
    ofProject.folders.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
});

test('a version names those that use media in its folder, though they were not made from it', async () => {
  const { save, settle, all, returns, version, note, list } = await setUp();
  const root = dirname(dirname(version.folder));
  const older = await placeVersion(root, { version: 1, deliveryId: 'delivery-0', remade: ['scene-03.png'] });
  note(older);
  const media = withoutSecondScene.media.map((one) => {
    const { folder } = one.fileName === 'scene-03.png' ? older : version;
    return { ...one, location: absoluteLocation(one.location, folder) };
  });
  await save('Returns/cut.fcpxml', writeFcpxml({ ...withoutSecondScene, media }, '1.13'));
  await settle();
  const { keptAs } = await returns.keep(all()[0]?.returnId ?? '');
  const users = (await list()).map(({ folderName, mediaUsers }) => [folderName, mediaUsers]);
  expect(users.toSorted()).toEqual([
    ['Harbour lights_v001', [keptAs?.versionName]],
    ['Harbour lights_v003', []],
    ['Harbour lights_v004', []],
  ]);
});

test('a version goes to the trash whole, and is one again when it was put back', async () => {
  const { folders, list, trash, version, ledger } = await setUp();
  expect(await folders.discard('delivery-1')).toMatchObject({ state: 'trashed' });
  const moved = join(trash, 'Harbour lights_v003');
  expect((await stat(join(moved, 'media', 'scene-01.wav'))).isFile()).toBe(true);
  expect(await list()).toEqual([]);
  await expect(folders.discard('delivery-1')).rejects.toMatchObject({ code: 'not_found' });

  await rename(moved, version.folder);
  expect(await list()).toMatchObject([{ deliveryId: 'delivery-1' }]);
  expect(ledger.get('delivery-1').state).toBe('done');
});

test('a version stays while something came back that nobody has decided about, even a moment ago', async () => {
  const { folders, save, version, all, returns, settle } = await setUp();
  const path = await save('Returns/cut.kdenlive', edited);
  expect(all(), 'it was not noticed yet').toEqual([]);
  const refusal = { code: 'conflict', details: { reason: 'open_returns', count: 1 } };
  await expect(folders.discard('delivery-1')).rejects.toMatchObject(refusal);
  expect(await readFile(path, 'utf8')).toBe(edited);
  await settle();
  await expect(folders.discard('delivery-1')).rejects.toMatchObject(refusal);
  returns.dismiss(all()[0]?.returnId ?? '');
  await folders.discard('delivery-1');
  await expect(stat(version.folder)).rejects.toThrow('ENOENT');
});

test('a version that the trash refuses stays as it is', async () => {
  const { folders, shell, version, ledger } = await setUp();
  shell.moveToTrash = (path) => Promise.reject(notTrashed(path, new Error('There is none.')));
  await expect(folders.discard('delivery-1')).rejects.toMatchObject({ code: 'not_trashed' });
  expect(ledger.get('delivery-1').state).toBe('done');
  expect((await stat(version.folder)).isDirectory()).toBe(true);
});

test('another version at the place of one that is gone is left alone', async () => {
  const { folders, version, list } = await setUp();
  await rm(version.folder, { recursive: true });
  const root = dirname(dirname(version.folder));
  const { folder } = await placeVersion(root, { deliveryId: 'another' });
  expect(folder).toBe(version.folder);
  expect(await list()).toEqual([]);
  await expect(folders.discard('delivery-1')).rejects.toMatchObject({ code: 'not_found' });
  expect((await stat(folder)).isDirectory()).toBe(true);
});
