import { expect, test } from 'vitest';
import { KeyCredential } from '../../../../src-main/connections/key-credential.ts';
import { KeychainSecretStore } from '../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { KeptLog } from '../../../fakes/main-fixture.ts';
import { memorySettings, secretsOver } from '../../../fakes/secrets-over.ts';
import { PretendKeychain } from '../../../fakes/sign-in/pretend-keychain.ts';
import { settle, TurnedClock } from '../../../fakes/turned-clock.ts';

const { signal } = new AbortController();

function setUp() {
  const keychain = new PretendKeychain();
  const log = new KeptLog();
  const store = new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'darwin' });
  const secrets = secretsOver({ store, clock: new TurnedClock(), log });
  const credential = new KeyCredential({ connectionId: '1', secrets });
  return { keychain, secrets, credential, log };
}

test('a refused key is not sent again, until there is another one', async () => {
  const { credential } = setUp();
  await credential.replace('first');
  expect(await credential.renew('first')).toBe(false);
  await expect(credential.bearer(signal)).rejects.toMatchObject({ code: 'unauthorized' });
  await credential.replace('second');
  expect(await credential.renew('first')).toBe(true);
  expect(await credential.bearer(signal)).toBe('second');
});

test('a refused key is sent again when the user asks for it', async () => {
  const { credential } = setUp();
  await credential.replace('first');
  await credential.renew('first');
  credential.retry();
  expect(await credential.bearer(signal)).toBe('first');
});

test('after signing out nothing is left of a refusal', async () => {
  const { credential, secrets } = setUp();
  await credential.replace('first');
  await credential.renew('first');
  await credential.signOut();
  await expect(credential.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  await secrets.set('key:1', 'second');
  expect(await credential.bearer(signal)).toBe('second');
});

test('a stored key that no header can hold is refused without being sent', async () => {
  const { keychain, credential } = setUp();
  keychain.items.set('key:1', 'half a key\r\nx: y');
  await expect(credential.bearer(signal)).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a key that is erased while the keychain is asked for it does not come back', async () => {
  const { keychain, credential } = setUp();
  keychain.items.set('key:1', 'first');
  keychain.showPrompt();
  const refused = expect(credential.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  await settle();
  const erased = credential.signOut();
  keychain.answerPrompt();
  await Promise.all([erased, refused]);
  await expect(credential.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
});

test('a key that the keychain is still asked to take does not outlive a sign-out', async () => {
  const { keychain, credential } = setUp();
  keychain.showPrompt();
  const replaced = credential.replace('first');
  await settle();
  const erased = credential.signOut();
  keychain.answerPrompt();
  await Promise.all([replaced, erased]);
  await expect(credential.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect(keychain.items.size).toBe(0);
});

test('a key that was replaced does not come back after a restart, where the keychain took no other', async () => {
  const keychain = new PretendKeychain();
  const settings = memorySettings();
  const store = new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'darwin' });
  const start = () => {
    const secrets = secretsOver({ store, clock: new TurnedClock(), log: new KeptLog(), settings });
    return new KeyCredential({ connectionId: '1', secrets });
  };
  keychain.items.set('key:1', 'key-of-team-a');
  keychain.failure = new Error('User canceled the operation.');
  const before = start();
  await before.replace('key-of-team-b');
  expect(await before.bearer(signal)).toBe('key-of-team-b');
  keychain.failure = null;
  await expect(start().bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
});

test('a key the keychain would not erase is not used again', async () => {
  const { keychain, credential } = setUp();
  keychain.items.set('key:1', 'first');
  keychain.failure = new Error('User canceled the operation.');
  await credential.signOut();
  keychain.failure = null;
  await expect(credential.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  await credential.replace('second');
  expect(await credential.bearer(signal)).toBe('second');
});

test.each([
  ['absent', 'Cannot autolaunch D-Bus without X11 $DISPLAY'],
  ['locked', 'Cannot create an item in a locked collection'],
  ['denied', 'User canceled the operation.'],
])('with a keychain that is %s the key is good until the app closes', async (_state, message) => {
  const { keychain, credential, secrets, log } = setUp();
  keychain.failure = new Error(message);
  await credential.replace('canary');
  expect(await credential.bearer(signal)).toBe('canary');
  expect(secrets.whereIs('key:1')).toBe('session');
  expect(keychain.items.size).toBe(0);
  expect(JSON.stringify(log.lines)).not.toContain('canary');
});
