import { expect, test } from 'vitest';
import { KeychainSecretStore } from '../../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { KeptLog } from '../../../../fakes/main-fixture.ts';
import { memorySettings, secretsOver } from '../../../../fakes/secrets-over.ts';
import { PretendKeychain } from '../../../../fakes/sign-in/pretend-keychain.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

const missing = new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');
const locked = new Error('User interaction is not allowed.');
const denied = new Error('User canceled the operation.');

function setUp(platform: NodeJS.Platform = 'darwin') {
  const keychain = new PretendKeychain();
  const clock = new TurnedClock();
  const log = new KeptLog();
  const settings = memorySettings();
  const states: string[] = [];
  /** Starts the app again. */
  const begin = () => {
    const store = new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform });
    const secrets = secretsOver({ store, clock, log, settings });
    secrets.onChange(({ state }) => states.push(state));
    secrets.start();
    return secrets;
  };
  return { keychain, clock, log, secrets: begin(), begin, states };
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

test('The keychain is not asked before it is needed', () => {
  const { keychain, secrets } = setUp();
  expect(secrets.keychain).toEqual({ state: 'ok' });
  expect(keychain.calls).toEqual([]);
});

test('The keychain gets one call at a time, also when one of them fails', async () => {
  const { keychain, secrets } = setUp();
  keychain.items.set('d', 'kept');
  const calls = [secrets.get('a'), secrets.set('b', 'x'.repeat(2_401)), secrets.set('c', '1')];
  await Promise.all([...calls, secrets.get('d')]);
  expect([keychain.maxAtOnce, keychain.items.get('c')]).toEqual([1, '1']);
});

test('The state is waiting after a second, and callers stop waiting after twenty', async () => {
  const { keychain, clock, secrets, states } = setUp();
  keychain.items.set('a', 'secret');
  keychain.showPrompt();
  const first = ending(secrets.get('a'));
  const second = ending(secrets.get('b'));
  await clock.advance(999);
  expect(states).toEqual([]);
  await clock.advance(1);
  expect(states).toEqual(['waiting']);
  await clock.advance(18_999);
  expect([first.now, second.now]).toEqual(['open', 'open']);
  await clock.advance(1);
  expect([first.now, second.now]).toEqual(['keychain_locked', 'keychain_locked']);
  expect(secrets.keychain).toEqual({ state: 'unavailable' });
  await expect(secrets.get('c')).rejects.toMatchObject({ code: 'keychain_locked' });

  keychain.answerPrompt();
  await settle();
  expect(secrets.keychain).toEqual({ state: 'ok' });
  expect(keychain.calls).toEqual(['get a']);
  expect(await secrets.get('a')).toBe('secret');
  expect(clock.waiting).toBe(0);
});

test('A refused prompt is not shown again until the user tries again', async () => {
  const { keychain, secrets, states } = setUp();
  keychain.items.set('a', 'secret');
  keychain.failure = denied;
  const both = await Promise.allSettled([secrets.get('a'), secrets.get('a')]);
  expect(both).toMatchObject([
    { reason: { code: 'keychain_denied' } },
    { reason: { code: 'keychain_denied' } },
  ]);
  await secrets.set('b', '1');
  expect(keychain.calls).toEqual(['get a']);
  keychain.failure = null;
  expect(await secrets.retry()).toEqual({ state: 'ok' });
  expect([await secrets.get('a'), keychain.items.get('b')]).toEqual(['secret', '1']);
  expect(states).toEqual(['unavailable', 'ok']);
});

test('A missing keychain is tried at each call, because it shows no prompt', async () => {
  const { keychain, secrets } = setUp();
  keychain.failure = missing;
  await expect(secrets.get('a')).rejects.toMatchObject({ code: 'keychain_unavailable' });
  expect(secrets.keychain).toEqual({ state: 'unavailable' });
  keychain.failure = null;
  expect(await secrets.get('a')).toBeNull();
  expect(secrets.keychain).toEqual({ state: 'ok' });
});

test.each([
  ['missing', missing],
  ['locked', locked],
  ['denied', denied],
])(
  'A secret is valid while the keychain is %s, is reported as in memory, and is saved later',
  async (_, failure) => {
    const { keychain, secrets, log, states } = setUp();
    await secrets.set('key:1', 'old');
    const places: string[] = [];
    secrets.onPlaceChange(() => places.push(secrets.whereIs('key:1')));
    keychain.failure = failure;
    await secrets.set('key:1', 'canary');
    expect([await secrets.get('key:1'), secrets.whereIs('key:1')]).toEqual(['canary', 'session']);
    expect(await secrets.retry()).toEqual({ state: 'unavailable' });
    expect(keychain.items.get('key:1')).toBe('old');
    keychain.failure = null;
    expect(await secrets.retry()).toEqual({ state: 'ok' });
    expect([keychain.items.get('key:1'), secrets.whereIs('key:1')]).toEqual(['canary', 'keychain']);
    expect([places[0], places.at(-1)]).toEqual(['session', 'keychain']);
    expect(states).toEqual(['ok', 'unavailable', 'ok'].slice(1));
    expect(log.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(log.lines)).not.toContain('canary');
  },
);

