import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LostBytes } from '../../../../../src-main/transfers/engine/lost-bytes.ts';
import { SyncBehind, SyncSlots } from '../../../../../src-main/transfers/engine/sync-behind.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

const mebibyte = 1024 * 1024;
const nobody = (): void => undefined;

async function openFile(bytes: number): Promise<number> {
  const handle = await open(join(await makeFolder(), 'clip.mov.part'), 'wx+');
  onTestFinished(() => handle.close());
  await handle.truncate(bytes);
  return handle.fd;
}

test('a file is synced behind the writing, a step at a time, and says how far', async () => {
  const sync = new SyncBehind(new SyncSlots(), await openFile(80 * mebibyte), 16 * mebibyte, nobody);
  sync.note(44 * mebibyte);
  await sync.settle();
  expect(sync.syncedTo).toBe(16 * mebibyte);
  sync.note(48 * mebibyte);
  sync.note(80 * mebibyte);
  await sync.settle();
  expect(sync.syncedTo).toBe(48 * mebibyte);
  sync.note(80 * mebibyte);
  await sync.settle();
  expect(sync.syncedTo).toBe(80 * mebibyte);
});

test('a sync that ends says so, and goes on with what came meanwhile', async () => {
  const reached: number[] = [];
  const whole = Promise.withResolvers<undefined>();
  const sync = new SyncBehind(new SyncSlots(), await openFile(80 * mebibyte), 0, () => {
    reached.push(sync.syncedTo);
    if (sync.syncedTo === 80 * mebibyte) whole.resolve(undefined);
  });
  sync.note(48 * mebibyte);
  sync.note(80 * mebibyte);
  await whole.promise;
  expect(reached).toEqual([48 * mebibyte, 80 * mebibyte]);
});

test('a sync that fails is reported as lost bytes, and none comes after it', async () => {
  // A sync of the null device fails, because no disk is behind it.
  const handle = await open(devNull, 'r+');
  onTestFinished(() => handle.close());
  const sync = new SyncBehind(new SyncSlots(), handle.fd, 0, nobody);
  sync.note(32 * mebibyte);
  await expect(sync.failed).rejects.toBeInstanceOf(LostBytes);
  sync.note(64 * mebibyte);
  await expect(sync.settle()).rejects.toMatchObject({ cause: { syscall: 'fdatasync' } });
  expect(sync.syncedTo).toBe(0);
});

test('two files are synced at once, and the third when one of them is done', async () => {
  const slots = new SyncSlots();
  const syncs = await Promise.all(
    [0, 1, 2].map(async () => new SyncBehind(slots, await openFile(32 * mebibyte), 0, nobody)),
  );
  const noteAndSettle = async (): Promise<number[]> => {
    for (const sync of syncs) sync.note(32 * mebibyte);
    await Promise.all(syncs.map((sync) => sync.settle()));
    return syncs.map(({ syncedTo }) => syncedTo);
  };
  expect(await noteAndSettle()).toEqual([32 * mebibyte, 32 * mebibyte, 0]);
  expect(await noteAndSettle()).toEqual([32 * mebibyte, 32 * mebibyte, 32 * mebibyte]);
});
