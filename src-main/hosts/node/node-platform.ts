import { join } from 'node:path';
import type { Paths, Platform, LastingSecretStore } from '../../platform.ts';
import { ChildEngineLauncher } from './child-engine-launcher.ts';
import { ChildServiceLauncher } from './child-service-launcher.ts';
import { createFileLog } from './file-log.ts';
import { createNodeSystem } from './node-system.ts';
import { ownFiles } from './own-files.ts';
import { createSystemClock } from './system-clock.ts';
import { createSystemShell } from './system-shell.ts';

export interface NodePlatformOptions {
  readonly host: 'browser' | 'headless';
  readonly paths: Paths;
  readonly secrets: LastingSecretStore;
  /** Also called with every log line. */
  readonly echoLog?: (line: string) => void;
}

/** Creates the ports of plain Node: no dialogs, no notifications, and no way to keep the computer awake. */
export function createNodePlatform(options: NodePlatformOptions): Platform {
  const clock = createSystemClock();
  return {
    host: options.host,
    paths: options.paths,
    helpersFolder: ownFiles.helpers,
    languages: [],
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
    system: createNodeSystem(),
    startDrag: null,
    setLoginItem: null,
    resolveProxy: null,
    serviceLauncher: new ChildServiceLauncher(ownFiles.service),
    engineLauncher: new ChildEngineLauncher(ownFiles.engine),
  };
}
