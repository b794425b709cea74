import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = (path: string): string =>
  fileURLToPath(new URL(`../../../../src-media/${path}`, import.meta.url));

const program = `
import { Worker } from 'node:worker_threads';
import { MediaPool } from ${JSON.stringify(source('worker/media-pool.ts'))};
const startThread = () => new Worker(${JSON.stringify(source('worker/media-worker.ts'))});
const pool = new MediaPool({ startThread, size: 1, stallTimeoutMs: 60_000, idleTimeoutMs: 60_000 });
const voices = await pool.run('listEspeakVoices', null, { signal: new AbortController().signal });
console.log(voices.length > 0);
await pool.dispose();
`;

test.runIf(process.platform === 'linux')('a program started with low priority makes media', () => {
  // Root may raise a priority again, users may not.
  const asUser = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-sys_nice'] : [];
  const words = ['-n', '15', ...asUser, process.execPath, '-e', program];
  const { stdout, stderr } = spawnSync('nice', words, { encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toBe('true\n');
});
