import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { KeychainSecretStore } from '../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { aScriptRequest } from '../../../fakes/main-records.ts';
import type { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startBoth, startOn } from '../../../fakes/services/two-services.ts';
import { PretendKeychain } from '../../../fakes/sign-in/pretend-keychain.ts';
import { SignInServer, visit } from '../../../fakes/sign-in/sign-in-server.ts';
import { createTestPlatform, type TestPlatform } from '../../../fakes/test-platform.ts';
import { sendJson } from '../../../fakes/test-server.ts';
import { settle, until } from '../../../fakes/turned-clock.ts';

const accountOf = (teamId: string) => ({
  apiKeyId: 'k',
  apiKeyNickname: teamId,
  email: `${teamId}@example.com`,
  displayName: null,
  teamId,
});

const teamOfKey: Readonly<Record<string, string>> = {
  'key-a': 'team-a',
  'second-key-a': 'team-a',
  'key-b': 'team-b',
};

/** Makes the service serve two teams. `done` records each request with its team, as in `team-a GET /v1/me`. */
function addTeams(hosted: ServiceStandIn) {
  const teams = { isAway: false, done: [] as string[] };
  hosted.readsPerRun = 1_000_000;
  hosted.intercept = (request, response) => {
    if (teams.isAway) {
      response.destroy();
      return true;
    }
    const key = (request.headers.authorization ?? '').slice('Bearer '.length);
    const teamId = teamOfKey[key];
    if (teamId === undefined) return false;
    teams.done.push(`${teamId} ${request.method} ${request.url}`);
    hosted.apiKey = key;
    if (request.url !== '/v1/me') return false;
    sendJson(response, 200, accountOf(teamId));
    return true;
  };
  return teams;
}

/** Starts the app with one hosted connection, which is active and has the key of team A. */
async function startAsA(change: Partial<TestPlatform> = {}) {
  const started = await startBoth(change);
  const { app, client, hosted } = started;
  const teams = addTeams(hosted);
  const { connectionId } = await client.call('connection.add', { serviceUrl: hosted.url, apiKey: 'key-a' });
  await client.call('connection.activate', { connectionId });
  const { generations, status } = app.services.active();
  await until(() => status.get().state === 'ready');
  const begin = async (): Promise<string> => {
    const { generationId } = await client.call('generation.start', aScriptRequest());
    await until(() => generations.get(generationId).state === 'running');
    return generationId;
  };
  return { ...started, teams, connectionId, generations, status, begin };
}

test('a key of another team is refused while work has not ended, and the one before goes on with it', async () => {
  const { client, hosted, platform, teams, connectionId, generations, begin } = await startAsA();
  const running = await begin();
  const before = teams.done.length;
  const replace = (apiKey: string) => client.call('connection.setApiKey', { connectionId, apiKey });
  await expect(replace('key-b')).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'another_team', unfinished: 1 },
  });
  expect(await platform.secrets.get(`key:${connectionId}`)).toBe('key-a');
  await client.call('connection.signOut', { connectionId });
  const waiting = await client.call('generation.start', aScriptRequest({ script: 'For team A.' }));
  await expect(replace('key-b')).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'another_team', unfinished: 2 },
  });
  hosted.readsPerRun = 1;
  await replace('second-key-a');
  for (const generationId of [running, waiting.generationId]) {
    await until(() => generations.get(generationId).state === 'succeeded');
  }
  expect(teams.done.slice(before).filter((each) => each.startsWith('team-b'))).toEqual([
    'team-b GET /v1/me',
    'team-b GET /v1/me',
  ]);
});

test('with nothing under way a key of another team takes the place of the one before', async () => {
  const { client, platform, connectionId, generations, begin, hosted } = await startAsA();
  hosted.readsPerRun = 1;
  const ended = await begin();
  await until(() => generations.get(ended).state === 'succeeded');
  expect(await client.call('connection.setApiKey', { connectionId, apiKey: 'key-b' })).toMatchObject({
    state: 'ready',
    account: { teamId: 'team-b' },
  });
  expect(await platform.secrets.get(`key:${connectionId}`)).toBe('key-b');
});

