import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TransferLogs } from '../../../../../src-main/transfers/queue/transfer-logs.ts';
import { KeptLog, makeFolder } from '../../../../fakes/main-fixture.ts';
import { TurnedClock } from '../../../../fakes/turned-clock.ts';

async function create() {
  const folder = join(await makeFolder(), 'logs', 'transfers');
  const log = new KeptLog();
  return { logs: new TransferLogs({ folder, clock: new TurnedClock(Date.now()), log }), folder, log };
}

test('each event is one line in a file private to the user', async () => {
  const { logs, folder } = await create();
  logs.note('delivery-1', 'started', { file: 'Harbour.zip' });
  logs.noteAll('delivery-1', 'unpacked', [
    { file: 'a.wav', sizeBytes: 1 },
    { file: 'b.wav', sizeBytes: 2 },
  ]);
  const path = await logs.find('delivery-1');
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: 'started', file: 'Harbour.zip' },
    { event: 'unpacked', file: 'a.wav', sizeBytes: 1 },
    { event: 'unpacked', file: 'b.wav' },
  ]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a log of three months ago is removed, anything else stays', async () => {
  const { logs, folder } = await create();
  await mkdir(folder, { recursive: true });
  for (const [name, days] of [
    ['old.jsonl', 91],
    ['new.jsonl', 89],
    ['notes.txt', 400],
  ] as const) {
    await writeFile(join(folder, name), '{}');
    const at = new Date(Date.now() - days * 86_400_000);
    await utimes(join(folder, name), at, at);
  }
  await logs.start();
  expect((await readdir(folder)).sort()).toEqual(['new.jsonl', 'notes.txt']);
});

test.each(['../../state', 'nothing', 'a/b', ''])('there is no log called "%s"', async (id) => {
  const { logs } = await create();
  await expect(logs.find(id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a log that cannot be written stops nothing', async () => {
  const { logs, folder, log } = await create();
  await mkdir(join(folder, '..'), { recursive: true });
  await writeFile(folder, 'no folder');
  logs.note('delivery-1', 'started');
  expect(log.lines).toMatchObject([{ level: 'warn', facts: { deliveryId: 'delivery-1' } }]);
});
