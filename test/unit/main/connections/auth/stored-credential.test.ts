import { expect, onTestFinished, test } from 'vitest';
import {
  StoredCredential,
  type OAuthCredential,
} from '../../../../../src-main/connections/auth/stored-credential.ts';
import { KeychainSecretStore } from '../../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { KeptLog } from '../../../../fakes/main-fixture.ts';
import { PretendKeychain } from '../../../../fakes/pretend-keychain.ts';
import { secretsOver } from '../../../../fakes/secrets-over.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

const credential: OAuthCredential = {
  issuer: 'https://id.example.com',
  clientId: 'client-1',
  refreshToken: 'refresh-1',
  resource: 'https://api.example.com',
};

function setUp() {
  const keychain = new PretendKeychain();
  const shared = { clock: new TurnedClock(), log: new KeptLog() };
  const store = new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'darwin' });
  const secrets = secretsOver({ ...shared, store });
  const kept = new StoredCredential({ ...shared, account: 'oauth:1', secrets });
  onTestFinished(() => kept.dispose());
  return { keychain, kept, secrets };
}

test('a credential that is erased while it is being read does not come back', async () => {
  const { keychain, kept } = setUp();
  keychain.items.set('oauth:1', JSON.stringify({ formatVersion: 1, ...credential }));
  keychain.showPrompt();
  const read = kept.read();
  await settle();
  const erased = kept.erase();
  keychain.answerPrompt();
  await erased;
  expect(await read).toBeNull();
  expect(await kept.read()).toBeNull();
});

test('a credential that only memory holds is reported as held there', async () => {
  const { keychain, kept, secrets } = setUp();
  keychain.failure = new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');
  await kept.write(credential);
  expect(await kept.read()).toEqual(credential);
  expect(secrets.whereIs('oauth:1')).toBe('session');
  keychain.failure = null;
  await secrets.retry();
  expect(secrets.whereIs('oauth:1')).toBe('keychain');
});
