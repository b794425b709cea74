import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, stat, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDeliveries } from '../fakes/features/delivery-fixture.ts';
import { makeFolder } from '../fakes/main-fixture.ts';
import { canMount, fillVolume, mountMemoryVolume } from '../fakes/memory-volume.ts';
import { until } from '../fakes/turned-clock.ts';
import { recordFault } from './support/fault-table.ts';
import { startOnFullState } from './support/full-state.ts';

const part = 'B7 machine: volumes';
const reason = canMount ? '' : ' (SKIPPED: this process may not mount a volume)';
const mebibyte = 1024 ** 2;

function plugIn(disk: string, folder: string): void {
  execFileSync('mount', ['--bind', disk, folder], { stdio: 'pipe' });
}

function unplug(folder: string): void {
  execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
}

/** Mounts a drive at `folder`, which is an empty folder whenever the drive is unplugged. */
async function makeDrive() {
  const disk = join(await makeFolder('disk'), 'disk');
  const folder = join(await makeFolder('mount'), 'folder');
  onTestFinished(mountMemoryVolume(disk, 'size=64m'));
  await mkdir(folder);
  plugIn(disk, folder);
  onTestFinished(() => {
    try {
      unplug(folder);
    } catch {
      // The drive is already unplugged.
    }
  });
  return { disk, folder };
}

async function visible(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== '.dailies-folder');
}

test.skipIf(!canMount)(
  `a drive unplugged in the middle of a download gets the rest when it is back, its bare folder nothing${reason}`,
  async () => {
    recordFault({ part, fault: 'unplugged in the middle of a download and plugged in again' });
    const { disk, folder } = await makeDrive();
    const { storage, start, deliveries, transferOf, arrivedOf, clock } = await startDeliveries({
      folder,
      isPlain: true,
    });
    storage.holdsAt = 20_000;
    const id = await start();
    await until(() => arrivedOf(id) === 20_000);
    unplug(folder);
    storage.server.closeConnections();
    await until(() => transferOf(id)?.state === 'waiting');
    expect(transferOf(id)).toMatchObject({
      waitingFor: 'folder',
      error: { code: 'delivery_folder_missing' },
    });
    const waitedFromMs = clock.monotonicMs();
    await until(() => clock.monotonicMs() - waitedFromMs > 60_000);
    expect(await readdir(folder)).toEqual([]);
    expect(deliveries.get(id)).toMatchObject({ state: 'downloading', error: null });
    storage.holdsAt = null;
    plugIn(disk, folder);
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'done', error: null });
    expect(storage.startsAskedFor.at(-1)).toBe(20_000);
    expect(await visible(disk)).toEqual(['Harbour']);
    unplug(folder);
    expect(await readdir(folder)).toEqual([]);
  },
);

test.skipIf(!canMount)(
  `another drive at the same place gets nothing, also over a restart${reason}`,
  async () => {
    recordFault({ part, fault: 'another drive in its place, over a restart' });
    const { disk, folder } = await makeDrive();
    const parts = await startDeliveries({ folder, isPlain: true });
    const { storage, start, arrivedOf } = parts;
    storage.holdsAt = 20_000;
    const id = await start();
    await until(() => arrivedOf(id) === 20_000);
    await parts.dispose();
    unplug(folder);
    const unmountOther = mountMemoryVolume(folder, 'size=64m');
    onTestFinished(unmountOther);
    storage.holdsAt = null;
    const again = await parts.again();
    again.deliveries.start();
    const waitedFromMs = again.clock.monotonicMs();
    await until(() => again.clock.monotonicMs() - waitedFromMs > 60_000);
    expect(await readdir(folder)).toEqual([]);
    expect(again.deliveries.get(id).error).toBeNull();
    unmountOther();
    plugIn(disk, folder);
    await again.deliveries.settled(id);
    expect(again.deliveries.get(id)).toMatchObject({ state: 'done' });
    expect(storage.startsAskedFor).toEqual([0, 20_000]);
  },
);

