import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { StoredPort } from '../../../../../src-main/state/settings/stored-port.ts';
import { SettingsRepository } from '../../../../../src-main/state/settings-repository.ts';
import { KeptLog, openStore } from '../../../../fakes/main-fixture.ts';

/** Listens and returns the port. */
async function listen(port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const tell = (port: number): Promise<number> => Promise.resolve(port);

async function create() {
  const repository = new SettingsRepository({ state: await openStore() });
  return { repository, kept: new StoredPort({ repository, key: 'somePort', log: new KeptLog() }) };
}

test('the app comes back at the port it was served at', async () => {
  const { repository, kept } = await create();
  expect(await kept.startAt(tell)).toBe(0);
  kept.keep(45_123);
  const again = new StoredPort({ repository, key: 'somePort', log: new KeptLog() });
  expect(await again.startAt(tell)).toBe(45_123);
});

test('a kept port that another program took gives way to a free one', async () => {
  const { kept } = await create();
  const taken = await listen(0);
  kept.keep(taken);
  const found = await kept.startAt(listen);
  expect(found).toBeGreaterThan(0);
  expect(found).not.toBe(taken);
});

test('a kept port that the system has reserved gives way to a free one', async () => {
  const { kept } = await create();
  kept.keep(45_123);
  const reserved = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  const found = await kept.startAt((port) => (port === 45_123 ? Promise.reject(reserved) : listen(port)));
  expect(found).toBeGreaterThan(0);
});

test.each(['', 'no port', 99_999, -1, '80\n81'])('a damaged note of %j counts as none', async (note) => {
  const { repository, kept } = await create();
  repository.write('somePort', note);
  expect(await kept.startAt(tell)).toBe(0);
});
