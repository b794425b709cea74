import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { MediaError } from '../media-error.ts';

/** Returns the URL of a program in this folder: its source file, or in a build the file beside the service's entry. */
export function programOf(name: 'media-process' | 'media-worker' | 'engine-worker'): URL {
  const files = import.meta.url.endsWith('.ts') ? [`./${name}.ts`] : [`./${name}.js`, `../${name}.js`];
  const url = files.map((file) => new URL(file, import.meta.url)).find((candidate) => existsSync(candidate));
  if (!url) throw new MediaError('worker_lost', 'The program that makes media is missing.');
  return url;
}

export function startMediaThread(program: 'media-worker' | 'engine-worker' = 'media-worker'): Worker {
  return new Worker(programOf(program), { name: 'media', stdin: false });
}
