import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Paths, Platform, SecretStore } from '../platform.ts';
import { ChildServiceLauncher } from './child-service-launcher.ts';
import { createFileLog } from './file-log.ts';
import { createSystemClock } from './system-clock.ts';
import { createSystemShell } from './system-shell.ts';

export interface NodePlatformOptions {
  readonly host: 'browser' | 'headless';
  readonly paths: Paths;
  readonly secrets: SecretStore;
  /** The local service's program; by default the one in the source tree. */
  readonly serviceEntryPath?: string;
  /** Also hears every log line. */
  readonly echoLog?: (line: string) => void;
}

/** The ports as plain Node has them: no dialogs, no notifications, no hold on the computer's sleep. */
export function createNodePlatform(options: NodePlatformOptions): Platform {
  const clock = createSystemClock();
  return {
    host: options.host,
    paths: options.paths,
    clock,
    log: createFileLog({
      folder: join(options.paths.userData, 'logs'),
      clock,
      ...(options.echoLog ? { echo: options.echoLog } : {}),
    }),
    shell: createSystemShell(process.platform, options.host === 'browser'),
    dialogs: null,
    notifier: { notify: () => undefined },
    power: { keepAwake: () => () => undefined, onResume: () => () => undefined },
    secrets: options.secrets,
    serviceLauncher: new ChildServiceLauncher({
      entryPath:
        options.serviceEntryPath ??
        fileURLToPath(new URL('../../src-service/service-entry.ts', import.meta.url)),
    }),
  };
}
