import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { addressedConnectionId, type App, compose } from '../../src-main/app/compose.ts';
import { keyAccount } from '../../src-main/connections/key-credential.ts';
import { MemorySecretStore } from '../../src-main/hosts/node/memory-secret-store.ts';
import { createNodePlatform } from '../../src-main/hosts/node/node-platform.ts';
import type { Platform } from '../../src-main/platform.ts';
import type { AppContract } from '../../src-shared/contract/app-contract.ts';
import { type Client, createClient } from '../../src-shared/ipc/client.ts';

const root = join(import.meta.dirname, '..', '..');
export const apiKey = 'sk_videogen_live_roundtrip';

/** Starts a local service in a separate process, with its data in the folder. */
export async function startService(
  folder: string,
): Promise<{ readonly baseUrl: string; dispose(): Promise<void> }> {
  const service = spawn(
    process.execPath,
    ['src-service/cli.ts', '--port', '0', '--data', join(folder, 'service'), '--api-key', apiKey],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return {
    baseUrl: await firstLine(service),
    dispose: async () => {
      const ended = new Promise((resolve) => service.once('exit', resolve));
      service.kill('SIGTERM');
      await ended;
    },
  };
}

function firstLine(service: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    service.once('exit', (code) => reject(new Error(`The service ended with ${String(code)}.`)));
    if (service.stdout)
      createInterface({ input: service.stdout }).once('line', (line) => {
        resolve((JSON.parse(line) as { url: string }).url);
      });
  });
}

export interface RunningApp {
  readonly app: App;
  readonly client: Client<AppContract>;
}

/** Starts the app with that service and the delivery folder `out`, as a command would. `more` extends the platform. */
export async function startApp(
  folder: string,
  baseUrl: string,
  more: Partial<Platform> = {},
): Promise<RunningApp> {
  const platform = createNodePlatform({
    host: 'headless',
    paths: { userData: join(folder, 'user-data'), movies: null },
    secrets: new MemorySecretStore([[keyAccount(addressedConnectionId), apiKey]]),
  });
  const app = compose({ ...platform, ...more }, { version: '0.0.0', service: { kind: 'address', baseUrl } });
  await app.start();
  const client = createClient<AppContract>({ invoke: app.router, subscribe: (hear) => app.subscribe(hear) });
  await client.call('settings.setDeliveryFolder', { path: join(folder, 'out'), mayMake: true });
  return { app, client };
}
