import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { inspectFile } from '../../../../../src-main/intake/inspect-file.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { settle, until } from '../../../../fakes/turned-clock.ts';
import { createUploads } from './upload-fixture.ts';

const clip = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'), Buffer.alloc(600_000, 7)]);

async function makeFile(name = 'clip.mp4', bytes: Uint8Array | string = clip): Promise<string> {
  const path = join(await makeFolder('source'), name);
  await writeFile(path, bytes);
  return path;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Starts an upload and pauses it during its PUT. */
async function pausedWhileSent() {
  const parts = await createUploads();
  const { uploads, grants, service, queue } = parts;
  service.onPut = () => new Promise(() => undefined);
  const { transferId } = await uploads.add(await grants.grantPath(await makeFile()));
  await until(() => service.puts.length === 1);
  queue.pause(transferId);
  await until(() => queue.get(transferId).state === 'paused');
  return { ...parts, transferId };
}

describe('an upload', { timeout: 20_000 }, () => {
  test('is checked, sent, prepared, and known by its content', async () => {
    const { send, service, heard } = await createUploads();
    const transfer = await send(await makeFile());
    expect(transfer).toMatchObject({
      state: 'done',
      direction: 'upload',
      displayName: 'clip.mp4',
      doneBytes: clip.length,
      totalBytes: clip.length,
      sha256: hashOf(clip),
      fileId: 'vg_file_1',
    });
    expect(service.library.map(({ bytes }) => bytes?.equals(clip))).toEqual([true]);
    expect(service.files.get('vg_file_1')?.created).toMatchObject({ displayName: 'clip.mp4', type: 'VIDEO' });
    const states = heard.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]);
    expect(states).toEqual(['queued', 'running', 'checking', 'running', 'processing', 'done']);
  });

  test('is given up after the fifth try, and can be made again', async () => {
    const { send, service, uploads, queue } = await createUploads();
    service.faults.push(...Array.from({ length: 5 }, () => ({ kind: 'refuse', status: 403 }) as const));
    const { transferId, state, error, doneBytes } = await send(await makeFile());
    expect([state, doneBytes, error?.code]).toEqual(['failed', 0, 'service_failed']);
    expect(service.puts).toHaveLength(5);
    await uploads.retry(transferId);
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', error: null });
  });

  test('ends as unusable when the service says so, and is sent when made again while the disk fills up', async () => {
    const { send, service, uploads, queue, state } = await createUploads();
    service.endsWith = 'failed';
    const { transferId, state: end, error } = await send(await makeFile());
    expect([end, error?.code]).toEqual(['failed', 'file_type_unsupported']);
    service.endsWith = 'ready';
    queue.pauseAll();
    const full =
      "BEFORE UPDATE ON transfers WHEN OLD.status = 'open' BEGIN SELECT RAISE(ABORT, 'no room'); END";
    state.database.exec(`CREATE TEMP TRIGGER full ${full}`);
    expect(await uploads.retry(transferId)).toMatchObject({ state: 'paused', fileId: null });
    state.database.exec('DROP TRIGGER full');
    queue.resumeAll();
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', fileId: 'vg_file_2' });
  });

  test('that arrived while the disk is full is noted when there is room, and not sent again', async () => {
    const { uploads, grants, service, queue, state, log } = await createUploads();
    service.onPut = () => {
      state.database.exec(
        "CREATE TEMP TRIGGER full BEFORE UPDATE ON transfers BEGIN SELECT RAISE(ABORT, 'no room'); END",
      );
    };
    const { transferId } = await uploads.add(await grants.grantPath(await makeFile()));
    await until(() => log.lines.some(({ level }) => level === 'error'));
    state.database.exec('DROP TRIGGER full');
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', fileId: 'vg_file_1' });
    expect(service.puts).toEqual(['vg_file_1']);
  });

  test('can be cancelled while it is sent', async () => {
    const { uploads, grants, service, queue } = await createUploads();
    const held = Promise.withResolvers<null>();
    service.onPut = () => held.promise;
    const { transferId } = await uploads.add(await grants.grantPath(await makeFile()));
    await until(() => service.puts.length === 1);
    expect(await queue.cancel(transferId)).toMatchObject({ state: 'cancelled' });
    held.resolve(null);
    expect(service.library).toEqual([]);
    expect(service.archived).toEqual(['vg_file_1']);
  });

  test('is sent anew while what its cancelled sending left is taken out, and both are known', async () => {
    const { uploads, service, queue, transferId } = await pausedWhileSent();
    const archiving = Promise.withResolvers<null>();
    let asked = 0;
    service.onArchive = () => ((asked += 1) === 1 ? archiving.promise : null);
    await queue.cancel(transferId);
    await uploads.retry(transferId);
    await until(() => queue.get(transferId).createdFileId === 'vg_file_2');
    archiving.resolve(null);
    // The service answers this request after the held one.
    await queue.cancel(transferId);
    await uploads.settled(transferId);
    expect(service.archived).toEqual(['vg_file_1', 'vg_file_2']);
  });

  test('leaves nothing at the service when it is cancelled after a pause', async () => {
    const { uploads, service, queue, transferId } = await pausedWhileSent();
    await queue.cancel(transferId);
    await uploads.settled(transferId);
    expect(service.archived).toEqual(['vg_file_1']);
    expect(queue.get(transferId).createdFileId).toBeNull();
  });
});

