import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { Clock } from '../../../src-main/platform.ts';
import type { DownloadCheckpoint } from '../../../src-main/state/transfer-repository.ts';
import { Downloader } from '../../../src-main/transfers/download.ts';
import { TransferEngine } from '../../../src-main/transfers/engine/transfer-engine.ts';
import { RetryPolicy } from '../../../src-main/transfers/queue/retry-policy.ts';
import { addressOf, KeptLog, makeFolder } from '../main-fixture.ts';
import { type Answer, type SeenRequest, TestServer } from '../test-server.ts';
import { createHastyClock } from '../turned-clock.ts';

/** Content of the storage, without repetition. */
export const content = Buffer.alloc(5_000_000);
for (let index = 0; index < content.length; index += 4)
  content.writeUInt32LE((index * 2_654_435_761) >>> 0, index);

/** Settings of one download. */
export interface DownloadSetup {
  readonly answer: Answer;
  readonly expectedBytes?: number | null;
  readonly renewUrl?: () => Promise<string>;
  readonly clock?: Clock;
  readonly folder?: string;
  readonly signal?: AbortSignal;
  readonly allowance?: (bytes: number) => Promise<void>;
  readonly expectedSha256?: string;
  readonly wantsHash?: boolean;
  /** File that an earlier attempt left, and its checkpoint in `resume`. */
  readonly part?: Buffer;
  readonly resume?: DownloadCheckpoint;
  /** Engine shared by all downloads by default. */
  readonly engine?: TransferEngine;
}

interface Progress {
  readonly receivedBytes: number;
  readonly totalBytes: number | null;
}

const commonEngine = new TransferEngine({ clock: createHastyClock(), log: new KeptLog() });
afterAll(() => commonEngine.dispose());

/** Starts a download from a new server. */
export async function download(setup: DownloadSetup) {
  const server = await TestServer.start(setup.answer);
  const clock = setup.clock ?? createHastyClock();
  const log = new KeptLog();
  const { engine = commonEngine } = setup;
  const downloader = new Downloader({ engine, address: addressOf(server.url), clock, log });
  const targetPath = join(setup.folder ?? (await makeFolder()), 'file');
  if (setup.part) await writeFile(targetPath, setup.part);
  const retries = new RetryPolicy({ clock });
  const signal = setup.signal ?? new AbortController().signal;
  const reported: Progress[] = [];
  const checkpoints: DownloadCheckpoint[] = [];
  const file = downloader.download({
    url: `${server.url}/file?signature=1`,
    renewUrl: setup.renewUrl ?? (() => Promise.reject(new Error('nobody should ask'))),
    targetPath,
    expectedBytes: setup.expectedBytes ?? null,
    expectedSha256: setup.expectedSha256 ?? null,
    resume: setup.resume ?? null,
    onCheckpoint: (checkpoint) => checkpoints.push(checkpoint),
    onProgress: (progress) => reported.push(progress),
    retry: (error, receivedBytes) => retries.retryInPlace(error, receivedBytes, signal),
    allowance: setup.allowance ?? (() => Promise.resolve()),
    signal,
    wantsHash: setup.wantsHash ?? false,
  });
  file.catch(() => undefined);
  const size = file.then(({ sizeBytes }) => sizeBytes);
  size.catch(() => undefined);
  return { server, file, size, targetPath, reported, checkpoints, log };
}

/** Returns the first requested byte. */
export function rangeStart({ headers }: SeenRequest): number {
  return Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
}

/** Answers from the requested byte on, as a correct storage does. */
export function sendFrom(request: SeenRequest, response: ServerResponse, bytes = content, tag = '"a"'): void {
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === tag;
  const start = isSame ? rangeStart(request) : 0;
  const total = String(bytes.length);
  response.writeHead(start > 0 ? 206 : 200, {
    etag: tag,
    'content-length': bytes.length - start,
    ...(start > 0 ? { 'content-range': `bytes ${String(start)}-${String(bytes.length - 1)}/${total}` } : {}),
  });
  response.end(bytes.subarray(start));
}

/** Sends the head of an answer and the given number of bytes, then cuts the connection. */
export function cutAfter(
  response: ServerResponse,
  size: number,
  headers: Record<string, string> = { etag: '"a"' },
): void {
  response.writeHead(200, { 'content-length': content.length, ...headers });
  response.write(content.subarray(0, size), () => {
    response.socket?.destroySoon();
  });
}

/** Expects that the download succeeds and that the file equals the storage's content. */
export async function expectWhole({
  size,
  targetPath,
}: {
  size: Promise<number>;
  targetPath: string;
}): Promise<void> {
  expect(await size).toBe(content.length);
  expect((await readFile(targetPath)).equals(content)).toBe(true);
}
