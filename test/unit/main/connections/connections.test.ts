import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KeychainSecretStore } from '../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { aScriptRequest } from '../../../fakes/main-records.ts';
import type { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { activateHosted, startBoth, startOn } from '../../../fakes/services/two-services.ts';
import { PretendKeychain } from '../../../fakes/sign-in/pretend-keychain.ts';
import type { TestPlatform } from '../../../fakes/test-platform.ts';
import { unusedAddress } from '../../../fakes/test-server.ts';
import { until } from '../../../fakes/turned-clock.ts';

const script = aScriptRequest();

/** Expects that neither the app's files nor its log contain the secret. */
async function expectNowhere(secret: string, { paths, log }: TestPlatform): Promise<void> {
  expect(JSON.stringify(log.lines)).not.toContain(secret);
  for (const name of await readdir(paths.userData, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const content = await readFile(join(name.parentPath, name.name));
    expect(content.includes(secret), name.name).toBe(false);
  }
}

test('a hosted service is added by its key, which is kept in the keychain and nowhere else', async () => {
  const { client, hosted, platform, reported } = await startBoth();
  const added = await client.call('connection.add', { serviceUrl: hosted.url, apiKey: ` ${hosted.apiKey} ` });
  expect(added).toMatchObject({
    kind: 'key',
    serviceUrl: hosted.url,
    isActive: false,
    credentialIn: 'keychain',
  });
  await until(() =>
    reported.some(({ connectionId, state }) => connectionId === added.connectionId && state === 'ready'),
  );
  const { connections } = await client.call('connection.list', {});
  expect(connections.map(({ kind, state }) => [kind, state])).toEqual([
    ['local', 'ready'],
    ['key', 'ready'],
  ]);
  expect(await platform.secrets.get(`key:${added.connectionId}`)).toBe(hosted.apiKey);
  const { limits } = await client.call('connection.limits', { connectionId: added.connectionId });
  expect(limits.find(({ group }) => group === 'account.read')?.remaining).toBeGreaterThan(0);
  expect(JSON.stringify([reported, connections, limits])).not.toContain(hosted.apiKey);
  await expectNowhere(hosted.apiKey, platform);
});

test.each([
  ['absent', 'Cannot autolaunch D-Bus without X11 $DISPLAY'],
  ['locked', 'Cannot create an item in a locked collection'],
  ['denied', 'User canceled the operation.'],
])('with a keychain that is %s a key is typed once, and is in memory only', async (_name, message) => {
  const keychain = new PretendKeychain();
  const store = new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'darwin' });
  const { client, hosted, platform, reported, app } = await startBoth({ secrets: store });
  keychain.failure = new Error(message);
  const { connectionId } = await client.call('connection.add', {
    serviceUrl: hosted.url,
    apiKey: hosted.apiKey,
  });
  const { status } = app.services.connections.scope(connectionId);
  await until(() => status.get().state === 'ready');
  expect(status.get().credentialIn).toBe('session');
  expect(await client.call('keychain.get', {})).toEqual({ state: 'unavailable' });
  expect(await client.call('connection.test', { connectionId })).toMatchObject({
    state: 'ready',
    credentialIn: 'session',
  });
  await expectNowhere(hosted.apiKey, platform);

  keychain.failure = null;
  expect(await client.call('keychain.retry', {})).toEqual({ state: 'ok' });
  expect([...keychain.items.values()]).toEqual([hosted.apiKey]);
  await until(() => reported.at(-1)?.credentialIn === 'keychain');
});

test('a key the service does not know is reported, and nothing is kept', async () => {
  const { client, hosted } = await startBoth();
  const adding = client.call('connection.add', { serviceUrl: hosted.url, apiKey: 'wrong' });
  await expect(adding).rejects.toMatchObject({ code: 'unauthorized' });
  const asked = hosted.server.seen.length;
  const notOne = client.call('connection.add', { serviceUrl: hosted.url, apiKey: 'schlüssel 1' });
  await expect(notOne).rejects.toMatchObject({ code: 'unauthorized' });
  expect(hosted.server.seen).toHaveLength(asked);
  expect((await client.call('connection.list', {})).connections).toHaveLength(1);
});

