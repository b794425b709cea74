// @vitest-environment runes
import { expect, test } from 'vitest';
import type { AppClient } from '../../../../../src-renderer/state/foundation/app-client.ts';
import { Connections } from '../../../../../src-renderer/state/service/connections.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { fakeConnection } from '../../../../fakes/page/fake-main-data.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf } from '../fake-client.ts';

function connectionsOf(main: FakeMain, client: AppClient = clientOf(main)) {
  const reported: string[] = [];
  const connections = new Connections({
    client,
    onReady: () => reported.push('ready'),
    onSwitch: () => reported.push('switch'),
  });
  return { connections, reported };
}

test('a service that becomes ready is reported once each time', async () => {
  const main = new FakeMain();
  main.setConnection({ state: 'starting' });
  const { connections, reported } = connectionsOf(main);
  connections.start();
  await connections.refresh();
  main.setConnection({ state: 'ready' });
  main.setConnection({ budgetLeft: 0.5 });
  main.setConnection({ state: 'offline' });
  main.setConnection({ state: 'ready' });
  expect(reported).toEqual(['ready', 'ready']);
  expect([connections.isReady, connections.isLocal]).toEqual([true, true]);
});

test('another active connection is reported once, and the one before is active no more', async () => {
  const main = new FakeMain();
  const { connectionId } = main.connections.add();
  const { connections, reported } = connectionsOf(main);
  connections.start();
  await connections.refresh();
  await connections.activate(connectionId);
  expect(reported).toEqual(['ready', 'switch']);
  expect(connections.records.map((each) => each.isActive)).toEqual([false, true]);
  expect([connections.current.connectionId, connections.isLocal]).toEqual([connectionId, false]);
});

test('another team on the active connection is reported like another connection', async () => {
  const main = new FakeMain({ connection: fakeConnection({}) });
  const { account } = main.connections.active;
  if (!account) throw new Error('The connection has no account.');
  const { connections, reported } = connectionsOf(main);
  connections.start();
  await connections.refresh();
  main.setConnection({ account: { ...account, credentialName: 'another key' } });
  main.setConnection({ state: 'signed_out', account: null });
  main.setConnection({ state: 'ready', account });
  expect(reported).toEqual(['ready', 'ready']);
  main.setConnection({ account: { ...account, teamId: 'another' } });
  main.setConnection({ state: 'signed_out', account: null });
  main.setConnection({ state: 'ready', account });
  expect(reported).toEqual(['ready', 'ready', 'switch', 'switch']);
});

test('work is taken on while it can only wait, and not by a service that failed', async () => {
  const main = new FakeMain();
  const { connections } = connectionsOf(main);
  connections.start();
  await connections.refresh();
  const taken = (['starting', 'offline', 'signed_out', 'failed', 'ready'] as const).map((state) => {
    main.setConnection({ state });
    return connections.canTakeWork;
  });
  expect(taken).toEqual([true, true, true, false, true]);
});

/** Returns a client for which something happens before it hears the answer to one call. */
function clientWithLateAnswer(main: FakeMain, lateName: string, happen: () => void): AppClient {
  const client = clientOf(main);
  return {
    ...client,
    on: client.on.bind(client),
    call: async (name, input) => {
      const answer = await client.call(name, input);
      if (name === lateName) happen();
      return answer;
    },
  };
}

test('an answer that comes after newer news does not undo it', async () => {
  const main = new FakeMain();
  const { connectionId } = main.connections.add({ state: 'signed_out' });
  const late = clientWithLateAnswer(main, 'connection.signIn', () => {
    main.connections.endSignIn(connectionId);
  });
  const { connections } = connectionsOf(main, late);
  connections.start();
  await connections.refresh();
  await connections.signIn(connectionId);
  expect(connections.records[1]?.state).toBe('ready');
});

