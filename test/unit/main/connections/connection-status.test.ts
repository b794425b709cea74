import { expect, test } from 'vitest';
import { addressedConnectionId, compose } from '../../../../src-main/app/compose.ts';
import { keyAccount } from '../../../../src-main/connections/key-credential.ts';
import { connectionSchema, type Connection } from '../../../../src-shared/contract/connection.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { createTestPlatform, startApp } from '../../../fakes/test-platform.ts';
import { unusedAddress } from '../../../fakes/test-server.ts';
import { settle, TurnedClock, until } from '../../../fakes/turned-clock.ts';

async function watch(service: ServiceStandIn) {
  const { app, platform } = await startApp(service);
  const reported: Connection[] = [];
  app.subscribe(({ name, payload }) => {
    if (name === 'connection.changed') reported.push(connectionSchema.parse(payload));
  });
  return { app, platform, reported, connection: app.services.connections };
}

test('a service that answers is ready, with its account and without its key', async () => {
  const service = await ServiceStandIn.start();
  const { connection, reported } = await watch(service);
  await until(() => connection.get().state === 'ready');
  expect(connection.get()).toMatchObject({
    kind: 'key',
    address: new URL(service.url).host,
    account: { email: 'editor@example.com', displayName: null },
    error: null,
  });
  expect(JSON.stringify([reported, connection.get()])).not.toContain(service.apiKey);
});

test('the share of the budget that is left is reported', async () => {
  const { app, connection, reported } = await watch(await ServiceStandIn.start());
  await until(() => connection.get().state === 'ready');
  expect(connection.get().budgetLeft).toBe(0.98);
  await app.services.active().catalogue.voices();
  await until(() => reported.some(({ budgetLeft }) => budgetLeft !== null && budgetLeft < 0.98));
});

test('a refused key is reported, and not tried again within half a minute', async () => {
  const service = await ServiceStandIn.start();
  const clock = new TurnedClock();
  const platform = await createTestPlatform({ clock });
  await platform.secrets.set(keyAccount(addressedConnectionId), 'another-key');
  const app = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
  await app.start();
  await until(() => app.services.connections.get().state === 'signed_out');
  expect(app.services.connections.get().error).toMatchObject({ code: 'unauthorized' });
  await settle();
  const asked = service.server.seen.length;
  await clock.advance(30_000);
  expect(service.server.seen.length).toBe(asked);
  await clock.advance(30_000);
  await until(() => service.server.seen.length > asked);
  await app.dispose();
});

test('a service that is away is looked for again until it is back', async () => {
  const service = await ServiceStandIn.start();
  let isAway = true;
  service.intercept = (_request, response) => {
    if (isAway) response.destroy();
    return isAway;
  };
  const { connection } = await watch(service);
  await until(() => connection.get().state === 'offline');
  expect(connection.get().error).toMatchObject({ code: 'service_unreachable' });
  expect(connection.get().offlineSince).toEqual(expect.any(Number));
  isAway = false;
  await until(() => connection.get().state === 'ready');
  expect(connection.get().offlineSince).toBeNull();
});

test('a service that a request could not reach is ready anew if it answers the next one', async () => {
  const service = await ServiceStandIn.start();
  const { app, connection, reported } = await watch(service);
  await until(() => connection.get().state === 'ready');
  service.intercept = ({ url }, response) => {
    const isCut = url.startsWith('/v1/resources');
    if (isCut) response.destroy();
    return isCut;
  };
  const before = reported.length;
  await expect(app.services.active().catalogue.voices()).rejects.toMatchObject({
    code: 'service_unreachable',
  });
  const statesSince = (): string[] => reported.slice(before).map(({ state }) => state);
  await until(() => statesSince().at(-1) === 'ready');
  expect(statesSince()).toContain('starting');
});

test('trying again tells what came of it', async () => {
  const service = await ServiceStandIn.start();
  const { connection } = await watch(service);
  await until(() => connection.get().state === 'ready');
  service.intercept = (_request, response) => {
    response.writeHead(500).end();
    return true;
  };
  expect(await connection.retry()).toMatchObject({ state: 'failed', error: { code: 'service_failed' } });
  service.intercept = () => false;
  expect(await connection.retry()).toMatchObject({ state: 'ready', error: null });
});

test('an address that is none is refused before anything starts', async () => {
  const platform = await createTestPlatform();
  const options = { version: '0', service: { kind: 'address', baseUrl: 'http://example.com' } } as const;
  expect(() => compose(platform, options)).toThrow(
    expect.objectContaining({ code: 'service_address_invalid' }),
  );
});

test('calls wait for the app to start, and are answered when it cannot', async () => {
  const platform = await createTestPlatform();
  const options = { version: '1.2.3', service: { kind: 'address', baseUrl: await unusedAddress() } } as const;
  const first = compose(platform, options);
  const early = first.router({ name: 'app.info', input: {} });
  await first.start();
  expect(await early).toMatchObject({
    ok: true,
    value: { version: '1.2.3', host: 'browser', mediaBaseUrl: 'media/' },
  });
  const second = compose(platform, options);
  const refused = second.router({ name: 'settings.get', input: {} });
  await expect(second.start()).rejects.toMatchObject({ code: 'conflict' });
  expect(await refused).toMatchObject({ ok: false, error: { code: 'conflict' } });
  await second.dispose();
  await first.dispose();
});
