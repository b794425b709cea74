import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { sendOnce } from '../../../src-main/api/http/send-once.ts';
import { StorageClient } from '../../../src-main/api/storage/storage-client.ts';
import { createAuthorizationFetch } from '../../../src-main/connections/auth/authorization-fetch.ts';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import { Downloader } from '../../../src-main/transfers/download.ts';
import { TransferEngine } from '../../../src-main/transfers/engine/transfer-engine.ts';
import { RetryPolicy } from '../../../src-main/transfers/queue/retry-policy.ts';
import { toErrorBody } from '../../../src-shared/app-error.ts';

/*
 * Process that runs one task (argument 1) at an address (argument 2) with a file (argument 3), so that it has its own
 * proxies and certificates. It prints one line of JSON.
 */
const [task = '', url = '', path = ''] = process.argv.slice(2);
const clock = createSystemClock();
const log = { info: () => undefined, warn: () => undefined, error: console.error };
const retries = new RetryPolicy({ clock });
const engine = new TransferEngine({ clock, log });
const address = { origin: () => Promise.resolve('https://service.example') };
const { signal } = new AbortController();

const tasks: Record<string, () => Promise<unknown>> = {
  async api() {
    const { status, text } = await sendOnce({
      method: 'GET',
      url,
      bearer: 'token-of-the-user',
      json: undefined,
      signal,
    });
    return { status, text };
  },
  async signIn() {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ refresh_token: 'token-of-the-user' });
    const answer = await createAuthorizationFetch()(url, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  },
  async storage() {
    const { status, body } = await new StorageClient({ address }).open(url, {}, signal);
    return { status, sizeBytes: Buffer.concat(await body.toArray()).length };
  },
  async download() {
    const { sizeBytes } = await new Downloader({ engine, address, clock, log }).download({
      url,
      targetPath: path,
      expectedBytes: null,
      wantsHash: false,
      signal,
      resume: null,
      renewUrl: () => Promise.resolve(url),
      onCheckpoint: () => undefined,
      onProgress: () => undefined,
      retry: (error, doneBytes) => retries.retryInPlace(error, doneBytes, signal),
      allowance: () => Promise.resolve(),
    });
    return {
      sizeBytes,
      sha256: createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    };
  },
  async upload() {
    const handle = await open(path);
    const file = { descriptor: handle.fd, sizeBytes: (await handle.stat()).size };
    const target = { url, trustedOrigin: 'https://service.example' };
    const { status, failure } = await engine.send(target, file, {
      signal,
      allowance: () => Promise.resolve(),
    }).ended;
    await handle.close();
    if (failure !== null) throw failure as Error;
    return { status };
  },
};

const outcome = await tasks[task]?.().catch((error: unknown) => ({ error: toErrorBody(error) }));
await engine.dispose();
process.stdout.write(`${JSON.stringify(outcome)}\n`);
