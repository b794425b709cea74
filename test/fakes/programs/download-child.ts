import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import type { DownloadCheckpoint } from '../../../src-main/state/transfer-repository.ts';
import { Downloader } from '../../../src-main/transfers/download.ts';
import { TransferEngine } from '../../../src-main/transfers/engine/transfer-engine.ts';
import { RetryPolicy } from '../../../src-main/transfers/queue/retry-policy.ts';
import { toErrorBody } from '../../../src-shared/app-error.ts';

/*
 * Process that downloads a link (argument 1) into a file (argument 2), so that a test can kill, starve or measure it.
 * It keeps its journal in a file beside the target. It prints "progress" when the first bytes have arrived, and one
 * line of JSON at the end.
 */
const [url = '', targetPath = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const journal = `${targetPath}.journal`;
const clock = createSystemClock();
const log = { info: () => undefined, warn: () => undefined, error: console.error };
const retries = new RetryPolicy({ clock });
const engine = new TransferEngine({ clock, log });
const address = { origin: () => Promise.resolve(new URL(url).origin) };

async function download(): Promise<unknown> {
  try {
    let hasBegun = false;
    return await new Downloader({ engine, address, clock, log }).download({
      url,
      targetPath,
      expectedBytes: null,
      wantsHash: true,
      signal,
      resume: existsSync(journal) ? (JSON.parse(readFileSync(journal, 'utf8')) as DownloadCheckpoint) : null,
      renewUrl: () => Promise.resolve(url),
      onCheckpoint: (checkpoint) => {
        writeFileSync(journal, JSON.stringify(checkpoint));
      },
      onProgress: () => {
        if (!hasBegun) process.stdout.write('progress\n');
        hasBegun = true;
      },
      retry: (error, doneBytes) => retries.retryInPlace(error, doneBytes, signal),
      allowance: () => Promise.resolve(),
    });
  } catch (error) {
    return { error: toErrorBody(error) };
  }
}

const outcome = await download();
await engine.dispose();
process.stdout.write(`${JSON.stringify(outcome)}\n`);
