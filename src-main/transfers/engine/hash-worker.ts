import { parentPort } from 'node:worker_threads';
import { HashDesk } from './hash-desk.ts';
import type { HashCommand } from './hash-messages.ts';

/* Entry of the hash thread: checksums of files are computed here, beside the transfers. */
const desk = new HashDesk((report) => parentPort?.postMessage(report));
parentPort?.on('message', (command: HashCommand) => {
  desk.take(command);
});
