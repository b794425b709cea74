import { parentPort } from 'node:worker_threads';
import type { TransferCommand } from './thread-messages.ts';
import { TransferDesk } from './transfer-desk.ts';

/* Entry of the transfer thread: the bytes of all downloads and uploads go through it. */
const desk = new TransferDesk((report) => parentPort?.postMessage(report));
parentPort?.on('message', (command: TransferCommand) => {
  desk.take(command);
});
