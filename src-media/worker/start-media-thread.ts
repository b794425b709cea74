import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { MediaError } from '../media-error.ts';

/** Starts a worker thread from its source file, or in a build from the file beside the service's entry. */
export function startMediaThread(): Worker {
  const file = import.meta.url.endsWith('.ts')
    ? ['./media-worker.ts']
    : ['./media-worker.js', '../media-worker.js'];
  const url = file.map((name) => new URL(name, import.meta.url)).find((candidate) => existsSync(candidate));
  if (!url) throw new MediaError('worker_lost', 'The program of the media threads is missing.');
  return new Worker(url, { name: 'media', stdin: false });
}
