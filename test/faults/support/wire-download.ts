import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import type { Clock } from '../../../src-main/platform.ts';
import { Downloader } from '../../../src-main/transfers/download.ts';
import { TransferEngine } from '../../../src-main/transfers/engine/transfer-engine.ts';
import { RetryPolicy } from '../../../src-main/transfers/queue/retry-policy.ts';
import { content as longContent, sendFrom } from '../../fakes/features/download-fixture.ts';
import { addressOf, KeptLog, makeFolder } from '../../fakes/main-fixture.ts';
import { type Answer, TestServer } from '../../fakes/test-server.ts';
import { createHastyClock } from '../../fakes/turned-clock.ts';
import { CuttingProxy, type WireFault } from './cutting-proxy.ts';

/** Content of the storage. */
export const content = longContent.subarray(0, 1_000_000);

export interface WireDownload {
  /** Answer of the storage; by default a correct one with ranges and entity tags. */
  readonly answer?: Answer;
  /** Faults of the connections in order; later connections have none. */
  readonly faults?: readonly WireFault[];
  /** Fault of every connection that has none of its own. */
  readonly fault?: WireFault;
  readonly expectedBytes?: number | null;
  readonly clock?: Clock;
  readonly renewUrl?: (proxyUrl: string) => string;
}

const engine = new TransferEngine({ clock: createSystemClock(), log: new KeptLog() });
afterAll(() => engine.dispose());

/** Starts a download over a faulty connection, from a new storage into a new folder. */
export async function startOverWire(setup: WireDownload) {
  const server = await TestServer.start(
    setup.answer ?? ((request, response) => sendFrom(request, response, content)),
  );
  const proxy = await CuttingProxy.start(server.url);
  proxy.next.push(...(setup.faults ?? []));
  proxy.fault = setup.fault ?? {};
  // Not faster, because a busy computer would count as a stalled connection.
  const clock = setup.clock ?? createHastyClock(10);
  const downloader = new Downloader({ engine, address: addressOf(proxy.url), clock, log: new KeptLog() });
  const targetPath = join(await makeFolder('wire'), 'file');
  const retries = new RetryPolicy({ clock });
  const { signal } = new AbortController();
  let receivedBytes = 0;
  const file = downloader.download({
    url: `${proxy.url}/file?signature=1`,
    renewUrl: () =>
      setup.renewUrl
        ? Promise.resolve(setup.renewUrl(proxy.url))
        : Promise.reject(new Error('nobody should ask')),
    targetPath,
    expectedBytes: setup.expectedBytes ?? null,
    resume: null,
    onCheckpoint: () => undefined,
    onProgress: (progress) => (receivedBytes = progress.receivedBytes),
    retry: (error, doneBytes) => retries.retryInPlace(error, doneBytes, signal),
    allowance: () => Promise.resolve(),
    signal,
    wantsHash: true,
  });
  file.catch(() => undefined);
  return { server, proxy, file, targetPath, received: () => receivedBytes };
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Expects that the download succeeds with these bytes and their checksum, and leaves no other files. */
export async function expectSame(
  { file, targetPath }: Pick<Awaited<ReturnType<typeof startOverWire>>, 'file' | 'targetPath'>,
  bytes: Buffer = content,
): Promise<void> {
  expect(await file).toEqual({ sizeBytes: bytes.length, sha256: hashOf(bytes) });
  expect(hashOf(await readFile(targetPath))).toBe(hashOf(bytes));
  expect(await readdir(dirname(targetPath))).toEqual([basename(targetPath)]);
}
