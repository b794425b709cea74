import { expect, onTestFinished, test } from 'vitest';
import { compose } from '../../../../src-main/app/compose.ts';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { createTestPlatform, type TestPlatform } from '../../../fakes/test-platform.ts';
import { sendJson } from '../../../fakes/test-server.ts';
import { until } from '../../../fakes/turned-clock.ts';

async function startOn(platform: TestPlatform) {
  const app = compose(platform, { version: '0', service: { kind: 'local' } });
  onTestFinished(() => app.dispose());
  const client = createClient<AppContract>({ invoke: app.router, subscribe: (hear) => app.subscribe(hear) });
  await app.start();
  const add = async ({ url: serviceUrl, apiKey }: ServiceStandIn): Promise<string> => {
    const { connectionId } = await client.call('connection.add', { serviceUrl, apiKey });
    const { status } = app.services.connections.scope(connectionId);
    await until(() => status.get().state === 'ready');
    return connectionId;
  };
  const remaining = async (connectionId: string): Promise<number[]> => {
    const { limits } = await client.call('connection.limits', { connectionId });
    return limits.map((limit) => limit.remaining);
  };
  /** Sends a request, which uses the connection's budget. */
  const use = async (connectionId: string): Promise<void> => {
    await client.call('connection.activate', { connectionId });
    await client.call('project.list', { cursor: null, limit: 10 });
  };
  return { app, client, add, remaining, use };
}

test('connections of one team at one service have one budget, the same team elsewhere another', async () => {
  const service = await ServiceStandIn.start();
  const elsewhere = await ServiceStandIn.start();
  const { add, remaining, use } = await startOn(await createTestPlatform());
  const one = await add(service);
  const other = await add(service);
  const foreign = await add(elsewhere);
  await use(one);
  expect(await remaining(other)).toEqual(await remaining(one));
  expect(await remaining(foreign)).not.toEqual(await remaining(one));
});

test('whose budget it is follows what the service tells of the credential', async () => {
  const service = await ServiceStandIn.start();
  const { client, add, remaining, use } = await startOn(await createTestPlatform());
  const one = await add(service);
  const other = await add(service);
  const account = {
    apiKeyId: 'k',
    apiKeyNickname: 'n',
    email: 'e',
    displayName: null,
    teamId: 'another team',
  };
  service.intercept = ({ url }, response) => {
    if (url !== '/v1/me') return false;
    sendJson(response, 200, account);
    return true;
  };
  await client.call('connection.test', { connectionId: one });
  await use(one);
  expect(await remaining(other)).not.toEqual(await remaining(one));
});

test('a team is known from the last time, before the service tells it again', async () => {
  const service = await ServiceStandIn.start();
  const platform = await createTestPlatform();
  const first = await startOn(platform);
  const one = await first.add(service);
  const other = await first.add(service);
  await first.app.dispose();
  service.intercept = ({ url }, response) => {
    if (url !== '/v1/me') return false;
    response.writeHead(500).end();
    return true;
  };
  const { remaining, use } = await startOn(platform);
  await use(one);
  expect(await remaining(other)).toEqual(await remaining(one));
});
