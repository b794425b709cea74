import fs, { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Transfer thread on a drive that does not answer while the file named in the query exists. */
const hangs = new URL(import.meta.url).searchParams.get('while') ?? '';
const write = fs.writeSync;
const cell = new Int32Array(new SharedArrayBuffer(4));
fs.writeSync = ((...args: Parameters<typeof write>) => {
  while (existsSync(hangs)) Atomics.wait(cell, 0, 0, 10);
  return write(...args);
}) as typeof write;
syncBuiltinESMExports();
await import('../../../src-main/transfers/engine/transfer-worker.ts');
