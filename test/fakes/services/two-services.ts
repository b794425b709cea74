import { type App, compose } from '../../../src-main/app/compose.ts';
import type { RunningService, ServiceLauncher } from '../../../src-main/platform.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Connection } from '../../../src-shared/contract/connection.ts';
import { createClient } from '../../../src-shared/ipc/client.ts';
import { atTestEnd } from '../../support/at-test-end.ts';
import { createTestPlatform, type TestPlatform } from '../test-platform.ts';
import { until } from '../turned-clock.ts';
import { ServiceStandIn } from './service-stand-in.ts';

/** Starts a stand-in as the local service. */
export function launcherOf({ url, apiKey }: Pick<ServiceStandIn, 'url' | 'apiKey'>): ServiceLauncher {
  const port = Number(new URL(url).port);
  const launch = (): Promise<RunningService> => {
    const exit = Promise.withResolvers<{ code: number; lastWords: string }>();
    const stop = () => Promise.resolve(exit.resolve({ code: 0, lastWords: '' }));
    return Promise.resolve({ url, apiKey, port, exited: exit.promise, stop });
  };
  return { launch };
}

/** Starts an app whose local service is one stand-in and whose hosted service is another. */
export async function startBoth(change: Partial<TestPlatform> = {}) {
  const local = await ServiceStandIn.start();
  const hosted = await ServiceStandIn.start();
  hosted.apiKey = 'canary-key-of-the-hosted-service';
  const platform = await createTestPlatform({ serviceLauncher: launcherOf(local), ...change });
  const started = await startOn(platform);
  await until(() => started.app.services.connections.get().state === 'ready');
  return { local, hosted, platform, ...started };
}

/** Adds the hosted service by its key, activates it, and returns its connection's id. */
export async function activateHosted({
  client,
  hosted,
}: Pick<Awaited<ReturnType<typeof startBoth>>, 'client' | 'hosted'>): Promise<string> {
  const { connectionId } = await client.call('connection.add', {
    serviceUrl: hosted.url,
    apiKey: hosted.apiKey,
  });
  await client.call('connection.activate', { connectionId });
  return connectionId;
}

/** Starts the app on the data that an earlier app has left. */
export async function startOn(platform: TestPlatform) {
  const app: App = compose(platform, { version: '0', service: { kind: 'local' } });
  atTestEnd(() => app.dispose());
  const reported: Connection[] = [];
  const client = createClient<AppContract>({ invoke: app.router, subscribe: (hear) => app.subscribe(hear) });
  client.on('connection.changed', (connection) => reported.push(connection));
  await app.start();
  return { app, client, reported };
}
