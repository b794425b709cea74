import path from 'node:path';
import { createMediaEngine } from '@dailies/media/create-media-engine';
import type { LaunchOptions } from './launch-options.ts';
import { processOutput } from './program-host.ts';
import { type RunningService, startService } from './start-service.ts';

/** Starts the service with the real media engine. Only this user can read the files it writes. */
export async function startWithMedia(
  launch: LaunchOptions,
  mayUseOtherPort: boolean,
): Promise<RunningService> {
  process.umask(0o077);
  const cacheFolder = path.join(launch.dataFolder, 'cache');
  const createEngine = (temporaryFolder: string) => createMediaEngine({ temporaryFolder, cacheFolder });
  return startService({ launch, mayUseOtherPort, createEngine, log: processOutput.log });
}
