import { parentPort } from 'node:worker_threads';
import { unpackEntries } from './unpack-entries.ts';
import type { UnpackOrder } from './unpack-order.ts';

/* Entry of an unpacking thread. It receives one message, the order, and sends reports. */
parentPort?.once('message', (order: UnpackOrder) => {
  void unpackEntries(order, (report) => parentPort?.postMessage(report));
});
