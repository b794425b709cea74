import { cp, mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pastNames } from '../../../../../src-main/deliveries/delivery-ledger.ts';
import { findMovedVersions } from '../../../../../src-main/returns/watch/moved-versions.ts';
import { openKeeping, placeVersion } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { aDelivery } from '../../../../fakes/main-records.ts';

/** Places a version in a delivery folder, with the search for moved versions. */
async function open(movies: string, deliveryFolder: string | null = null) {
  const rootFolder = join(movies, 'Deliveries');
  const version = await placeVersion(rootFolder);
  const { ledger } = await openKeeping(undefined, version);
  const { deliveryId, folder } = version;
  ledger.put(aDelivery({ deliveryId, rootFolder, state: 'done', folderPath: folder }));
  const folders = { isAnother: () => Promise.resolve(false), findRenamed: () => Promise.resolve(null) };
  const found: string[] = [];
  const place = () => {
    const { folderPath, folderName, rootFolder: root } = ledger.get(deliveryId);
    return { folderPath, folderName, rootFolder: root };
  };
  const find = () => {
    const wanted = { ...version, folder: place().folderPath ?? '' };
    const onFound = (id: string): void => void found.push(id);
    const deps = { ledger, folders, deliveryFolder: () => deliveryFolder, onFound };
    return findMovedVersions([wanted], [wanted], deps);
  };
  return { rootFolder, version, ledger, place, find, found };
}

test('a version that is in its place after all is not found anew, and no copy takes its place', async () => {
  const { version, place, find, found } = await open(await makeFolder('movies'));
  const before = place();
  expect(await find()).toBe(false);
  await cp(version.folder, join(dirname(version.folder), 'A copy'), { recursive: true });
  expect(await find()).toBe(false);
  expect([place(), found]).toEqual([before, []]);
});

test('a version moved to another level of its delivery folder stays one of that folder, and is found there again', async () => {
  const { rootFolder, version, place, find } = await open(await makeFolder('movies'));
  const folderName = basename(version.folder);
  const above = join(rootFolder, folderName);
  await rename(version.folder, above);
  expect(await find()).toBe(true);
  expect(place()).toEqual({ folderPath: above, folderName, rootFolder });
  const outside = join(rootFolder, '..', 'Other', folderName);
  await mkdir(dirname(outside));
  await rename(above, outside);
  expect(await find(), 'nothing above the delivery folder is searched').toBe(false);
  await rename(outside, version.folder);
  expect(await find()).toBe(true);
  expect(place()).toEqual({ folderPath: version.folder, folderName, rootFolder });
});

test('a version in a delivery folder inside another one belongs to the inner one', async () => {
  const outer = await makeFolder('movies');
  const { rootFolder, version, place, find } = await open(outer, outer);
  const above = join(rootFolder, basename(version.folder));
  await rename(version.folder, above);
  expect(await find()).toBe(true);
  expect(place()).toMatchObject({ folderPath: above, rootFolder });
});

test('a version that the user renames keeps its number: no later version gets the name it was delivered under', async () => {
  const { version, ledger, place, find } = await open(await makeFolder('movies'));
  const { deliveryId, folder, projectId } = version;
  const delivered = basename(folder);
  ledger.update(deliveryId, { folderName: delivered, documentName: `${delivered}.resolve.fcpxml` });
  await rename(folder, `${folder}_APPROVED`);
  expect(await find()).toBe(true);
  expect(place().folderName).toBe(`${delivered}_APPROVED`);
  expect(pastNames(ledger, projectId)).toContain(delivered);
});
