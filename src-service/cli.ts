import { isAsked } from '../src-shared/is-asked.ts';
import { withKeysOfInput } from '../src-shared/key-arguments.ts';
import { outliveReaders } from '../src-shared/outlive-readers.ts';
import { accountUsage } from './auth/commands/command-options.ts';
import { isAccountCommand, runAccountCommand } from './auth/commands/run-account-command.ts';
import { systemClock } from './clock.ts';
import { type LaunchOptions, parseLaunchOptions } from './launch-options.ts';
import { processOutput, stopSignal } from './program-host.ts';
import { runService, serviceUsage } from './run-service.ts';
import { createLineLog } from './service-log.ts';

outliveReaders(process);
const argv = process.argv.slice(2);
const environmentKey = process.env['DAILIES_SERVICE_KEY'];
// Child processes and threads must not inherit the key.
delete process.env['DAILIES_SERVICE_KEY'];
const write = (text: string) => void process.stdout.write(text);

async function readOptions(): Promise<LaunchOptions> {
  const words = await withKeysOfInput(argv, ['--api-key'], {
    input: () => process.stdin,
    warn: (text) => void process.stderr.write(text),
    variable: 'DAILIES_SERVICE_KEY',
  });
  return parseLaunchOptions(words, environmentKey);
}

if (isAsked(argv, '--help')) {
  write(isAccountCommand(argv) ? accountUsage : serviceUsage);
} else if (isAccountCommand(argv)) {
  process.umask(0o077);
  const writeError = (text: string) => void process.stderr.write(text);
  const host = { clock: systemClock, log: createLineLog(writeError), write, writeError };
  process.exitCode = await runAccountCommand(argv, host);
} else {
  await runService({
    ...processOutput,
    readOptions,
    start: async (options) => {
      // Loading the media engine takes a while, so wrong options are rejected before.
      const { startWithMedia } = await import('./start-with-media.ts');
      return startWithMedia(options, false);
    },
    announce: (ready) => write(`${JSON.stringify(ready)}\n`),
    untilStopped: stopSignal(),
  });
}
