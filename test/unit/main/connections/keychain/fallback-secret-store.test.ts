import { expect, test } from 'vitest';
import { KeychainSecretStore } from '../../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { KeptLog } from '../../../../fakes/main-fixture.ts';
import { PretendKeychain } from '../../../../fakes/pretend-keychain.ts';
import { memorySettings, secretsOver } from '../../../../fakes/secrets-over.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

function setUp(platform: NodeJS.Platform = 'darwin') {
  const keychain = new PretendKeychain();
  const clock = new TurnedClock();
  const log = new KeptLog();
  const settings = memorySettings();
  const states: string[] = [];
  const revoked: string[] = [];
  const begin = () => {
    const store = new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform });
    const secrets = secretsOver({
      ...{ store, clock, log, settings },
      revoke: (secret) => Promise.resolve(void revoked.push(secret)),
    });
    secrets.onChange(({ state }) => states.push(state));
    secrets.start();
    return secrets;
  };
  return { keychain, clock, log, secrets: begin(), begin, states, revoked };
}

/** Returns how a promise ended, and handles its rejection. */
function ending(promise: Promise<unknown>): { now: unknown } {
  const result = { now: 'open' as unknown };
  promise.then(
    (value) => (result.now = value),
    (error: unknown) => (result.now = (error as { code?: string }).code),
  );
  return result;
}

test('the keychain is not asked before it is needed', () => {
  const { keychain, secrets } = setUp();
  expect(secrets.keychain).toEqual({ state: 'unknown' });
  expect(keychain.calls).toEqual([]);
});

test('one call is in flight at a time, also when one of them fails', async () => {
  const { keychain, secrets } = setUp();
  keychain.items.set('d', 'kept');
  const answers = await Promise.allSettled([
    secrets.get('a'),
    secrets.set('b', 'x'.repeat(2_401)),
    secrets.set('c', '1'),
    secrets.get('d'),
  ]);
  expect(keychain.maxAtOnce).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(secrets.keychain).toEqual({ state: 'ok' });
});

test('waiting shows after a second and ends for the caller after twenty, while the call holds the line', async () => {
  const { keychain, clock, secrets, states } = setUp();
  keychain.items.set('a', 'secret');
  keychain.showPrompt();
  const [first, second] = [ending(secrets.get('a')), ending(secrets.get('b'))];
  await clock.advance(999);
  expect(states).toEqual([]);
  await clock.advance(1);
  expect(states).toEqual(['waiting']);
  await clock.advance(18_999);
  expect([first.now, second.now]).toEqual(['open', 'open']);
  await clock.advance(1);
  expect([first.now, second.now]).toEqual(['keychain_locked', 'keychain_locked']);
  expect(secrets.keychain).toEqual({ state: 'locked' });
  expect(keychain.calls).toEqual(['get a']);
  await expect(secrets.get('c')).rejects.toMatchObject({ code: 'keychain_locked' });
  expect(keychain.calls).toEqual(['get a']);

  keychain.answerPrompt();
  await settle();
  expect(secrets.keychain).toEqual({ state: 'ok' });
  expect(keychain.calls).toEqual(['get a']);
  expect(await secrets.get('a')).toBe('secret');
  expect(clock.waiting).toBe(0);
});

test('a call that ends within the second shows no waiting', async () => {
  const { clock, secrets, states } = setUp();
  await secrets.get('a');
  await clock.advance(60_000);
  expect(states).toEqual(['ok']);
});

test('a refusal is not answered with another prompt until the user asks for one', async () => {
  const { keychain, secrets, states } = setUp();
  keychain.items.set('a', 'secret');
  keychain.failure = new Error('User canceled the operation.');
  const both = await Promise.allSettled([secrets.get('a'), secrets.get('a')]);
  expect(both).toMatchObject([
    { reason: { code: 'keychain_denied' } },
    { reason: { code: 'keychain_denied' } },
  ]);
  await expect(secrets.set('b', '1')).rejects.toMatchObject({ code: 'keychain_denied' });
  expect(keychain.calls).toEqual(['get a']);
  keychain.failure = null;
  expect(await secrets.retry()).toEqual({ state: 'ok' });
  expect(await secrets.get('a')).toBe('secret');
  expect(states).toEqual(['denied', 'ok']);
});

