import { execFileSync } from 'node:child_process';
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDeliveries } from '../fakes/delivery-fixture.ts';
import { makeFolder } from '../fakes/main-fixture.ts';
import { canMount, mountMemoryVolume } from '../fakes/memory-volume.ts';
import { until } from '../fakes/turned-clock.ts';

const reason = canMount ? '' : ' (SKIPPED: this process may not mount a volume)';
const mebibyte = 1024 ** 2;

function plugIn(disk: string, folder: string): void {
  execFileSync('mount', ['--bind', disk, folder], { stdio: 'pipe' });
}

function unplug(folder: string): void {
  execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
}

/** A drive that is plugged in at `folder`, and the bare folder below it when it is not. */
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
      // It is not plugged in.
    }
  });
  return { disk, folder };
}

async function visible(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== '.dailies-folder');
}

/** Takes room until only `leftBytes` are free. */
async function fill(folder: string, leftBytes: number): Promise<void> {
  const ballast = await open(join(folder, 'ballast'), 'a');
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder);
      const room = bavail * bsize - leftBytes;
      if (room <= 0) return;
      await ballast.write(Buffer.alloc(Math.min(room, mebibyte)));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await ballast.close();
  }
}

test.skipIf(!canMount)(
  `a drive unplugged in the middle of a download gets the rest when it is back, its bare folder nothing${reason}`,
  async () => {
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
    await again.deliveries.start();
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
  const { folder } = await makeDrive();
  const { storage, start, deliveries } = await startDeliveries({ folder, isPlain: true });
  await fill(folder, 16 * mebibyte);
  const id = await start();
  await until(() => deliveries.get(id).state === 'downloading');
  expect(storage.server.seen).toEqual([]);
  await rm(join(folder, 'ballast'));
  await deliveries.settled(id);
  expect(deliveries.get(id)).toMatchObject({ state: 'done', error: null });
});

test.skipIf(!canMount)(
  `a drive that fills to its last byte while something is written pauses it until there is room${reason}`,
  async () => {
    const { folder } = await makeDrive();
    const { storage, start, deliveries, transferOf, arrivedOf, queue } = await startDeliveries({
      folder,
      isPlain: true,
    });
    storage.holdsAt = 20_000;
    const id = await start();
    await until(() => arrivedOf(id) === 20_000);
    storage.intercept = async () => {
      await fill(folder, 0);
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
    storage.intercept = () => false;
    await rm(join(folder, 'ballast'));
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'done', error: null });
  },
);
