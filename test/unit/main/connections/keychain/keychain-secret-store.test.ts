import { describe, expect, test } from 'vitest';
import { KeychainSecretStore } from '../../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { PretendKeychain } from '../../../../fakes/sign-in/pretend-keychain.ts';

function setUp(platform: NodeJS.Platform = 'linux') {
  const keychain = new PretendKeychain();
  const store = new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform });
  return { keychain, store };
}

test('a secret is kept, read and deleted, and an account without one has none', async () => {
  const { store } = setUp();
  expect(await store.get('key:1')).toBeNull();
  await store.set('key:1', 'secret');
  expect(await store.get('key:1')).toBe('secret');
  await store.delete('key:1');
  await store.delete('key:1');
  expect(await store.get('key:1')).toBeNull();
});

describe('a locked keychain of Linux, which answers as an empty one,', () => {
  test('is distinguished from one without the secret', async () => {
    const { keychain, store } = setUp();
    keychain.items.set('key:1', 'secret');
    keychain.isLocked = true;
    await expect(store.get('key:1')).rejects.toMatchObject({ code: 'keychain_locked' });
    keychain.isLocked = false;
    expect(await store.get('key:1')).toBe('secret');
  });

  test('is reported also when it was open before', async () => {
    const { keychain, store } = setUp();
    await store.set('key:1', 'secret');
    keychain.isLocked = true;
    await expect(store.get('key:1')).rejects.toMatchObject({ code: 'keychain_locked' });
  });

  test('does not pass for one that deleted', async () => {
    const { keychain, store } = setUp();
    await store.set('key:1', 'secret');
    keychain.isLocked = true;
    await expect(store.delete('key:1')).rejects.toMatchObject({ code: 'keychain_locked' });
    expect(keychain.items.get('key:1')).toBe('secret');
  });
});

test('elsewhere nothing is written to find out whether the keychain is open', async () => {
  const { keychain, store } = setUp('darwin');
  expect(await store.get('key:1')).toBeNull();
  expect(keychain.calls).toEqual(['get key:1']);
});

test('a write that the keychain did not keep is an error', async () => {
  const { keychain, store } = setUp();
  keychain.isForgetful = true;
  await expect(store.set('key:1', 'secret')).rejects.toMatchObject({ code: 'keychain_unavailable' });
});

test.each([
  ['of 2,401 bytes', 'x'.repeat(2_401)],
  ['of 2,400 characters of two bytes', 'é'.repeat(2_400)],
  ['with a NUL', 'a\0b'],
  ['without anything', ''],
])('a secret %s is refused before the keychain sees it', async (_name, secret) => {
  const { keychain, store } = setUp();
  await expect(store.set('key:1', secret)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(keychain.calls).toEqual([]);
});

test('the longest secret that fits every system is kept', async () => {
  const { store } = setUp('win32');
  await store.set('key:1', 'x'.repeat(2_400));
  expect(await store.get('key:1')).toHaveLength(2_400);
});

test.each([
  ['Cannot create an item in a locked collection', 'keychain_locked'],
  ['User interaction is not allowed.', 'keychain_locked'],
  ['User canceled the operation.', 'keychain_denied'],
  ['The prompt was dismissed', 'keychain_denied'],
  ['The user name or passphrase you entered is not correct.', 'keychain_denied'],
  ['Access is denied.', 'keychain_denied'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'keychain_denied'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'keychain_unavailable'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'keychain_unavailable'],
  ['A specified logon session does not exist. It may already have been terminated.', 'keychain_unavailable'],
  ['Der Vorgang ist fehlgeschlagen.', 'keychain_unavailable'],
])('“%s” is %s', async (message, code) => {
  const { keychain, store } = setUp();
  keychain.failure = new Error(message);
  await expect(store.get('key:1')).rejects.toMatchObject({ code });
});

test('a library that cannot be loaded is a keychain that is not there, and is tried again', async () => {
  const keychain = new PretendKeychain();
  let tries = 0;
  const store = new KeychainSecretStore({
    platform: 'linux',
    load: () => {
      tries += 1;
      return tries === 1
        ? Promise.reject(new AppError('keychain_unavailable', 'No library.'))
        : Promise.resolve(keychain);
    },
  });
  await expect(store.get('key:1')).rejects.toMatchObject({ code: 'keychain_unavailable' });
  expect(await store.get('key:1')).toBeNull();
  expect(tries).toBe(2);
});