test('an event received while the list is read is newer than the list', async () => {
  const main = new FakeMain();
  const { connectionId } = main.connections.add();
  const late = clientWithLateAnswer(main, 'connection.list', () => {
    main.setConnection({ state: 'offline' });
    main.publish('connection.removed', { connectionId });
  });
  const { connections } = connectionsOf(main, late);
  connections.start();
  await connections.refresh();
  expect(connections.records.map(({ state }) => state)).toEqual(['offline']);
});

test('an added connection is selected, and without a key the browser is opened for it', async () => {
  const main = new FakeMain();
  const { connections } = connectionsOf(main);
  connections.start();
  connections.beginAdding();
  const added = await connections.add({ serviceUrl: 'https://api.example.org', apiKey: null });
  expect([added?.state, connections.selected.address, connections.adding]).toEqual([
    'signing_in',
    'api.example.org',
    null,
  ]);
  const keyed = await connections.add({ serviceUrl: 'https://b.example.org', apiKey: 'k' });
  expect([keyed?.state, connections.selectedId]).toEqual(['ready', keyed?.connectionId]);
});

test('a connection whose form was left before it was there is not kept, and nothing else is shown for it', async () => {
  const main = new FakeMain();
  const release = main.hold('connection.add');
  const { connections } = connectionsOf(main);
  connections.start();
  await connections.refresh();
  connections.beginAdding();
  const asked = connections.add({ serviceUrl: 'https://api.example.org', apiKey: 'k' });
  connections.select(null);
  connections.beginAdding('https://other.example.org');
  release();
  expect(await asked).toBeNull();
  expect(connections.records.map(({ kind }) => kind)).toEqual(['local']);
  expect([connections.adding?.serviceUrl, connections.selectedId]).toEqual([
    'https://other.example.org',
    null,
  ]);
});

test.each([
  ['a form', null],
  ['a form with an address', 'https://api.example.org'],
])(
  '%s that is opened again while its connection is being tested keeps the connection',
  async (_, address) => {
    const main = new FakeMain();
    const release = main.hold('connection.add');
    const { connections } = connectionsOf(main);
    connections.start();
    await connections.refresh();
    connections.beginAdding(address);
    const asked = connections.add({ serviceUrl: 'https://api.example.org', apiKey: 'k' });
    connections.beginAdding();
    release();
    const added = await asked;
    expect(added?.state).toBe('ready');
    expect([connections.records.length, connections.selectedId, connections.adding]).toEqual([
      2,
      added?.connectionId,
      null,
    ]);
  },
);

test('a connection that is chosen in the list before its form has an answer is kept', async () => {
  const main = new FakeMain();
  const { connections } = connectionsOf(main);
  connections.start();
  await connections.refresh();
  connections.beginAdding();
  main.subscribe(() => {
    const added = connections.records.find(({ kind }) => kind !== 'local');
    if (added) connections.select(added.connectionId);
  });
  const added = await connections.add({ serviceUrl: 'https://api.example.org', apiKey: 'k' });
  expect(added).not.toBeNull();
  expect([connections.records.length, connections.selectedId]).toEqual([2, added?.connectionId]);
});

test('a removed connection is looked at no more', async () => {
  const main = new FakeMain();
  const { connectionId } = main.connections.add();
  const { connections } = connectionsOf(main);
  connections.start();
  await connections.refresh();
  connections.beginReplacingKey(connectionId);
  await connections.remove(connectionId);
  expect([connections.selected.connectionId, connections.replacingKeyOf]).toEqual(['local', null]);
  main.connections.add({ connectionId: 'con-9', unfinishedCount: 2 });
  await expect(connections.remove('con-9')).rejects.toMatchObject({ code: 'conflict' });
});

test('a list that cannot be read is reported as a service that failed', async () => {
  const main = new FakeMain();
  main.failNext('connection.list', new AppError('internal', 'x'));
  const { connections } = connectionsOf(main);
  await connections.refresh();
  expect([connections.state, connections.current.state, connections.current.error?.code]).toEqual([
    'failed',
    'failed',
    'internal',
  ]);
});
