// @vitest-environment runes
import { expect, test } from 'vitest';
import { Keychain } from '../../../../src-renderer/state/keychain.svelte.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../fakes/fake-main.ts';
import { clientOf } from './fake-client.ts';

test('the keychain is as main tells it, asked again and done without', async () => {
  const main = new FakeMain();
  const keychain = new Keychain({ client: clientOf(main) });
  const stop = keychain.start();
  main.connections.setKeychain('locked');
  expect(keychain.state).toBe('locked');
  await keychain.retry();
  expect(keychain.state).toBe('ok');
  await keychain.useSession();
  expect(keychain.state).toBe('session');
  stop();
  main.connections.setKeychain('denied');
  expect(keychain.state).toBe('session');
});

test('a refused question leaves the state as it was, and is over', async () => {
  const main = new FakeMain();
  const keychain = new Keychain({ client: clientOf(main) });
  main.connections.setKeychain('locked');
  await keychain.refresh();
  main.failNext('keychain.retry', new AppError('keychain_locked', 'x'));
  await expect(keychain.retry()).rejects.toMatchObject({ code: 'keychain_locked' });
  expect([keychain.state, keychain.isAsking]).toEqual(['locked', false]);
});