test('an address where nobody answers, or that is none, is reported', async () => {
  const { client } = await startBoth();
  await expect(
    client.call('connection.add', { serviceUrl: await unusedAddress(), apiKey: 'key' }),
  ).rejects.toMatchObject({ code: 'service_unreachable' });
  await expect(
    client.call('connection.add', { serviceUrl: 'http://example.com', apiKey: 'key' }),
  ).rejects.toMatchObject({ code: 'service_address_invalid' });
  expect((await client.call('connection.list', {})).connections).toHaveLength(1);
});

test('switching leaves what runs on the other connection running, over a restart too', async () => {
  const { app, client, local, hosted, platform } = await startBoth();
  local.readsPerRun = 1_000_000;
  const onLocal = await client.call('generation.start', script);
  await until(() => local.starts.length === 1);
  const connectionId = await activateHosted({ client, hosted });
  expect((await client.call('connection.get', {})).connectionId).toBe(connectionId);
  expect((await client.call('generation.list', { limit: 10 })).generations).toEqual([]);
  const onHosted = await client.call('generation.start', { ...script, script: 'The hosted harbour.' });
  const hostedJobs = app.services.active().generations;
  await until(() => hostedJobs.get(onHosted.generationId).state === 'succeeded');
  expect([local.starts.length, hosted.starts.length]).toEqual([1, 1]);
  await app.dispose();

  const again = await startOn(platform);
  expect((await again.client.call('connection.get', {})).connectionId).toBe(connectionId);
  local.readsPerRun = 1;
  const localJobs = again.app.services.generationsOf(onLocal.generationId);
  await until(() => localJobs.get(onLocal.generationId).state === 'succeeded');
  expect(local.starts).toHaveLength(1);
  const { items } = await again.client.call('activity.list', {
    filter: { what: 'jobs', status: null, connectionId: null, search: '' },
    offset: 0,
    limit: 10,
  });
  expect(new Set(items.map((item) => item.connectionId))).toEqual(new Set(['local', connectionId]));
});

test('how much of a connection has not ended is reported as it changes', async () => {
  const { app, client, platform, reported } = await startBoth();
  await client.call('transfer.pauseAll', {});
  const path = join(platform.paths.userData, 'notes.txt');
  await writeFile(path, 'The gulls are up first.');
  const fileGrant = await app.fileGrants.grantPath(path);
  const { transferId } = await client.call('transfer.upload', { fileGrant });
  await until(() => reported.at(-1)?.unfinishedCount === 1);
  await client.call('transfer.cancel', { transferId });
  await until(() => reported.at(-1)?.unfinishedCount === 0);
});

test('work that names its connection goes there, whatever is active by then', async () => {
  const { app, client, local, hosted, platform } = await startBoth();
  await activateHosted({ client, hosted });
  await client.call('transfer.pauseAll', {});
  await app.services.settings.setDeliveryFolder(platform.paths.userData);
  const path = join(platform.paths.userData, 'notes.txt');
  await writeFile(path, 'The gulls are up first.');
  const fileGrant = await app.fileGrants.grantPath(path);
  const upload = await client.call('transfer.upload', { connectionId: 'local', fileGrant });
  const item = { generationId: 'batch-1', title: '', request: script };
  const batch = await client.call('generation.startBatch', { connectionId: 'local', items: [item] });
  const project = { projectId: local.addProject(), title: 'Harbour lights' };
  const movie = await client.call('export.start', { connectionId: 'local', ...project, options: {} });
  const delivery = await client.call('delivery.start', {
    connectionId: 'local',
    projectId: project.projectId,
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
  });
  const records = [upload, ...batch.generations, movie, delivery];
  expect(records.map((each) => each.connectionId)).toEqual(['local', 'local', 'local', 'local']);
  await until(() => local.starts.length === 1);
  expect(hosted.starts).toEqual([]);
});

test('a version of a removed connection is still shown in its folder', async () => {
  const { app, client, hosted, platform } = await startBoth();
  const { connectionId } = await client.call('connection.add', {
    serviceUrl: hosted.url,
    apiKey: hosted.apiKey,
  });
  await app.services.settings.setDeliveryFolder(platform.paths.userData);
  const { deliveryId } = await client.call('delivery.start', {
    connectionId,
    projectId: hosted.addProject(),
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
  });
  await app.services.deliveriesOf(deliveryId).settled(deliveryId);
  await client.call('connection.remove', { connectionId });
  await client.call('delivery.reveal', { deliveryId });
  expect(platform.revealed).toHaveLength(1);
  await expect(client.call('delivery.retry', { deliveryId })).rejects.toMatchObject({ code: 'not_found' });
});

