import { expect, test } from 'vitest';
import { KeychainSecretStore } from '../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { startBoth } from '../../../fakes/services/two-services.ts';
import { PretendKeychain } from '../../../fakes/sign-in/pretend-keychain.ts';
import { SignInServer, visit } from '../../../fakes/sign-in/sign-in-server.ts';
import { createTestPlatform } from '../../../fakes/test-platform.ts';
import { sendJson } from '../../../fakes/test-server.ts';
import { createHastyClock, until } from '../../../fakes/turned-clock.ts';

const account = { apiKeyId: 'k', apiKeyNickname: 'Dailies', email: 'editor@example.com', teamId: 'team_1' };

/** Starts an app that signs in to a service. The user approves in the browser while `isWilling`. */
async function startSigningIn() {
  const server = await SignInServer.start();
  server.onCall = ({ headers }, response) => {
    const bearer = (headers.authorization ?? '').replace('Bearer ', '');
    if (server.accessTokens.has(bearer)) sendJson(response, 200, { ...account, displayName: null });
    else sendJson(response, 401, { message: 'No.', code: 'invalid_api_key' });
  };
  const keychain = new PretendKeychain();
  const { shell } = await createTestPlatform();
  const user = { isWilling: true };
  const started = await startBoth({
    secrets: new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'darwin' }),
    // Not faster, because the app would otherwise give up the keychain before the test looks.
    clock: createHastyClock(10),
    shell: {
      ...shell,
      openUrl: async (url) => {
        const target = server.redirectFor(url);
        if (user.isWilling) await visit(target);
      },
    },
  });
  const { client, app } = started;
  const { connectionId } = await client.call('connection.add', { serviceUrl: server.url, apiKey: null });
  const { status } = app.services.connections.scope(connectionId);
  const signedIn = () => until(() => status.get().state === 'ready');
  return { ...started, server, keychain, user, connectionId, status, signedIn };
}

test('a sign-in that is cancelled while the keychain asks does not come about', async () => {
  const { client, server, keychain, connectionId, status, signedIn, user } = await startSigningIn();
  await signedIn();
  await client.call('connection.signOut', { connectionId });
  user.isWilling = false;
  await client.call('connection.signIn', { connectionId });
  await until(() => server.asked.length === 2);
  const [, asked] = server.asked;
  keychain.showPrompt();
  await visit(server.redirectFor(new URL(`${server.issuer}/authorize?${String(asked)}`)));
  await until(() => keychain.calls.at(-1) === `set oauth:${connectionId}` && keychain.running === 1);
  const brought = [...server.refreshTokens];
  await client.call('connection.cancelSignIn', { connectionId });
  await until(() => status.get().state === 'signed_out');
  keychain.answerPrompt();
  await until(() => brought.every((token) => server.revoked.includes(token)));
  await until(() => keychain.running === 0 && keychain.items.size === 0);
  expect(await client.call('connection.test', { connectionId })).toMatchObject({ state: 'signed_out' });
});

test('a sign-in that comes while a sign-out is still revoking is the one that is shown', async () => {
  const { client, server, connectionId, status, signedIn, reported } = await startSigningIn();
  await signedIn();
  const revoked = Promise.withResolvers<null>();
  server.onRevoke = async (_request, response) => {
    await revoked.promise;
    response.writeHead(200).end();
  };
  const leaving = client.call('connection.signOut', { connectionId });
  await until(() => server.revoked.length === 1);
  expect(status.get().state).toBe('signed_out');
  await client.call('connection.signIn', { connectionId });
  await signedIn();
  const before = reported.length;
  revoked.resolve(null);
  expect(await leaving).toMatchObject({ state: 'ready' });
  expect(reported.slice(before).map(({ state }) => state)).not.toContain('signed_out');
  expect(await client.call('connection.test', { connectionId })).toMatchObject({ state: 'ready' });
});

test('a sign-in that the service ends while another one is under way leaves that one to be cancelled', async () => {
  const { client, app, server, user, connectionId, status, signedIn } = await startSigningIn();
  await signedIn();
  user.isWilling = false;
  await client.call('connection.signIn', { connectionId });
  server.accessTokens.clear();
  server.refreshTokens.clear();
  const { http } = app.services.connections.scope(connectionId);
  const asked = http.call('getAccount', { signal: new AbortController().signal });
  await expect(asked).rejects.toMatchObject({ code: 'signed_out' });
  expect(status.get().state).toBe('signing_in');
  await client.call('connection.cancelSignIn', { connectionId });
  await until(() => status.get().state === 'signed_out');
});
