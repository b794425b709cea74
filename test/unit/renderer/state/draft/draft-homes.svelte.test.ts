// @vitest-environment runes
import { expect, test } from 'vitest';
import type { AppState } from '../../../../../src-renderer/state/app-state.svelte.ts';
import type { ConnectionAccount } from '../../../../../src-shared/contract/connection.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { appOf } from '../fake-app.ts';

const account: ConnectionAccount = {
  email: 'anna@studio.example',
  displayName: 'Anna',
  teamId: 'team_1',
  credentialName: 'Edit suite',
};
const serviceUrl = 'https://api.studio.example';

async function begin() {
  const main = new FakeMain();
  const app = await appOf(main);
  const stop = app.connections.start();
  await app.connections.refresh();
  return { main, app, stop };
}

/** Adds a connection, whose account becomes known after it is active, as with a sign-in. */
async function add(
  { main, app }: { main: FakeMain; app: AppState },
  owner: ConnectionAccount,
): Promise<string> {
  const added = await app.connections.add({ serviceUrl, apiKey: null });
  const connectionId = added?.connectionId ?? '';
  await app.connections.activate(connectionId);
  main.connections.change(connectionId, { state: 'ready', account: owner });
  return connectionId;
}

function contentOf({ draft, presets }: AppState) {
  return { text: draft.text, presets: presets.listOf('script').map(({ name }) => name) };
}

function write({ draft, presets }: AppState): void {
  draft.write('Swifts.');
  presets.save('script', 'Fast', draft.fields);
}

test('an account that is added again after its removal has its drafts and presets', async () => {
  const parts = await begin();
  const { app, stop } = parts;
  const connectionId = await add(parts, account);
  write(app);
  await app.connections.remove(connectionId);
  expect(contentOf(app)).toEqual({ text: '', presets: [] });
  const againId = await add(parts, { ...account, credentialName: 'Laptop' });
  expect(againId).not.toBe(connectionId);
  expect(contentOf(app)).toEqual({ text: 'Swifts.', presets: ['Fast'] });
  app.draft.write('Gulls.');
  await app.connections.remove(againId);
  await add(parts, account);
  expect(contentOf(app)).toEqual({ text: 'Gulls.', presets: ['Fast'] });
  stop();
});

test.each([
  ['another person', { ...account, email: 'ben@studio.example' }],
  ['another team', { ...account, teamId: 'team_2' }],
])('%s at the same service does not get the drafts of a removed connection', async (_who, other) => {
  const parts = await begin();
  const { app, stop } = parts;
  const connectionId = await add(parts, account);
  write(app);
  await app.connections.remove(connectionId);
  const otherId = await add(parts, other);
  expect(contentOf(app)).toEqual({ text: '', presets: [] });
  await app.connections.remove(otherId);
  await add(parts, account);
  expect(contentOf(app)).toEqual({ text: 'Swifts.', presets: ['Fast'] });
  stop();
});

test('accounts of which the service reports no address share no drafts', async () => {
  const parts = await begin();
  const { app, stop } = parts;
  const nameless = { ...account, email: '' };
  const connectionId = await add(parts, nameless);
  write(app);
  await app.connections.remove(connectionId);
  await add(parts, nameless);
  expect(contentOf(app)).toEqual({ text: '', presets: [] });
  const annaId = await add(parts, account);
  write(app);
  parts.main.connections.change(annaId, { account: nameless });
  await app.connections.remove(annaId);
  await add(parts, account);
  expect(contentOf(app)).toEqual({ text: '', presets: [] });
  stop();
});

test('a connection whose account changed leaves its drafts to the last one', async () => {
  const parts = await begin();
  const { app, main, stop } = parts;
  const other = { ...account, email: 'ben@studio.example' };
  const connectionId = await add(parts, account);
  write(app);
  main.connections.change(connectionId, { account: other });
  await app.connections.remove(connectionId);
  const againId = await add(parts, account);
  expect(contentOf(app)).toEqual({ text: '', presets: [] });
  await app.connections.remove(againId);
  await add(parts, other);
  expect(contentOf(app)).toEqual({ text: 'Swifts.', presets: ['Fast'] });
  stop();
});

test('a connection keeps drafts of its own, written before its account was known or beside another of the account', async () => {
  const parts = await begin();
  const { app, main, stop } = parts;
  const connectionId = await add(parts, account);
  write(app);
  await add(parts, account);
  expect(contentOf(app)).toEqual({ text: '', presets: [] });
  await app.connections.remove(connectionId);
  const added = await app.connections.add({ serviceUrl, apiKey: null });
  const thirdId = added?.connectionId ?? '';
  await app.connections.activate(thirdId);
  app.draft.write('Gulls.');
  main.connections.change(thirdId, { state: 'ready', account });
  expect(contentOf(app)).toEqual({ text: 'Gulls.', presets: [] });
  stop();
});
