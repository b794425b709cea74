import { expect, test } from 'vitest';
import { KeychainSecretStore } from '../../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { KeptLog } from '../../../../fakes/main-fixture.ts';
import { PretendKeychain } from '../../../../fakes/pretend-keychain.ts';
import { secretsOver } from '../../../../fakes/secrets-over.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

function setUp() {
  const keychain = new PretendKeychain();
  const clock = new TurnedClock();
  const revoked: string[] = [];
  const secrets = secretsOver({
    store: new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'darwin' }),
    ...{ clock, log: new KeptLog() },
    revoke: (secret) => Promise.resolve(void revoked.push(secret)),
  });
  return { keychain, clock, secrets, revoked };
}

test('a sign-out of a session comes about however late the prompt is answered, and not where it is refused', async () => {
  for (const isRefused of [false, true]) {
    const { keychain, clock, secrets, revoked } = setUp();
    await secrets.set('oauth:1', 'first');
    await secrets.set('oauth:2', 'second');
    keychain.calls.length = 0;
    keychain.showPrompt();
    const waited = Promise.all([secrets.get('key:1'), secrets.delete('oauth:1')]);
    await clock.advance(2_000);
    secrets.useSession();
    await secrets.delete('oauth:2');
    await clock.advance(60_000);
    expect([await waited, keychain.items.size]).toEqual([[null, undefined], 2]);
    if (isRefused) keychain.failure = new Error('User canceled the operation.');
    // Each call shows a separate prompt.
    for (let answers = 0; answers < 5; answers += 1) {
      keychain.answerPrompt();
      keychain.showPrompt();
      await clock.advance(60_000);
    }
    keychain.answerPrompt();
    await settle();
    expect([keychain.items.size, revoked]).toEqual(isRefused ? [2, []] : [0, ['second', 'first']]);
    if (isRefused) expect(keychain.calls).toEqual(['get key:1']);
    keychain.failure = null;
    await secrets.delete('oauth:1');
    await settle();
    expect(keychain.items.has('oauth:1')).toBe(false);
    expect(clock.waiting).toBe(0);
  }
});

test('what a keychain was erasing when its user went on without it is erased when it answers', async () => {
  const { keychain, clock, secrets } = setUp();
  await secrets.set('key:1', 'secret');
  keychain.failure = new Error('User canceled the operation.');
  await expect(secrets.delete('key:1')).rejects.toMatchObject({ code: 'keychain_denied' });
  keychain.failure = null;
  secrets.onChange(({ state }) => {
    if (state === 'ok') keychain.showPrompt();
  });
  const retried = secrets.retry();
  await settle();
  secrets.useSession();
  await clock.advance(60_000);
  keychain.answerPrompt();
  await settle();
  expect([await retried, keychain.items.size]).toEqual([{ state: 'session' }, 0]);
});
