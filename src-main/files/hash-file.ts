import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { stopErrorOf, throwIfStopped } from '../concurrency/wait.ts';

const answerSchema = z.union([z.object({ sha256: z.string() }), z.object({ error: z.string() })]);

/** Runs on its own thread; a program text, so that it needs no file of its own in a bundled app. */
const workerProgram = `
const { createHash } = require('node:crypto');
const { closeSync, openSync, readSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
try {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  const file = openSync(workerData, 'r');
  for (let size = 1; size > 0; ) {
    size = readSync(file, buffer, 0, buffer.length, null);
    hash.update(buffer.subarray(0, size));
  }
  closeSync(file);
  parentPort.postMessage({ sha256: hash.digest('hex') });
} catch (error) {
  parentPort.postMessage({ error: String(error) });
}
`;

/** The SHA-256 of a file in hex, computed beside the event loop. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  throwIfStopped(signal);
  const worker = new Worker(workerProgram, { eval: true, workerData: path });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answer = answerSchema.parse(
      await new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', () => {
          reject(stopErrorOf(signal));
        });
      }),
    );
    if ('error' in answer) throw new Error(`${path} cannot be hashed: ${answer.error}`);
    return answer.sha256;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
