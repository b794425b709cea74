import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readManifest } from '../../../../src-main/deliveries/version/manifest.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { startDeliveries, startWithInterchange } from '../../../fakes/features/delivery-fixture.ts';
import { until } from '../../../fakes/turned-clock.ts';

/** The test uses real threads and files on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

const visible = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name !== '.dailies-folder');

async function logOf(parts: Awaited<ReturnType<typeof startDeliveries>>, deliveryId: string) {
  const text = await readFile(await parts.logs.find(deliveryId), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; [fact: string]: unknown });
}

test('a download goes on after a restart where it was, and its log tells all of it', async () => {
  const parts = await startDeliveries();
  const { storage, start, transferOf, arrivedOf, deliveries, folder } = parts;
  storage.holdsAt = 100_000;
  const id = await start();
  await until(() => arrivedOf(id) === 100_000);
  const { transferId } = transferOf(id) ?? { transferId: '' };
  await parts.dispose();
  expect(deliveries.get(id).state).toBe('downloading');
  expect(await visible(folder)).toEqual([`.dailies-tmp-${id}`]);
  storage.holdsAt = null;
  const again = await parts.again();
  again.deliveries.start();
  await again.deliveries.settled(id);
  const record = again.deliveries.get(id);
  expect(record).toMatchObject({ state: 'done', error: null });
  expect(storage.startsAskedFor).toEqual([0, 100_000]);
  expect(await visible(folder)).toEqual(['Harbour']);
  const transfer = again.queue.get(transferId);
  expect(transfer).toMatchObject({ state: 'done', doneBytes: storage.bytes.length });
  const lines = [...(await logOf(parts, id)), ...(await logOf({ ...parts, logs: again.logs }, id))];
  expect(lines.map(({ event }) => event)).toEqual([
    'delivery_started',
    'started',
    'delivery_started',
    'resumed',
    'received',
    ...Array.from({ length: 6 }, () => 'unpacked'),
    'committed',
    'delivery_ended',
  ]);
  expect(lines.find(({ event }) => event === 'resumed')).toMatchObject({ atByte: 100_000 });
  expect(lines.find(({ event }) => event === 'received')).toMatchObject({ sha256: transfer.sha256 });
  const { media } = (await readManifest(record.folderPath ?? '')) ?? { media: [] };
  const unpacked = lines.filter(({ event }) => event === 'unpacked').map(({ sha256 }) => sha256);
  expect(unpacked.sort()).toEqual(media.map(({ sha256 }) => sha256).sort());
  expect(JSON.stringify(lines)).not.toContain('signature');
  await again.deliveries.revealLog(id);
  expect(again.revealed).toEqual([await again.logs.find(id)]);
});

test('a full disk at the start keeps no delivery from going on', async () => {
  const { storage, start, arrivedOf, state, dispose, again } = await startDeliveries();
  storage.holdsAt = 100_000;
  const ids = [await start(), await start()];
  await until(() => ids.every((id) => arrivedOf(id) === 100_000));
  await dispose();
  storage.holdsAt = null;
  const { deliveries, log } = await again();
  state.database.exec(
    "CREATE TEMP TRIGGER full BEFORE UPDATE ON deliveries BEGIN SELECT RAISE(ABORT, 'no room'); END",
  );
  deliveries.start();
  state.database.exec('DROP TRIGGER full');
  for (const id of ids) {
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'done', error: null });
  }
  expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'warn']);
});

test('files received whole are not received again when the rest is repeated', async () => {
  const { storage, start, transferOf, deliveries, folder, power } = await startDeliveries();
  const keepAwake = power.keepAwake.bind(power);
  let tries = 0;
  // Unpacking calls this once per attempt.
  power.keepAwake = () => {
    if (transferOf(id)?.state === 'done') tries += 1;
    if (tries === 2) rmSync(join(folder, 'Harbour'), { force: true });
    return keepAwake();
  };
  // A link to itself, in place of the project's folder.
  await symlink('Harbour', join(folder, 'Harbour'));
  const id = await start();
  await deliveries.settled(id);
  expect(deliveries.get(id)).toMatchObject({ state: 'done', error: null });
  expect(storage.server.seen).toHaveLength(1);
  const sizeBytes = storage.bytes.length;
  expect(transferOf(id)).toMatchObject({ state: 'done', checkpoint: { receivedBytes: sizeBytes } });
});

test('a bundle that is removed after it was received is brought again', async () => {
  const { storage, start, deliveries, folder, power, transferOf } = await startDeliveries();
  const keepAwake = power.keepAwake.bind(power);
  let isRemoved = false;
  // Unpacking calls this, as the download did before.
  power.keepAwake = () => {
    if (!isRemoved && transferOf(id)?.state === 'done') {
      rmSync(join(folder, `.dailies-tmp-${id}`, 'downloads', 'bundle.zip'));
      isRemoved = true;
    }
    return keepAwake();
  };
  const id = await start();
  await deliveries.settled(id);
  expect(deliveries.get(id)).toMatchObject({ state: 'done', error: null });
  expect(storage.startsAskedFor).toEqual([0, 0]);
});

test('a lasting obstacle ends the delivery after a few tries although the folder is there', async () => {
  const { start, deliveries, folder } = await startDeliveries();
  // A link to itself, in place of the project's folder.
  await symlink('Harbour', join(folder, 'Harbour'));
  const id = await start();
  await deliveries.settled(id);
  expect(deliveries.get(id)).toMatchObject({
    state: 'failed',
    error: { code: 'delivery_folder_not_writable' },
  });
  expect(await visible(folder)).toEqual([`.dailies-tmp-${id}`, 'Harbour']);
});

test('a delivery is cancelled although what it waits for never comes back', async () => {
  const hung = Promise.withResolvers<never>();
  const { start, deliveries, folder } = await startDeliveries({ interchange: { run: () => hung.promise } });
  const id = await start();
  await until(() => deliveries.get(id).state === 'preparing');
  expect(await deliveries.cancel(id)).toMatchObject({ state: 'cancelled' });
  const ended = deliveries.get(id);
  hung.reject(new Error('The drive is gone.'));
  await deliveries.settled(id);
  expect(deliveries.get(id)).toEqual({ ...ended, stepMs: expect.anything() as unknown });
  expect(await visible(folder)).toEqual([]);
});

test('the app closes although what a delivery waits for never comes back', async () => {
  const hung = Promise.withResolvers<never>();
  const { start, deliveries, log } = await startDeliveries({ interchange: { run: () => hung.promise } });
  const id = await start();
  await until(() => deliveries.get(id).state === 'preparing');
  await deliveries.dispose();
  hung.reject(new Error('The drive is gone.'));
  await deliveries.settled(id);
  expect(deliveries.get(id)).toMatchObject({ state: 'preparing', error: null });
  expect(log.lines).toEqual([]);
});

test('a paused download goes on where it was', async () => {
  const { storage, start, deliveries, transferOf, arrivedOf, queue } = await startDeliveries();
  storage.holdsAt = 50_000;
  const id = await start();
  await until(() => arrivedOf(id) === 50_000);
  const { transferId } = transferOf(id) ?? { transferId: '' };
  expect(queue.pause(transferId)).toMatchObject({ state: 'paused', doneBytes: 50_000 });
  expect(deliveries.get(id)).toMatchObject({ state: 'downloading' });
  storage.holdsAt = null;
  queue.resume(transferId);
  await deliveries.settled(id);
  expect(deliveries.get(id).state).toBe('done');
  expect(storage.startsAskedFor).toEqual([0, 50_000]);
});

describe('a delivery waits and goes on by itself', () => {
  test.each([
    ['the network', 'service_unreachable', 'network'],
    ['the sign-in', 'signed_out', 'signIn'],
  ] as const)('for %s, before it has its documents', async (_name, code, gate) => {
    let tries = 0;
    const parts = await startWithInterchange(() => {
      tries += 1;
      if (tries < 3) throw new AppError(code, 'Not now.');
    });
    const { start, deliveries, result } = parts;
    parts[gate].close('local');
    const id = await start();
    await until(() => tries === 1);
    expect(deliveries.get(id)).toMatchObject({ state: 'preparing', error: null });
    parts[gate].open('local');
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'done', interchangeJobId: result.jobId });
    expect(tries).toBe(3);
  });

  test('for room on its drive, which it tells of, also after a restart', async () => {
    const parts = await startDeliveries();
    const { start, deliveries, result, folder } = parts;
    result.sizeBytes = 2 ** 50;
    const id = await start();
    const isReported = (those: typeof deliveries) => those.list(1)[0]?.missingRoom !== null;
    await until(() => isReported(deliveries));
    const missingRoom = { folder, freeBytes: expect.any(Number) as number };
    expect(deliveries.list(1)).toMatchObject([
      { deliveryId: id, state: 'downloading', waitingFor: 'space', missingRoom },
    ]);
    expect(deliveries.list(1)[0]?.missingRoom?.neededBytes).toBeGreaterThan(2 ** 51);
    await parts.dispose();
    const again = await parts.again();
    again.result.sizeBytes = 2 ** 50;
    expect(isReported(again.deliveries)).toBe(false);
    again.deliveries.start();
    await until(() => isReported(again.deliveries));
    again.result.sizeBytes = parts.storage.bytes.length;
    expect(again.deliveries.list(1)).toMatchObject([{ waitingFor: 'space', missingRoom }]);
    await again.deliveries.cancel(id);
    expect(again.deliveries.list(1)).toMatchObject([{ waitingFor: null, missingRoom: null }]);
  });

  test('and is cancelled while it waits, leaving nothing', async () => {
    const { storage, start, deliveries, transferOf, network, folder, queue } = await startDeliveries({
      isPlain: true,
    });
    network.close('local');
    storage.intercept = (_request, response) => {
      response.destroy();
      return true;
    };
    const id = await start();
    await until(() => transferOf(id)?.state === 'waiting');
    expect(queue.shown(queue.get(transferOf(id)?.transferId ?? ''))).toMatchObject({ waitingFor: 'network' });
    expect(await deliveries.cancel(id)).toMatchObject({ state: 'cancelled', error: null });
    expect(transferOf(id)?.state).toBe('cancelled');
    expect(await visible(folder)).toEqual([]);
  });

  test('until the transfer is cancelled in the list, which cancels the delivery', async () => {
    const { storage, start, deliveries, transferOf, queue, folder } = await startDeliveries();
    storage.holdsAt = 10;
    const id = await start();
    await until(() => transferOf(id)?.state === 'running');
    await queue.cancel(transferOf(id)?.transferId ?? '');
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'cancelled', error: null });
    expect(await visible(folder)).toEqual([]);
  });

  test('for its folder, which is moved away and back', async () => {
    const { storage, start, deliveries, transferOf, arrivedOf, folder } = await startDeliveries({
      isPlain: true,
    });
    storage.holdsAt = 20_000;
    const id = await start();
    await until(() => arrivedOf(id) === 20_000);
    await rename(folder, `${folder}.away`);
    await mkdir(folder);
    storage.server.closeConnections();
    await until(() => transferOf(id)?.state === 'waiting');
    expect(transferOf(id)).toMatchObject({
      waitingFor: 'folder',
      error: { code: 'delivery_folder_missing' },
    });
    expect(await readdir(folder)).toEqual([]);
    storage.holdsAt = null;
    await rm(folder, { recursive: true });
    await rename(`${folder}.away`, folder);
    await deliveries.settled(id);
    expect(deliveries.get(id).state).toBe('done');
    expect(storage.startsAskedFor.at(-1)).toBe(20_000);
    expect(await visible(folder)).toEqual(['Harbour']);
  });

  test('where nobody is there to bring the folder back it fails with that', async () => {
    const parts = await startDeliveries({ isAttended: false });
    const { storage, start, deliveries, folder } = parts;
    storage.intercept = async () => {
      await rm(folder, { recursive: true, force: true });
      return false;
    };
    const id = await start();
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({
      state: 'failed',
      error: { code: 'delivery_folder_missing', details: { path: folder } },
    });
  });
});

describe('another folder at the path', () => {
  test.each([
    [
      'a folder with the marker of another',
      async (folder: string) => {
        await mkdir(folder);
        const marker = { formatVersion: 1, folderId: '00000000-0000-4000-8000-000000000000' };
        await writeFile(join(folder, '.dailies-folder'), JSON.stringify(marker));
      },
    ],
    ['a link to it', (folder: string) => symlink(`${folder}.away`, folder)],
  ])('%s gets nothing until it is chosen again', async (_name, put) => {
    const { storage, start, deliveries, transferOf, arrivedOf, folder, settings } = await startDeliveries({
      isPlain: true,
    });
    storage.holdsAt = 20_000;
    const id = await start();
    await until(() => arrivedOf(id) === 20_000);
    await rename(folder, `${folder}.away`);
    await put(folder);
    storage.server.closeConnections();
    await until(() => transferOf(id)?.state === 'waiting');
    expect(transferOf(id)?.error).toMatchObject({
      code: 'delivery_folder_replaced',
      details: { path: folder },
    });
    expect(await settings.get()).toMatchObject({ deliveryFolder: { state: 'missing' } });
    await expect(settings.requireDeliveryFolder()).rejects.toMatchObject({
      code: 'delivery_folder_replaced',
    });
    storage.holdsAt = null;
    await settings.setDeliveryFolder(folder);
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'done' });
  });
});

test('workspaces of deliveries under way stay at a start, those of ended ones go', async () => {
  const parts = await startDeliveries();
  const { storage, start, transferOf, arrivedOf, folder } = parts;
  storage.holdsAt = 20_000;
  const id = await start();
  await until(() => arrivedOf(id) === 20_000);
  await parts.dispose();
  const ended = await parts.again();
  await ended.queue.cancel(transferOf(id)?.transferId ?? '');
  await ended.cleanup.start();
  ended.deliveries.start();
  await ended.deliveries.settled(id);
  expect(ended.deliveries.get(id).state).toBe('cancelled');
  expect(await visible(folder)).toEqual([]);
  await mkdir(join(folder, `.dailies-tmp-${id}`));
  await ended.dispose();
  const again = await parts.again();
  await again.cleanup.start();
  expect(await visible(folder)).toEqual([]);
});

test('deliveries and transfers of another connection are left to it', async () => {
  const parts = await startDeliveries();
  const { storage, start, transferOf, state, folder } = parts;
  storage.holdsAt = 20_000;
  const id = await start();
  await until(() => transferOf(id)?.state === 'running');
  await parts.dispose();
  for (const table of ['deliveries', 'transfers']) {
    state.database.exec(
      `UPDATE ${table} SET connection_id = 'other', record = json_set(record, '$.connectionId', 'other')`,
    );
  }
  const mine = await parts.again();
  await mine.cleanup.start();
  mine.deliveries.start();
  await mine.deliveries.settled(id);
  expect(mine.queue.find(`delivery:${id}:bundle`)?.state).toBe('running');
  expect(await visible(folder)).toEqual([`.dailies-tmp-${id}`]);
});
