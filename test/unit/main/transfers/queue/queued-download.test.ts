import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Downloader } from '../../../../../src-main/transfers/download.ts';
import { TransferEngine } from '../../../../../src-main/transfers/engine/transfer-engine.ts';
import { downloadWithin } from '../../../../../src-main/transfers/queue/transfer-order.ts';
import { content, cutAfter, sendFrom } from '../../../../fakes/features/download-fixture.ts';
import { createQueue, Hand, orderOf } from '../../../../fakes/features/queue-fixture.ts';
import { addressOf, KeptLog, makeFolder, openStore } from '../../../../fakes/main-fixture.ts';
import { type Answer, TestServer } from '../../../../fakes/test-server.ts';
import { createHastyClock } from '../../../../fakes/turned-clock.ts';

const clock = createHastyClock();
const engine = new TransferEngine({ clock, log: new KeptLog() });
afterAll(() => engine.dispose());

/** Starts a download in the queue, from a storage with this answer. */
async function downloadInQueue(answer: Answer) {
  const server = await TestServer.start(answer);
  const { queue } = await createQueue(await openStore(clock), clock);
  const downloader = new Downloader({ engine, address: addressOf(server.url), clock, log: new KeptLog() });
  const targetPath = join(await makeFolder(), 'file');
  let performedCount = 0;
  const order = orderOf('a', new Hand(), {
    perform: async (context) => {
      performedCount += 1;
      const file = await downloader.download({
        url: `${server.url}/file`,
        targetPath,
        expectedBytes: content.length,
        wantsHash: true,
        resume: context.record.checkpoint,
        renewUrl: () => Promise.reject(new Error('nobody should ask')),
        ...downloadWithin(context),
      });
      return { ...file, fileId: null };
    },
  });
  const ended = queue.run(order, new AbortController().signal);
  ended.catch(() => undefined);
  return { server, ended, targetPath, performed: () => performedCount };
}

test('a download that comes to nothing is asked for five times in all, whoever could try again', async () => {
  const { server, ended, performed } = await downloadInQueue((_request, response) => {
    response.writeHead(503).end();
  });
  await expect(ended).rejects.toMatchObject({ code: 'download_failed', details: { reason: 'busy' } });
  expect(server.seen).toHaveLength(5);
  expect(performed()).toBe(1);
});

test('a download that is cut again and again goes on where it is, in one go, as long as more arrives', async () => {
  let cuts = 0;
  const { ended, targetPath, performed } = await downloadInQueue((request, response) => {
    cuts += 1;
    if (cuts === 1) cutAfter(response, 1_100_000);
    else if (cuts % 4 === 0) sendFrom(request, response);
    else response.destroy();
  });
  expect(await ended).toMatchObject({ sizeBytes: content.length });
  expect((await readFile(targetPath)).equals(content)).toBe(true);
  expect(performed()).toBe(1);
});