describe('a file', { timeout: 20_000 }, () => {
  test.each([
    ['changes', (path: string) => utimes(path, new Date(), new Date(0))],
    ['grows', (path: string) => appendFile(path, 'GET /hidden HTTP/1.1\r\n\r\n')],
    ['is cut short', (path: string) => truncate(path, 10)],
    ['is replaced', (path: string) => writeFile(`${path}.new`, clip).then(() => rename(`${path}.new`, path))],
  ])('that %s while it is sent is refused', async (_name, change) => {
    const { send, service } = await createUploads();
    const path = await makeFile();
    service.onPut = () => change(path);
    const { state, error } = await send(path);
    expect([state, error]).toMatchObject([
      'failed',
      { code: 'file_unreadable', details: { reason: 'changed' } },
    ]);
    expect(service.requests.some((line) => line.includes('hidden'))).toBe(false);
  });

  test('that changed is sent as it is now when it is made again', async () => {
    const { send, service, uploads, queue } = await createUploads();
    const path = await makeFile();
    service.onPut = () => utimes(path, new Date(), new Date(0));
    const { transferId } = await send(path);
    service.onPut = () => undefined;
    const longer = Buffer.concat([clip, Buffer.alloc(10)]);
    await writeFile(path, longer);
    await uploads.retry(transferId);
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({
      state: 'done',
      sha256: hashOf(longer),
      totalBytes: longer.length,
    });
  });

  test('an empty one is refused before it is in the queue', async () => {
    const { uploads, grants, transfers } = await createUploads();
    const path = await makeFile();
    await writeFile(path, '');
    await expect(uploads.add(await grants.grantPath(path))).rejects.toMatchObject({
      code: 'file_unreadable',
      details: { reason: 'empty' },
    });
    expect(transfers.list(1)).toEqual([]);
  });

  test('of more than 2 GiB may be sent: the service says what it does not take', async () => {
    const path = await makeFile();
    await writeFile(path, clip);
    await truncate(path, 2 ** 31 + 1);
    const [inspected] = await Promise.allSettled([inspectFile(path, 'clip.mp4')]);
    expect(inspected).toMatchObject({ status: 'fulfilled', value: { sizeBytes: 2 ** 31 + 1 } });
  });

  test.skipIf(process.platform === 'win32')(
    'that was made a pipe or a folder since hangs nothing',
    async () => {
      const { uploads, grants } = await createUploads();
      const path = await makeFile();
      const grant = await grants.grantPath(path);
      await rm(path);
      await promisify(execFile)('mkfifo', [path]);
      const refused = { code: 'file_unreadable', details: { reason: 'not_a_file' } };
      await expect(uploads.add(grant)).rejects.toMatchObject(refused);
      await expect(grants.grantPath(path)).rejects.toMatchObject(refused);
      await rm(path);
      await mkdir(path);
      await expect(uploads.add(grant)).rejects.toMatchObject(refused);
    },
  );

  test('behind a link is sent under the name of the link', async () => {
    const { send, service } = await createUploads();
    const path = await makeFile();
    const link = join(await makeFolder('links'), 'Shown \u202ename.mp4');
    await symlink(path, link);
    expect(await send(link)).toMatchObject({ state: 'done', displayName: 'Shown name.mp4' });
    expect(service.library).toHaveLength(1);
  });

  test('of no known kind is refused', async () => {
    const { send } = await createUploads();
    const path = await makeFile('a.mp4', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'));
    await expect(send(path)).rejects.toMatchObject({ code: 'file_type_unsupported' });
  });

  test('the page handed over is removed from the inbox once it is sent', async () => {
    const { uploads, grants } = await createUploads();
    const grant = await grants.grantCopy('clip.mp4', Readable.from([clip]));
    const { path } = await grants.open(grant);
    const { transferId } = await uploads.add(grant);
    await uploads.settled(transferId);
    await expect(grants.open(grant)).rejects.toMatchObject({ code: 'file_unreadable' });
    expect(grants.isOwned(path)).toBe(true);
  });
});

describe('the same content again', { timeout: 20_000 }, () => {
  async function sendTwice() {
    const made = await createUploads();
    await made.send(await makeFile('first.mp4'));
    const { transferId } = await made.uploads.add(await made.grants.grantPath(await makeFile('second.mp4')));
    await until(() => made.queue.get(transferId).waitingFor === 'decision');
    return { ...made, transferId };
  }

  test('waits for a decision and names what is there', async () => {
    const { queue, transferId, service } = await sendTwice();
    expect(queue.shown(queue.get(transferId))).toMatchObject({
      state: 'waiting',
      duplicateOf: 'first.mp4',
      fileId: 'vg_file_1',
    });
    expect(service.puts).toHaveLength(1);
    expect(queue.totals().runningCount).toBe(0);
  });

  test('can be left at what is there', async () => {
    const { queue, transferId, service, uploads } = await sendTwice();
    uploads.decide(transferId, 'reuse');
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', fileId: 'vg_file_1', sha256: hashOf(clip) });
    expect(service.puts).toHaveLength(1);
    expect(() => uploads.decide(transferId, 'send')).toThrow('nothing to decide');
  });

  test('is taken without a question where the upload asks for it', async () => {
    const { send, uploads, grants, queue, service, heard } = await createUploads();
    await send(await makeFile('first.mp4'));
    const path = await makeFile('second.mp4');
    const { transferId } = await uploads.add(await grants.grantPath(path), { mayReuse: true });
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', fileId: 'vg_file_1', duplicateOf: null });
    expect(heard.filter(({ state }) => state === 'waiting')).toEqual([]);
    expect(service.puts).toHaveLength(1);
  });

  test('is sent where what was there has been archived meanwhile, elsewhere too', async () => {
    const { send, uploads, grants, queue, service } = await createUploads();
    await send(await makeFile('first.mp4'));
    const first = service.files.get('vg_file_1');
    if (first) first.isArchived = true;
    const path = await makeFile('second.mp4');
    const { transferId } = await uploads.add(await grants.grantPath(path), { mayReuse: true });
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', fileId: 'vg_file_2', duplicateOf: null });
    expect(service.puts).toHaveLength(2);
  });

  test('is asked about again where it was cancelled and tried once more', async () => {
    const { queue, transferId, service, uploads } = await sendTwice();
    await queue.cancel(transferId);
    await uploads.settled(transferId);
    await uploads.retry(transferId);
    await until(() => queue.get(transferId).waitingFor === 'decision');
    expect(queue.shown(queue.get(transferId))).toMatchObject({ duplicateOf: 'first.mp4' });
    uploads.decide(transferId, 'send');
    await uploads.settled(transferId);
    expect(service.puts).toHaveLength(2);
  });

  test('can be sent all the same', async () => {
    const { queue, transferId, service, uploads } = await sendTwice();
    expect(queue.totals().decisionCount).toBe(1);
    uploads.decide(transferId, 'send');
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', fileId: 'vg_file_2' });
    expect(queue.totals().decisionCount).toBe(0);
    expect(service.library).toHaveLength(2);
  });

  test('decided about while all transfers are paused is sent only once they go on', async () => {
    const { queue, transferId, service, uploads } = await sendTwice();
    queue.pauseAll();
    expect(uploads.decide(transferId, 'send').state).toBe('paused');
    await settle();
    expect(queue.get(transferId).state).toBe('paused');
    queue.resumeAll();
    await uploads.settled(transferId);
    expect(queue.get(transferId)).toMatchObject({ state: 'done', fileId: 'vg_file_2' });
    expect(service.puts).toHaveLength(2);
  });

  test('waits for the decision after a restart too', async () => {
    const before = await sendTwice();
    await before.dispose();
    const after = await createUploads(before);
    after.uploads.start();
    await until(() => after.queue.get(before.transferId).waitingFor === 'decision');
    after.uploads.decide(before.transferId, 'reuse');
    await after.uploads.settled(before.transferId);
    expect(after.queue.get(before.transferId)).toMatchObject({ state: 'done', fileId: 'vg_file_1' });
  });

  test('is sent without a question when the service has it no more', async () => {
    const { send, service } = await createUploads();
    await send(await makeFile('first.mp4'));
    service.files.clear();
    expect(await send(await makeFile('second.mp4'))).toMatchObject({ state: 'done', duplicateOf: null });
    expect(service.puts).toHaveLength(2);
  });
});

describe('after a restart', { timeout: 20_000 }, () => {
  test('an upload that was being sent begins again', async () => {
    const before = await createUploads();
    before.service.onPut = () => new Promise(() => undefined);
    const { transferId } = await before.uploads.add(await before.grants.grantPath(await makeFile()));
    await until(() => before.service.puts.length === 1);
    await before.dispose();
    before.service.onPut = () => undefined;
    const after = await createUploads(before);
    after.uploads.start();
    await after.uploads.settled(transferId);
    expect(after.queue.get(transferId)).toMatchObject({ state: 'done', fileId: 'vg_file_2' });
    expect(before.service.archived, 'the file that was begun').toEqual(['vg_file_1']);
  });

  test('a file that was being prepared is not sent again, even when it is gone here', async () => {
    const before = await createUploads();
    before.service.readsUntilReady = Infinity;
    const path = await makeFile();
    const { transferId } = await before.uploads.add(await before.grants.grantPath(path));
    await until(() => before.queue.get(transferId).state === 'processing');
    await before.dispose();
    await rm(path);
    before.service.readsUntilReady = 1;
    const after = await createUploads(before);
    after.uploads.start();
    await after.uploads.settled(transferId);
    expect(after.queue.get(transferId)).toMatchObject({ state: 'done', fileId: 'vg_file_1' });
    expect(before.service.puts).toHaveLength(1);
  });
});

test('Sends a file that is to be a movie only if it is one, also when it is tried again', async () => {
  const { uploads, grants, service } = await createUploads();
  const path = await makeFile('final.mov', '-----BEGIN OPENSSH PRIVATE KEY-----');
  const unsupported = { code: 'file_type_unsupported' };
  await expect(uploads.add(await grants.grantPath(path), { isMovie: true })).rejects.toMatchObject(
    unsupported,
  );
  await writeFile(path, clip);
  service.onPut = () => new Promise(() => undefined);
  const { transferId } = await uploads.add(await grants.grantPath(path), { isMovie: true });
  await expect.poll(() => service.files.size).toBe(1);
  await writeFile(path, '-----BEGIN OPENSSH PRIVATE KEY-----');
  await expect(uploads.retry(transferId)).rejects.toMatchObject(unsupported);
});
