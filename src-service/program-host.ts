import path from 'node:path';
import { createMediaEngine } from '@dailies/media/create-media-engine';
import type { LaunchOptions } from './launch-options.ts';
import { createLineLog } from './service-log.ts';
import { startService } from './start-service.ts';
import type { RunningService } from './start-service.ts';

const log = createLineLog((line) => process.stderr.write(line));

/** Parts of a host both programs share: the log on standard error, the real media engine. */
export const processOutput = {
  log,
  writeError: (text: string) => void process.stderr.write(text),
  exit: (code: number) => process.exit(code),
};

/** Everything the service writes is for this user alone. */
export async function startWithMedia(
  options: LaunchOptions,
  mayUseOtherPort: boolean,
): Promise<RunningService> {
  process.umask(0o077);
  const cacheFolder = path.join(options.dataFolder, 'cache');
  const createEngine = (temporaryFolder: string) => createMediaEngine({ temporaryFolder, cacheFolder });
  return startService({ ...options, mayUseOtherPort, createEngine, log });
}

/** Resolves at the first of the signals that ask a program to end. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => resolve());
  });
}
