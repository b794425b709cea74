import { parseLaunchOptions } from './launch-options.ts';
import { processOutput, startWithMedia, stopSignal } from './program-host.ts';
import { runService } from './run-service.ts';

await runService({
  ...processOutput,
  readOptions: () => parseLaunchOptions(process.argv.slice(2)),
  start: (options) => startWithMedia(options, false),
  announce: (ready) => void process.stdout.write(`${JSON.stringify(ready)}\n`),
  untilStopped: stopSignal(),
});