test('A secret is saved without the user when a missing keychain appears', async () => {
  const { keychain, clock, secrets } = setUp();
  keychain.failure = missing;
  await secrets.set('oauth:1', 'secret');
  clock.pauses.length = 0;
  await clock.advance(150_000);
  expect(clock.pauses.filter((ms) => ms !== 1_000 && ms !== 20_000)).toEqual([
    4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
  ]);
  keychain.failure = null;
  await clock.advance(60_000);
  expect([keychain.items.get('oauth:1'), secrets.keychain.state, clock.waiting]).toEqual(['secret', 'ok', 0]);
});

test('A secret is saved when the app closes, which waits five seconds at most', async () => {
  const { keychain, clock, secrets, begin } = setUp();
  keychain.failure = missing;
  await secrets.set('oauth:1', 'first');
  keychain.failure = null;
  await secrets.dispose();
  expect(keychain.items.get('oauth:1')).toBe('first');

  const next = begin();
  keychain.failure = missing;
  await next.set('oauth:1', 'second');
  keychain.failure = null;
  keychain.showPrompt();
  const closed = ending(next.dispose());
  await clock.advance(4_999);
  expect(closed.now).toBe('open');
  await clock.advance(1);
  expect(closed.now).toBeUndefined();
  keychain.answerPrompt();
});

test('A prompt that is answered too late still brings the secrets into the keychain', async () => {
  const { keychain, clock, secrets } = setUp();
  keychain.showPrompt();
  const first = ending(secrets.set('key:1', 'first'));
  const second = ending(secrets.set('key:2', 'second'));
  await clock.advance(20_000);
  expect([first.now, second.now]).toEqual([undefined, undefined]);
  expect([secrets.whereIs('key:1'), secrets.whereIs('key:2')]).toEqual(['session', 'session']);
  keychain.answerPrompt();
  await settle();
  expect([...keychain.items.values()]).toEqual(['first', 'second']);
  expect([secrets.whereIs('key:1'), secrets.whereIs('key:2')]).toEqual(['keychain', 'keychain']);
});

test('The newest change wins, whatever the keychain was doing before it', async () => {
  const { keychain, secrets } = setUp();
  keychain.items.set('read', 'old');
  keychain.showPrompt();
  const read = secrets.get('read');
  const changes = [secrets.delete('read'), secrets.set('key:1', 'old'), secrets.set('key:1', 'new')];
  changes.push(secrets.set('key:2', 'secret'), secrets.delete('key:2'));
  await settle();
  keychain.answerPrompt();
  await Promise.all(changes);
  expect([await read, await secrets.get('read'), await secrets.get('key:2')]).toEqual([null, null, null]);
  expect([...keychain.items]).toEqual([['key:1', 'new']]);
  expect(keychain.calls).not.toContain('set key:2');
});

test('A secret that the keychain did not erase is gone at once, and is erased after the next start', async () => {
  const { keychain, secrets, begin } = setUp();
  await secrets.set('key:1', 'first');
  await secrets.set('key:2', 'second');
  keychain.failure = denied;
  await secrets.delete('key:1');
  expect([await secrets.get('key:1'), secrets.whereIs('key:1'), keychain.items.size]).toEqual([
    null,
    'none',
    2,
  ]);
  await secrets.dispose();
  const whileDenied = begin();
  await settle();
  expect(await whileDenied.get('key:1')).toBeNull();
  await whileDenied.dispose();

  keychain.failure = null;
  const later = begin();
  await settle();
  expect([...keychain.items]).toEqual([['key:2', 'second']]);
  expect(await later.get('key:2')).toBe('second');
  keychain.calls.length = 0;
  begin();
  await settle();
  expect(keychain.calls).toEqual([]);
});

test('A deletion is listed before the keychain answers, so that closing the app during a prompt keeps it', async () => {
  const { keychain, secrets, begin } = setUp();
  await secrets.set('key:1', 'secret');
  keychain.showPrompt();
  void secrets.delete('key:1');
  expect(await begin().get('key:1')).toBeNull();
  keychain.answerPrompt();
});

test('A system without a keychain reports nothing about what it could not erase', async () => {
  const { keychain, begin, states, secrets } = setUp();
  keychain.failure = missing;
  await secrets.delete('key:1');
  begin();
  await settle();
  expect(states).toEqual([]);
});

test('A replaced secret does not come back after a restart, where the keychain did not take the new one', async () => {
  const { keychain, secrets, begin } = setUp();
  await secrets.set('oauth:1', 'first');
  keychain.failure = locked;
  await secrets.set('oauth:1', 'second');
  await secrets.dispose();
  expect(keychain.items.get('oauth:1')).toBe('first');
  const next = begin();
  expect(await next.get('oauth:1')).toBeNull();
  keychain.failure = null;
  await next.retry();
  expect([keychain.items.size, await next.get('oauth:1')]).toEqual([0, null]);
});

test('A secret that no keychain takes stays in memory, and keeps no other from being saved', async () => {
  const { keychain, secrets } = setUp('linux');
  keychain.isLocked = true;
  const tooLong = 'x'.repeat(2_401);
  await secrets.set('oauth:1', tooLong);
  await secrets.set('key:2', 'short');
  keychain.isLocked = false;
  await secrets.retry();
  expect(keychain.items.get('key:2')).toBe('short');
  expect(await secrets.get('oauth:1')).toBe(tooLong);
  expect([secrets.whereIs('oauth:1'), secrets.whereIs('key:2')]).toEqual(['session', 'keychain']);
});