test.skipIf(!canMount)(`a drive without room is waited for before the download begins${reason}`, async () => {
  recordFault({ part, fault: 'no room before a download' });
  const { folder } = await makeDrive();
  const { storage, start, deliveries } = await startDeliveries({ folder, isPlain: true });
  await fillVolume(folder, 16 * mebibyte);
  const id = await start();
  const missingRoom = () => deliveries.list(1)[0]?.missingRoom;
  await until(() => missingRoom() !== null);
  const neededBytes = 2 * storage.bytes.length + 16 * mebibyte;
  expect(missingRoom()).toEqual({ folder, neededBytes, freeBytes: 16 * mebibyte });
  const { size } = await stat(join(folder, 'ballast'));
  await truncate(join(folder, 'ballast'), size - 65_536);
  await until(() => missingRoom()?.freeBytes === 16 * mebibyte + 65_536);
  expect(deliveries.get(id)).toMatchObject({ state: 'downloading', error: null });
  expect(storage.server.seen).toEqual([]);
  await rm(join(folder, 'ballast'));
  await deliveries.settled(id);
  expect(deliveries.get(id)).toMatchObject({ state: 'done', error: null });
  expect(missingRoom()).toBeNull();
});

test.skipIf(!canMount)(
  `a drive that fills to its last byte while something is written pauses it until there is room${reason}`,
  async () => {
    recordFault({ part, fault: 'filled to its last byte while something is written' });
    const { folder } = await makeDrive();
    const { storage, start, deliveries, transferOf, arrivedOf, queue } = await startDeliveries({
      folder,
      isPlain: true,
    });
    storage.holdsAt = 20_000;
    const id = await start();
    await until(() => arrivedOf(id) === 20_000);
    storage.intercept = async () => {
      await fillVolume(folder);
      storage.holdsAt = null;
      return false;
    };
    const { transferId } = transferOf(id) ?? { transferId: '' };
    queue.pause(transferId);
    queue.resume(transferId);
    await until(() => transferOf(id)?.state === 'waiting');
    expect(transferOf(id)).toMatchObject({
      waitingFor: 'space',
      error: { code: 'disk_full', details: { path: folder } },
    });
    await until(() => deliveries.list(1)[0]?.missingRoom !== null);
    const lacking = { waitingFor: 'space', missingRoom: { folder } };
    expect(deliveries.list(1)).toMatchObject([lacking]);
    expect(transferOf(id)).toMatchObject(lacking);
    const { neededBytes = 0, freeBytes = 0 } = transferOf(id)?.missingRoom ?? {};
    expect(freeBytes).toBeLessThan(neededBytes);
    expect(neededBytes).toBeGreaterThan(16 * mebibyte + storage.bytes.length);
    storage.intercept = () => false;
    await rm(join(folder, 'ballast'));
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'done', error: null });
  },
);

test.skipIf(!canMount)(
  `a project folder that leads to another volume is reported as one that cannot be written to${reason}`,
  async () => {
    recordFault({ part, fault: 'project folder that leads to another volume' });
    const { start, deliveries, folder, storage } = await startDeliveries();
    const elsewhere = join(await makeFolder('elsewhere'), 'disk');
    onTestFinished(mountMemoryVolume(elsewhere, 'size=64m'));
    await symlink(elsewhere, join(folder, 'Harbour'));
    const id = await start();
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({
      state: 'failed',
      error: { code: 'delivery_folder_not_writable', details: { path: folder, reason: 'EXDEV' } },
    });
    expect(await readdir(elsewhere)).toEqual([]);
    // The app keeps the received bytes for another attempt.
    await rm(join(folder, 'Harbour'));
    const received = storage.server.seen.length;
    expect((await deliveries.retry(id)).deliveryId).toBe(id);
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'done', error: null });
    expect(storage.server.seen).toHaveLength(received);
    expect(await visible(folder)).toEqual(['Harbour']);
  },
);

test.skipIf(!canMount)(
  `a state without room holds a delivery up, which goes on with it${reason}`,
  async () => {
    recordFault({ part, fault: 'no room for the state while a delivery is made' });
    const { deliveries, log, id, freeRoom } = await startOnFullState();
    expect(deliveries.get(id)).toMatchObject({ state: 'preparing', error: null });
    await freeRoom();
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'done', waitingFor: null, error: null });
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  },
);
