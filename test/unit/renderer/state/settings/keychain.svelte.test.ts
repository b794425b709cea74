// @vitest-environment runes
import { expect, test } from 'vitest';
import { Keychain } from '../../../../../src-renderer/state/settings/keychain.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf } from '../fake-client.ts';

test('the keychain is as main tells it, and asked again', async () => {
  const main = new FakeMain();
  const keychain = new Keychain({ client: clientOf(main) });
  const stop = keychain.start();
  main.connections.setKeychain('waiting');
  expect(keychain.state).toBe('waiting');
  await keychain.retry();
  expect(keychain.state).toBe('ok');
  stop();
  main.connections.setKeychain('unavailable');
  expect(keychain.state).toBe('ok');
});

test('a refused question leaves the state as it was, and is over', async () => {
  const main = new FakeMain();
  const keychain = new Keychain({ client: clientOf(main) });
  main.connections.setKeychain('unavailable');
  await keychain.refresh();
  main.failNext('keychain.retry', new AppError('keychain_locked', 'x'));
  await expect(keychain.retry()).rejects.toMatchObject({ code: 'keychain_locked' });
  expect([keychain.state, keychain.isAsking]).toEqual(['unavailable', false]);
});
