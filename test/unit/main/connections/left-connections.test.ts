import { expect, test } from 'vitest';
import { addressedConnectionId, compose } from '../../../../src-main/app/compose.ts';
import { keyAccount } from '../../../../src-main/connections/key-credential.ts';
import { KeychainSecretStore } from '../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { MemorySecretStore } from '../../../../src-main/hosts/node/memory-secret-store.ts';
import { aScriptRequest } from '../../../fakes/main-records.ts';
import { startBoth, startOn } from '../../../fakes/services/two-services.ts';
import { PretendKeychain } from '../../../fakes/sign-in/pretend-keychain.ts';
import { createHastyClock, settle, until } from '../../../fakes/turned-clock.ts';

const locked = new Error('User interaction is not allowed.');
const absent = new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');

function storeOver(keychain: PretendKeychain): KeychainSecretStore {
  return new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'darwin' });
}

/** Starts an app with a keychain and with a hosted connection that uses a key. */
async function startWithKey() {
  const keychain = new PretendKeychain();
  // Not faster, because the app would otherwise give up the keychain before the test looks.
  const started = await startBoth({ secrets: storeOver(keychain), clock: createHastyClock(10) });
  const { client, hosted, platform, app } = started;
  const { apiKey, url: serviceUrl } = hosted;
  const { connectionId } = await client.call('connection.add', { serviceUrl, apiKey });
  const { status } = app.services.connections.scope(connectionId);
  await until(() => status.get().state === 'ready');
  const startAgain = async () => {
    await app.dispose();
    return startOn({ ...platform, secrets: storeOver(keychain) });
  };
  return { ...started, keychain, connectionId, status, startAgain };
}

test('a sign-out without the keychain lasts after a restart', async () => {
  const { client, keychain, connectionId, startAgain } = await startWithKey();
  keychain.failure = locked;
  expect(await client.call('connection.signOut', { connectionId })).toMatchObject({ state: 'signed_out' });
  expect(keychain.items.size).toBe(1);
  keychain.failure = null;
  const { app } = await startAgain();
  const { status } = app.services.connections.scope(connectionId);
  await until(() => status.get().state !== 'starting');
  expect(status.get().state).toBe('signed_out');
  await until(() => keychain.items.size === 0);
});

test('a credential waiting to be erased is erased, also after a command used the same folder', async () => {
  const { app, client, hosted, keychain, platform, connectionId, startAgain } = await startWithKey();
  keychain.failure = locked;
  expect(await client.call('connection.signOut', { connectionId })).toMatchObject({ state: 'signed_out' });
  await app.dispose();
  const command = compose(
    { ...platform, secrets: new MemorySecretStore([[keyAccount(addressedConnectionId), hosted.apiKey]]) },
    { version: '0', service: { kind: 'address', baseUrl: hosted.url } },
  );
  await command.start();
  await settle();
  await command.dispose();
  keychain.failure = null;
  const again = await startAgain();
  await until(() => keychain.items.size === 0);
  const { status } = again.app.services.connections.scope(connectionId);
  await until(() => status.get().state === 'signed_out');
});

test('the key of a connection that was removed without the keychain is erased after a restart', async () => {
  const { client, keychain, connectionId, startAgain } = await startWithKey();
  keychain.failure = locked;
  await client.call('connection.remove', { connectionId });
  expect(keychain.items.size).toBe(1);
  keychain.failure = null;
  const again = await startAgain();
  await until(() => keychain.items.size === 0);
  expect((await again.client.call('connection.list', {})).connections).toHaveLength(1);
});

test.each([
  ['there is none', absent, 'ok'],
  ['it is locked', locked, 'unavailable'],
])('a connection can be removed where the keychain does not answer because %s', async (_, failure, state) => {
  const { client, keychain, connectionId, startAgain } = await startWithKey();
  keychain.failure = failure;
  await client.call('connection.remove', { connectionId });
  expect((await client.call('connection.list', {})).connections).toHaveLength(1);
  const again = await startAgain();
  await settle();
  expect((await again.client.call('connection.list', {})).connections).toHaveLength(1);
  expect(await again.client.call('keychain.get', {})).toEqual({ state });
  keychain.failure = null;
  await again.client.call('keychain.retry', {});
  expect(keychain.items.size).toBe(0);
});

test('work started while a connection is being removed starts on another one', async () => {
  const { client, app, local, hosted, keychain, connectionId } = await startWithKey();
  await client.call('connection.activate', { connectionId });
  keychain.showPrompt();
  const removed = client.call('connection.remove', { connectionId });
  await until(() => keychain.calls.at(-1) === `delete key:${connectionId}`);
  local.readsPerRun = 1;
  const { generationId } = await client.call('generation.start', aScriptRequest());
  for (const name of ['connection.activate', 'connection.remove'] as const) {
    await expect(client.call(name, { connectionId })).rejects.toMatchObject({ code: 'not_found' });
  }
  keychain.answerPrompt();
  await removed;
  const { generations } = app.services.active();
  await until(() => generations.get(generationId).state === 'succeeded');
  expect([local.starts.length, hosted.starts.length]).toEqual([1, 0]);
});

test('a connection whose work begins again while it is being removed stays, and the work can be cancelled', async () => {
  const { client, hosted, keychain, connectionId } = await startWithKey();
  await client.call('connection.activate', { connectionId });
  hosted.readsPerRun = 1_000_000;
  const { generationId } = await client.call('generation.start', aScriptRequest());
  await until(() => hosted.starts.length === 1);
  await client.call('generation.cancel', { generationId });
  await until(async () => (await client.call('connection.get', {})).unfinishedCount === 0);
  keychain.showPrompt();
  const removed = client.call('connection.remove', { connectionId });
  const refused = expect(removed).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'unfinished_work', unfinished: 1 },
  });
  await until(() => keychain.calls.at(-1) === `delete key:${connectionId}`);
  const again = await client.call('generation.retry', { generationId });
  keychain.answerPrompt();
  await refused;
  await client.call('generation.cancel', { generationId: again.generationId });
  await client.call('connection.remove', { connectionId });
  expect((await client.call('connection.list', {})).connections).toHaveLength(1);
});
