import { createHash } from 'node:crypto';
import { rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { until } from '../../../../fakes/turned-clock.ts';
import { createUploads } from './upload-fixture.ts';

const clipOf = (value: number): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'), Buffer.alloc(600_000, value)]);
const clip = clipOf(7);
const sha256 = createHash('sha256').update(clip).digest('hex');
const time = new Date(1_790_000_000_000);

/** Writes a file as a drive shows it that numbers its files anew: same size and time, another inode. */
async function replug(path: string, bytes: Uint8Array): Promise<void> {
  const before = await stat(path);
  await writeFile(`${path}.new`, bytes);
  await utimes(`${path}.new`, time, time);
  await rename(`${path}.new`, path);
  const { size, mtimeMs, ino } = await stat(path);
  expect([size, mtimeMs, ino === before.ino]).toEqual([before.size, before.mtimeMs, false]);
}

/** Starts an upload and pauses it while its bytes are sent, or before it begins. */
async function pausedUpload(when: 'sent' | 'queued') {
  const parts = await createUploads();
  const { uploads, grants, service, queue } = parts;
  const path = join(await makeFolder('source'), 'clip.mp4');
  await writeFile(path, clip);
  await utimes(path, time, time);
  if (when === 'queued') queue.pauseAll();
  service.onPut = () => new Promise(() => undefined);
  const { transferId } = await uploads.add(await grants.grantPath(path));
  if (when === 'sent') {
    await until(() => service.puts.length === 1);
    queue.pause(transferId);
  }
  await until(() => queue.get(transferId).state === 'paused');
  service.onPut = () => undefined;
  return { ...parts, path, transferId };
}

describe('a paused upload whose drive numbers its files anew', { timeout: 20_000 }, () => {
  test.each(['sent', 'queued'] as const)('goes on with the same content (paused when %s)', async (when) => {
    const { path, transferId, uploads, queue, service } = await pausedUpload(when);
    await replug(path, clip);
    queue.resume(transferId);
    queue.resumeAll();
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', sha256, error: null });
    expect(service.library.map(({ bytes }) => bytes?.equals(clip))).toEqual([true]);
  });

  test('goes on after a restart', async () => {
    const { path, transferId, ...parts } = await pausedUpload('sent');
    await parts.dispose();
    await replug(path, clip);
    const { uploads, queue, service } = await createUploads(parts);
    uploads.start();
    queue.resume(transferId);
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', sha256 });
    expect(service.library).toHaveLength(1);
  });

  test('is refused with other content of the same size and time', async () => {
    const { path, transferId, uploads, queue, service } = await pausedUpload('sent');
    await replug(path, clipOf(8));
    queue.resume(transferId);
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({
      state: 'failed',
      error: { code: 'file_unreadable', details: { reason: 'changed' } },
    });
    expect(service.library).toEqual([]);
    queue.pauseAll();
    await uploads.retry(transferId);
    await replug(path, clipOf(8));
    queue.resumeAll();
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', error: null });
    expect(service.library.map(({ bytes }) => bytes?.equals(clipOf(8)))).toEqual([true]);
  });
});

describe('an upload whose drive numbers its files anew after the check', { timeout: 20_000 }, () => {
  const upload = async (when: 'onCreate' | 'onPut', bytes: Uint8Array) => {
    const { service, send } = await createUploads();
    const path = join(await makeFolder('source'), 'clip.mp4');
    await writeFile(path, clip);
    await utimes(path, time, time);
    service[when] = async () => {
      service[when] = () => undefined;
      await replug(path, bytes);
    };
    return { service, transfer: await send(path) };
  };

  test.each(['onCreate', 'onPut'] as const)('sends the same content (%s)', async (when) => {
    const { service, transfer } = await upload(when, clip);
    expect(transfer).toMatchObject({ state: 'done', error: null });
    expect(service.library.map(({ bytes }) => bytes?.equals(clip))).toEqual([true]);
  });

  test.each(['onCreate', 'onPut'] as const)('sends no other content (%s)', async (when) => {
    const { service, transfer } = await upload(when, clipOf(8));
    expect(transfer).toMatchObject({ state: 'failed', error: { details: { reason: 'changed' } } });
    expect(service.library).toEqual([]);
  });

  test('is not sent again and again', async () => {
    const { service, send } = await createUploads();
    const path = join(await makeFolder('source'), 'clip.mp4');
    await writeFile(path, clip);
    await utimes(path, time, time);
    service.onPut = () => (service.puts.length < 6 ? replug(path, clip) : undefined);
    expect(await send(path)).toMatchObject({
      state: 'failed',
      error: { code: 'file_unreadable', details: { reason: 'changed' } },
    });
    expect(service.puts).toHaveLength(2);
    expect(service.library).toEqual([]);
  });
});
