import { fstatSync } from 'node:fs';
import { outliveReaders } from '../src-shared/outlive-readers.ts';
import { parseLaunchOptions } from './launch-options.ts';
import { processOutput, stopSignal } from './program-host.ts';
import { runService } from './run-service.ts';
import { startWithMedia } from './start-with-media.ts';

/**
 * Resolves when the other end of standard input closes, because the app that started this process stops it or died.
 * Never resolves if standard input is not a pipe.
 */
function untilParentEnds(): Promise<void> {
  return new Promise((resolve) => {
    const facts = fstatSync(0, { throwIfNoEntry: false });
    if (!facts || !(facts.isFIFO() || facts.isSocket())) return;
    const end = (): void => resolve();
    process.stdin.on('end', end).on('close', end).on('error', end).resume();
  });
}

outliveReaders(process);
const environmentKey = process.env['DAILIES_SERVICE_KEY'];
// Child processes and threads must not inherit the key.
delete process.env['DAILIES_SERVICE_KEY'];

await runService({
  ...processOutput,
  readOptions: () => parseLaunchOptions(process.argv.slice(2), environmentKey),
  // The app has its key, so a mere sign-in must let nobody in, and the user's own computer charges nothing.
  start: (options) => startWithMedia({ ...options, allowSignIn: false, plan: 'unlimited' }, true),
  announce: (ready) => void process.stdout.write(`${JSON.stringify(ready)}\n`),
  untilStopped: Promise.race([stopSignal(), untilParentEnds()]),
});