test('an older key that the keychain still has does none of the work that another team began', async () => {
  const keychain = new PretendKeychain();
  const store = () => new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'darwin' });
  const { app, client, hosted, platform, teams, connectionId, generations, begin } = await startAsA({
    secrets: store(),
  });
  await client.call('connection.setApiKey', { connectionId, apiKey: 'key-b' });
  const running = await begin();
  teams.isAway = true;
  await until(() => app.services.active().availability.state === 'offline');
  const { generationId: queued } = await client.call('generation.start', aScriptRequest());
  expect(generations.get(queued).state).toBe('queued');
  await app.dispose();
  // The last request may still be under way.
  await settle();

  // Restores the old key, as from a backup of the keychain.
  keychain.items.set(`key:${connectionId}`, 'key-a');
  Object.assign(teams, { isAway: false, done: [] });
  const again = await startOn({ ...platform, secrets: store() });
  const scope = again.app.services.connections.scope(connectionId);
  await until(() => scope.status.get().state === 'signed_out' && scope.availability.state === 'signed_out');
  expect(scope.status.get()).toMatchObject({
    account: { teamId: 'team-b' },
    error: { code: 'unauthorized', details: { reason: 'another_team', unfinished: 2 } },
  });
  await expect(again.client.call('project.list', { cursor: null, limit: 5 })).rejects.toMatchObject({
    details: { reason: 'another_team' },
  });
  expect(new Set(teams.done)).toEqual(new Set(['team-a GET /v1/me']));

  hosted.readsPerRun = 1;
  await again.client.call('connection.setApiKey', { connectionId, apiKey: 'key-b' });
  for (const generationId of [running, queued]) {
    await until(() => scope.generations.get(generationId).state === 'succeeded');
  }
  expect(teams.done.filter((each) => each.startsWith('team-a') && !each.endsWith('/v1/me'))).toEqual([]);
});

test('Work begun while the keychain asks about the key of another team is done with that key', async () => {
  const keychain = new PretendKeychain();
  const store = new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'darwin' });
  const { client, teams, connectionId, begin } = await startAsA({ secrets: store });
  keychain.showPrompt();
  const replacing = client.call('connection.setApiKey', { connectionId, apiKey: 'key-b' });
  await until(() => keychain.running === 1);
  await begin();
  keychain.answerPrompt();
  expect(await replacing).toMatchObject({ state: 'ready', account: { teamId: 'team-b' }, error: null });
  expect(teams.done).toContain('team-b POST /v1/workflows/script-to-video');
  expect(teams.done).not.toContain('team-a POST /v1/workflows/script-to-video');
});

test('work begun while the account of a new key is read uses that key', async () => {
  const { client, hosted, teams, connectionId, generations } = await startAsA();
  hosted.readsPerRun = 1;
  const { intercept } = hosted;
  const held: ServerResponse[] = [];
  let questions = 0;
  hosted.intercept = (request, response) => {
    const isOfB = request.url === '/v1/me' && request.headers.authorization === 'Bearer key-b';
    if (isOfB) questions += 1;
    // The first request is sent before the app accepts the key.
    if (!isOfB || questions !== 2) return intercept?.(request, response) ?? false;
    held.push(response);
    return true;
  };
  const replacing = client.call('connection.setApiKey', { connectionId, apiKey: 'key-b' });
  await until(() => held.length === 1);
  const { generationId } = await client.call('generation.start', aScriptRequest());
  for (const response of held) sendJson(response, 200, accountOf('team-b'));
  expect(await replacing).toMatchObject({ state: 'ready', account: { teamId: 'team-b' }, error: null });
  await until(() => generations.get(generationId).state === 'succeeded');
  expect(teams.done).toContain('team-b POST /v1/workflows/script-to-video');
});

