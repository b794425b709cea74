import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { EntryData } from '../../src-main/transfers/bundle/entry-data.ts';
import { UnpackBoard } from '../../src-main/transfers/bundle/unpack-board.ts';
import type { UnpackedHash, UnpackOrder } from '../../src-main/transfers/bundle/unpack-order.ts';

/*
 * An unpacking thread that does what the peers do and no more: it checks checksums, but neither hashes nor syncs.
 * The difference to the app's own thread is the price of those two.
 */
const order = workerData as UnpackOrder;
const board = UnpackBoard.attach(order.boardMemory);
const data = new EntryData(order.zipDescriptor);
const hashes: UnpackedHash[] = [];
for (let index = board.takeNext(); ; index = board.takeNext()) {
  const entry = order.entries[index];
  if (!entry) break;
  const descriptor = openSync(join(order.targetFolder, entry.relativePath), 'wx');
  let crc = 0;
  await data.unpack(entry, (chunk) => {
    crc = crc32(chunk, crc);
    writeSync(descriptor, chunk);
    board.addBytes(chunk.length);
    return Promise.resolve();
  });
  closeSync(descriptor);
  if (crc !== entry.crc32) throw new Error('A checksum does not match.');
  hashes.push({ index, sha256: '' });
}
parentPort?.postMessage({ kind: 'finished', hashes });