test('a keychain that is not there is asked each time: there is no prompt to spare', async () => {
  const { keychain, secrets } = setUp();
  keychain.failure = new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');
  await expect(secrets.get('a')).rejects.toMatchObject({ code: 'keychain_unavailable' });
  expect(secrets.keychain).toEqual({ state: 'unavailable' });
  keychain.failure = null;
  expect(await secrets.get('a')).toBeNull();
  expect(secrets.keychain).toEqual({ state: 'ok' });
});

test('asking again in vain never rejects and tells how it is', async () => {
  const { keychain, secrets } = setUp('linux');
  keychain.isLocked = true;
  expect(await secrets.retry()).toEqual({ state: 'locked' });
});

test('for a session secrets are in memory, and the keychain gets them when it answers again', async () => {
  const { keychain, secrets } = setUp('linux');
  keychain.isLocked = true;
  await expect(secrets.set('key:1', 'first')).rejects.toMatchObject({ code: 'keychain_locked' });
  expect(secrets.useSession()).toEqual({ state: 'session' });
  await secrets.set('key:1', 'second');
  expect([await secrets.get('key:1'), secrets.whereIs('key:1')]).toEqual(['second', 'session']);
  expect(await secrets.get('key:2')).toBeNull();
  expect(await secrets.retry()).toEqual({ state: 'session' });
  expect(keychain.items.size).toBe(0);

  keychain.isLocked = false;
  expect(await secrets.retry()).toEqual({ state: 'ok' });
  expect(keychain.items.get('key:1')).toBe('second');
  expect([await secrets.get('key:1'), secrets.whereIs('key:1')]).toEqual(['second', 'keychain']);
});

test('a secret written while the session ends is not replaced by the one before it', async () => {
  const { keychain, secrets } = setUp();
  secrets.useSession();
  await secrets.set('oauth:1', 'old');
  let written = Promise.resolve();
  secrets.onChange(({ state }) => {
    if (state === 'ok') written = secrets.set('oauth:1', 'new');
  });
  await secrets.retry();
  await written;
  expect([keychain.items.get('oauth:1'), await secrets.get('oauth:1')]).toEqual(['new', 'new']);
});

test('what is deleted in a session is gone, and a keychain that does not answer does not stop it', async () => {
  const { keychain, secrets, log } = setUp('linux');
  keychain.isLocked = true;
  secrets.useSession();
  await secrets.set('key:1', 'secret');
  await secrets.delete('key:1');
  expect([await secrets.get('key:1'), secrets.whereIs('key:1')]).toEqual([null, 'none']);
  await settle();
  expect(log.lines.at(-1)?.message).toContain('not deleted');
});

test('what the keychain did not take is in memory, is reported as held there, and moves when it answers', async () => {
  const { keychain, secrets, log } = setUp('linux');
  await secrets.set('key:1', 'old');
  const places: string[] = [];
  secrets.onMove(() => places.push(secrets.whereIs('key:1')));
  keychain.isLocked = true;
  await expect(secrets.set('key:1', 'new')).rejects.toMatchObject({ code: 'keychain_locked' });
  expect([await secrets.get('key:1'), secrets.whereIs('key:1')]).toEqual(['new', 'session']);
  await secrets.retry();
  expect(keychain.items.get('key:1')).toBe('old');
  keychain.isLocked = false;
  await secrets.retry();
  expect([keychain.items.get('key:1'), secrets.whereIs('key:1')]).toEqual(['new', 'keychain']);
  expect(new Set(places)).toEqual(new Set(['session', 'keychain']));
  expect(places.at(-1)).toBe('keychain');
  expect(JSON.stringify(log.lines)).not.toContain('new');
});

