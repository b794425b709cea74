import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

/** Creates a pipe that nothing writes to: opening it for reading waits for ever. */
export async function makePipe(path: string): Promise<void> {
  await run('mkfifo', [path]);
}

export async function makeSocket(path: string): Promise<void> {
  const server = createServer();
  server.listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

/** Creates a file of a size that occupies no room on the disk. */
export async function makeSparseFile(path: string, sizeBytes: number): Promise<void> {
  await writeFile(path, '');
  await truncate(path, sizeBytes);
}

/** Creates files that nothing can be read from: no program ends reading them, or none may begin. */
export const oddFiles: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'a pipe': makePipe,
  'a socket': makeSocket,
  'a link to a device that never ends': (path) => symlink('/dev/zero', path),
  'a link to a terminal': (path) => symlink('/dev/tty', path),
  'a link to itself': (path) => symlink(path, path),
  'a folder': (path) => mkdir(path),
};
