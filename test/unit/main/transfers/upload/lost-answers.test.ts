import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { createUploads } from './upload-fixture.ts';

async function makeFile(): Promise<string> {
  const path = join(await makeFolder('source'), 'clip.mp4');
  const start = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1');
  await writeFile(path, Buffer.concat([start, Buffer.alloc(600_000, 7)]));
  return path;
}

describe('an upload whose answer is lost', { timeout: 20_000 }, () => {
  test('that loses the network again and again waits each time and is sent', async () => {
    const { send, service, queue } = await createUploads();
    service.onPut = () => void (service.isAway = service.faults.length > 0);
    service.faults.push(...Array.from({ length: 4 }, () => ({ kind: 'lose' }) as const));
    queue.onChange((transferId) => {
      if (queue.get(transferId).waitingFor === 'network') service.isAway = false;
    });
    expect(await send(await makeFile())).toMatchObject({ state: 'done', error: null });
    expect(service.puts).toHaveLength(5);
  });

  test('is in the library once if what it left there can be removed only later', async () => {
    const { send, service } = await createUploads();
    service.faults.push({ kind: 'lose' });
    let cuts = 20;
    service.onArchive = () => {
      cuts -= 1;
      if (cuts > 0) throw new Error('The connection is cut.');
    };
    expect(await send(await makeFile())).toMatchObject({ state: 'done', error: null });
    expect([service.puts.length, service.library.length]).toEqual([2, 1]);
  });
});