test('a secret that no keychain takes is reported as held in memory, and keeps no other from moving', async () => {
  const { keychain, secrets } = setUp('linux');
  keychain.isLocked = true;
  const tooLong = 'x'.repeat(2_401);
  for (const [account, secret] of [
    ['oauth:1', tooLong],
    ['key:2', 'short'],
  ] as const) {
    await secrets.set(account, secret).catch(() => undefined);
  }
  keychain.isLocked = false;
  await secrets.retry();
  expect(keychain.items.get('key:2')).toBe('short');
  expect(await secrets.get('oauth:1')).toBe(tooLong);
  expect([secrets.whereIs('oauth:1'), secrets.whereIs('key:2')]).toEqual(['session', 'keychain']);
});

test('a prompt that is answered too late still brings the secrets into the keychain', async () => {
  const { keychain, clock, secrets } = setUp();
  keychain.showPrompt();
  const [first, second] = [ending(secrets.set('key:1', 'first')), ending(secrets.set('key:2', 'second'))];
  await clock.advance(20_000);
  expect([first.now, second.now]).toEqual(['keychain_locked', 'keychain_locked']);
  expect([secrets.whereIs('key:1'), secrets.whereIs('key:2')]).toEqual(['session', 'session']);
  keychain.answerPrompt();
  await settle();
  expect([...keychain.items.values()]).toEqual(['first', 'second']);
  expect([secrets.whereIs('key:1'), secrets.whereIs('key:2')]).toEqual(['keychain', 'keychain']);
});

test('nobody waits for a prompt any longer once the user goes on without the keychain', async () => {
  const { keychain, clock, secrets } = setUp();
  keychain.items.set('oauth:1', 'kept before');
  keychain.showPrompt();
  const read = ending(secrets.get('oauth:1'));
  const written = ending(secrets.set('key:1', 'typed'));
  await clock.advance(2_000);
  expect(secrets.useSession()).toEqual({ state: 'session' });
  await settle();
  expect([read.now, written.now]).toEqual([null, undefined]);
  expect([await secrets.get('key:1'), secrets.whereIs('key:1')]).toEqual(['typed', 'session']);
  keychain.answerPrompt();
  await settle();
  expect(keychain.calls).toEqual(['get oauth:1']);
  expect(secrets.keychain).toEqual({ state: 'session' });
});

test('a sign-out does not wait for a prompt once the user goes on without the keychain, and comes about when it is answered', async () => {
  const { keychain, clock, secrets, states, revoked } = setUp();
  await secrets.set('oauth:1', 'first');
  await secrets.set('oauth:2', 'second');
  keychain.showPrompt();
  const [one, two] = ['oauth:1', 'oauth:2'] as const;
  const waited = ending(secrets.delete(one));
  await clock.advance(2_000);
  expect([waited.now, states.at(-1)]).toEqual(['open', 'waiting']);
  secrets.useSession();
  const later = ending(secrets.delete(two));
  await settle();
  expect([waited.now, later.now, keychain.items.size]).toEqual([undefined, undefined, 2]);
  expect([await secrets.get(one), await secrets.get(two)]).toEqual([null, null]);
  keychain.answerPrompt();
  await settle();
  expect([keychain.items.size, revoked]).toEqual([0, ['second']]);
});

test('a session takes nothing out of the keychain that was there before', async () => {
  const { keychain, secrets } = setUp('linux');
  await secrets.set('key:1', 'secret');
  secrets.useSession();
  expect([keychain.items.get('key:1'), secrets.whereIs('key:1')]).toEqual(['secret', 'keychain']);
});

test('outside a session a delete that failed is reported', async () => {
  const { keychain, secrets } = setUp('linux');
  await secrets.set('key:1', 'secret');
  expect(secrets.whereIs('key:1')).toBe('keychain');
  keychain.isLocked = true;
  await expect(secrets.delete('key:1')).rejects.toMatchObject({ code: 'keychain_locked' });
  expect(secrets.whereIs('key:1')).toBe('keychain');
});

