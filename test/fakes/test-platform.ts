import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressedConnectionId, type App, compose } from '../../src-main/app/compose.ts';
import { keyAccount } from '../../src-main/connections/key-credential.ts';
import { MemorySecretStore } from '../../src-main/hosts/node/memory-secret-store.ts';
import type { Platform } from '../../src-main/platform.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { KeptLog, makeFolder } from './main-fixture.ts';
import { rootedSystem } from './rooted-system.ts';
import type { ServiceStandIn } from './services/service-stand-in.ts';
import { createHastyClock } from './turned-clock.ts';

export interface TestPlatform extends Platform {
  readonly log: KeptLog;
  readonly notices: string[];
  readonly revealed: string[];
  readonly opened: string[];
  readonly openedUrls: URL[];
}

/** Makes the build's output for editors; the panel consists only of its name. */
async function makeHelpersFolder(): Promise<string> {
  const folder = await makeFolder('helpers');
  await copyFile(join('src-editors', 'resolve', 'resolve.lua'), join(folder, 'resolve.lua'));
  await writeFile(join(folder, 'dailies-premiere.ccx'), 'panel');
  return folder;
}

/** Creates a platform for tests, with a new folder, a fast clock and a log that keeps its lines. */
export async function createTestPlatform(change: Partial<Platform> = {}): Promise<TestPlatform> {
  const notices: string[] = [];
  const revealed: string[] = [];
  const opened: string[] = [];
  const openedUrls: URL[] = [];
  return {
    host: 'headless',
    paths: { userData: join(await makeFolder('app'), 'user-data'), movies: null },
    helpersFolder: await makeHelpersFolder(),
    languages: [],
    clock: createHastyClock(),
    shell: {
      canReveal: true,
      hasTrash: true,
      moveToTrash: (path) => rm(path, { recursive: true }),
      revealFile: (path) => {
        revealed.push(path);
        return Promise.resolve();
      },
      openFile: (path) => {
        opened.push(path);
        return Promise.resolve();
      },
      openUrl: (url) => {
        openedUrls.push(url);
        return Promise.resolve();
      },
    },
    dialogs: null,
    notifier: { notify: (title, body) => notices.push(`${title}: ${body}`) },
    power: { keepAwake: () => () => undefined, onResume: () => () => undefined },
    secrets: new MemorySecretStore(),
    system: await rootedSystem({}),
    startDrag: null,
    setLoginItem: null,
    resolveProxy: null,
    serviceLauncher: { launch: () => Promise.reject(new Error('No local service in this test.')) },
    engineLauncher: {
      isIncluded: false,
      launch: () => {
        throw new Error('No engine in this test.');
      },
    },
    ...change,
    log: new KeptLog(),
    notices,
    revealed,
    opened,
    openedUrls,
  };
}

/** Starts the whole app with a service at an address, and disposes it at the end of the test. */
export async function startApp(service: ServiceStandIn, change: Partial<Platform> = {}) {
  const platform = await createTestPlatform(change);
  await platform.secrets.set(keyAccount(addressedConnectionId), service.apiKey);
  const app: App = compose(platform, {
    version: '0.0.0',
    service: { kind: 'address', baseUrl: service.url },
  });
  atTestEnd(() => app.dispose());
  await app.start();
  return { app, platform };
}