test('no bearer of one service is ever sent to the other', async () => {
  const { client, local, hosted } = await startBoth();
  const { connectionId } = await client.call('connection.add', {
    serviceUrl: hosted.url,
    apiKey: hosted.apiKey,
  });
  for (const id of [connectionId, 'local', connectionId]) {
    await client.call('connection.activate', { connectionId: id });
    await client.call('project.list', { cursor: null, limit: 10 });
    await client.call('catalogue.voices', {});
  }
  const bearersOf = (service: ServiceStandIn): Set<string | undefined> =>
    new Set(service.server.seen.map(({ headers }) => headers.authorization));
  expect(bearersOf(local)).toEqual(new Set([`Bearer ${local.apiKey}`]));
  expect(bearersOf(hosted)).toEqual(new Set([`Bearer ${hosted.apiKey}`]));
});

test('signed out, work waits and nothing is deleted; with a new key it goes on', async () => {
  const { app, client, hosted, platform } = await startBoth();
  hosted.readsPerRun = 1_000_000;
  const connectionId = await activateHosted({ client, hosted });
  const { generationId } = await client.call('generation.start', script);
  await until(() => hosted.starts.length === 1);
  expect(await client.call('connection.signOut', { connectionId })).toMatchObject({
    state: 'signed_out',
    unfinishedCount: 1,
    credentialIn: 'none',
  });
  expect(await platform.secrets.get(`key:${connectionId}`)).toBeNull();
  await expect(client.call('project.list', { cursor: null, limit: 5 })).rejects.toMatchObject({
    code: 'signed_out',
  });
  await expect(client.call('connection.remove', { connectionId })).rejects.toMatchObject({
    code: 'conflict',
  });
  const waiting = await client.call('generation.start', { ...script, script: 'Asked for while signed out.' });
  expect(hosted.starts).toHaveLength(1);

  hosted.apiKey = 'a-new-key';
  hosted.readsPerRun = 1;
  await client.call('connection.setApiKey', { connectionId, apiKey: hosted.apiKey });
  const { generations } = app.services.active();
  await until(() => generations.get(generationId).state === 'succeeded');
  await until(() => generations.get(waiting.generationId).state === 'succeeded');
  expect(hosted.starts).toHaveLength(2);
});

test('after a refused key, signing out and a new key start clean', async () => {
  const { client, hosted } = await startBoth();
  const { connectionId } = await client.call('connection.add', {
    serviceUrl: hosted.url,
    apiKey: hosted.apiKey,
  });
  hosted.apiKey = 'the-key-after';
  expect(await client.call('connection.test', { connectionId })).toMatchObject({
    state: 'signed_out',
    error: { code: 'unauthorized' },
  });
  expect(await client.call('connection.signOut', { connectionId })).toMatchObject({
    state: 'signed_out',
    error: null,
  });
  expect(await client.call('connection.test', { connectionId })).toMatchObject({
    state: 'signed_out',
    error: { code: 'signed_out' },
  });
  const apiKey = hosted.apiKey;
  expect(await client.call('connection.setApiKey', { connectionId, apiKey })).toMatchObject({
    state: 'ready',
    error: null,
  });
});

test('a removed connection is forgotten, and the local one takes its place', async () => {
  const { app, client, hosted, platform } = await startBoth();
  const connectionId = await activateHosted({ client, hosted });
  await client.call('connection.remove', { connectionId });
  expect((await client.call('connection.get', {})).connectionId).toBe('local');
  expect(await platform.secrets.get(`key:${connectionId}`)).toBeNull();
  await expect(client.call('connection.test', { connectionId })).rejects.toMatchObject({ code: 'not_found' });
  await expect(client.call('connection.remove', { connectionId: 'local' })).rejects.toMatchObject({
    code: 'conflict',
  });
  await app.dispose();
  const again = await startOn(platform);
  expect((await again.client.call('connection.list', {})).connections).toHaveLength(1);
});