test('what is given up in a session is there for nobody, and the keychain erases it when it answers', async () => {
  const { keychain, secrets, revoked } = setUp('linux');
  await secrets.set('key:1', 'secret');
  keychain.isLocked = true;
  secrets.useSession();
  await secrets.delete('key:1');
  expect(keychain.items.get('key:1')).toBe('secret');
  keychain.isLocked = false;
  expect(await secrets.retry()).toEqual({ state: 'ok' });
  expect([keychain.items.has('key:1'), await secrets.get('key:1')]).toEqual([false, null]);
  expect(revoked).toEqual(['secret']);
});

test('what the keychain could not erase is erased after the next start, without anybody asking for it', async () => {
  const { keychain, secrets, begin, revoked, states } = setUp();
  await secrets.set('key:1', 'first');
  await secrets.set('key:2', 'second');
  keychain.failure = new Error('User canceled the operation.');
  secrets.useSession();
  await secrets.delete('key:1');
  await secrets.dispose();

  const whileLocked = begin();
  await settle();
  expect([whileLocked.keychain.state, keychain.items.size]).toEqual(['unknown', 2]);
  expect(await whileLocked.get('key:1')).toBeNull();
  await whileLocked.dispose();

  keychain.failure = null;
  const later = begin();
  await settle();
  expect([...keychain.items]).toEqual([['key:2', 'second']]);
  expect([await later.get('key:2'), revoked]).toEqual(['second', ['first']]);
  expect(states).toEqual(['ok', 'session', 'ok']);
  await later.dispose();
  keychain.calls.length = 0;
  begin();
  await settle();
  expect(keychain.calls).toEqual([]);
});

test('a secret that follows one that was not erased replaces it, and the one before does not come back', async () => {
  const { keychain, secrets, begin, revoked } = setUp();
  await secrets.set('oauth:1', 'first');
  secrets.useSession();
  keychain.failure = new Error('User interaction is not allowed.');
  await secrets.delete('oauth:1');
  await secrets.set('oauth:1', 'second');
  expect(await secrets.get('oauth:1')).toBe('second');
  // The app closes before the keychain accepts the secret.
  const next = begin();
  expect(await next.get('oauth:1')).toBeNull();
  keychain.failure = null;
  await next.set('oauth:1', 'third');
  await settle();
  expect([keychain.items.get('oauth:1'), await next.get('oauth:1')]).toEqual(['third', 'third']);
  expect(revoked).toEqual(['first']);
});

test('a secret that is deleted while its turn to be written has not come is not written', async () => {
  const { keychain, secrets } = setUp();
  keychain.showPrompt();
  const all = Promise.all([secrets.get('key:2'), secrets.set('key:1', 'secret'), secrets.delete('key:1')]);
  await settle();
  keychain.answerPrompt();
  await all;
  expect(keychain.calls.filter((call) => call.startsWith('set'))).toEqual([]);
  expect(await secrets.get('key:1')).toBeNull();
});

test('closing does not wait for a keychain that asks its user', async () => {
  const { keychain, secrets } = setUp();
  for (const account of ['key:1', 'key:2']) await secrets.set(account, 'secret');
  secrets.useSession();
  keychain.failure = new Error('User interaction is not allowed.');
  for (const account of ['key:1', 'key:2']) await secrets.delete(account);
  keychain.failure = null;
  secrets.onChange(() => {
    keychain.showPrompt();
  });
  const retried = secrets.retry();
  await settle();
  await secrets.dispose();
  expect([await retried, keychain.running, keychain.items.size]).toEqual([{ state: 'ok' }, 1, 2]);
  keychain.answerPrompt();
});

test('no secret is in the log', async () => {
  const { keychain, secrets, log } = setUp('linux');
  keychain.isLocked = true;
  await secrets.set('key:1', 'canary').catch(() => undefined);
  secrets.useSession();
  await secrets.set('key:1', 'canary');
  await secrets.retry();
  await secrets.delete('key:1');
  expect(log.lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(log.lines)).not.toContain('canary');
});