/** Starts the app with one active connection, signed in as team A. `onMe` may answer `/v1/me`. */
async function signInAsA() {
  const server = await SignInServer.start();
  const done: string[] = [];
  const service = { server, done, onMe: null as ((response: ServerResponse) => boolean) | null };
  server.onCall = ({ headers, method, url }, response) => {
    const teamId = (headers.authorization ?? '').slice('Bearer access-of-'.length);
    done.push(`${teamId} ${method} ${url}`);
    if (url === '/v1/me' && service.onMe?.(response)) return;
    if (url === '/v1/me') return sendJson(response, 200, accountOf(teamId));
    return sendJson(response, 400, { message: 'Not today.', code: 'invalid_parameters' });
  };
  const platform = await createTestPlatform();
  const openUrl = async (url: URL): Promise<void> => void visit(server.redirectFor(url));
  const { app, client } = await startOn({ ...platform, shell: { ...platform.shell, openUrl } });
  const signInAs = (teamId: string): void => {
    server.tokens = { access_token: `access-of-${teamId}` };
  };
  signInAs('team-a');
  const { connectionId } = await client.call('connection.add', { serviceUrl: server.url, apiKey: null });
  await client.call('connection.activate', { connectionId });
  const { status, generations } = app.services.active();
  await until(() => status.get().state === 'ready');
  return { app, client, service, connectionId, status, generations, signInAs };
}

test('a sign-in of another team is refused while work waits, and one of the same team goes on with it', async () => {
  const { client, service, connectionId, status, generations, signInAs } = await signInAsA();
  const { done } = service;
  await client.call('connection.signOut', { connectionId });
  const { generationId } = await client.call('generation.start', aScriptRequest());

  signInAs('team-b');
  await client.call('connection.signIn', { connectionId });
  await until(() => status.get().error !== null);
  expect(status.get()).toMatchObject({
    state: 'signed_out',
    account: { teamId: 'team-a' },
    error: { code: 'conflict', details: { reason: 'another_team', unfinished: 1 } },
  });
  signInAs('team-a');
  await client.call('connection.signIn', { connectionId });
  await until(() => generations.get(generationId).state === 'failed');
  expect(done).toContain('team-a POST /v1/workflows/script-to-video');
  expect(done.filter((each) => each.startsWith('team-b'))).toEqual(['team-b GET /v1/me']);
});

test('work begun while the account of a new sign-in is read uses that sign-in', async () => {
  const { client, service, connectionId, status, generations, signInAs } = await signInAsA();
  const held: ServerResponse[] = [];
  service.onMe = (response) => held.push(response) > 0;
  signInAs('team-b');
  await client.call('connection.signIn', { connectionId });
  await until(() => held.length > 0);
  const { generationId } = await client.call('generation.start', aScriptRequest());
  service.onMe = null;
  for (const response of held) sendJson(response, 200, accountOf('team-b'));
  await until(() => generations.get(generationId).state === 'failed');
  expect(service.done).toContain('team-b POST /v1/workflows/script-to-video');
  await until(() => status.get().account?.teamId === 'team-b');
});

test.each(['is of another team', 'is called off while its account is asked for', 'nobody answers for'])(
  'a sign-in that %s is revoked, as it is not taken over',
  async (ending) => {
    const { client, service, connectionId, status, signInAs } = await signInAsA();
    const { server } = service;
    await client.call('connection.signOut', { connectionId });
    await client.call('generation.start', aScriptRequest());
    const before = server.revoked.length;
    const held: ServerResponse[] = [];
    if (ending === 'is of another team') signInAs('team-b');
    else if (ending === 'nobody answers for') service.onMe = (response) => Boolean(response.destroy());
    else service.onMe = (response) => held.push(response) > 0;
    await client.call('connection.signIn', { connectionId });
    if (ending.startsWith('is called off')) {
      await until(() => held.length === 1);
      await client.call('connection.cancelSignIn', { connectionId });
    }
    await until(() => status.get().state !== 'signing_in' && server.revoked.length > before);
    expect(server.refreshTokens.size).toBe(0);
  },
);
