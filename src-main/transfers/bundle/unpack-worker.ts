import { parentPort, workerData } from 'node:worker_threads';
import { unpackEntries } from './unpack-entries.ts';
import type { UnpackOrder } from './unpack-order.ts';

/* Entry of an unpacking thread: its data is the order, its messages are the reports. */
await unpackEntries(workerData as UnpackOrder, (report) => parentPort?.postMessage(report));
