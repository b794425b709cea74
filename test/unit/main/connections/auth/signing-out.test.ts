import { expect, test } from 'vitest';
import { signedInSession } from '../../../../fakes/sign-in/signed-in-session.ts';
import { settle, until } from '../../../../fakes/turned-clock.ts';

const { signal } = new AbortController();
const hourMs = 60 * 60 * 1000;

test('signing out revokes and erases', async () => {
  const { server, session, keychain, kept, signedOut } = await signedInSession();
  const { refreshToken } = kept();
  await session.signOut();
  expect(server.revoked).toEqual([refreshToken]);
  expect(keychain.items.has('oauth:1')).toBe(false);
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect(signedOut).toEqual([]);
});

test('signing out erases offline too', async () => {
  const { server, session, keychain } = await signedInSession();
  await server.server.stop();
  await session.signOut();
  expect(keychain.items.has('oauth:1')).toBe(false);
});

test('signing out during a refresh revokes what the refresh brought, and nothing comes back', async () => {
  const { server, session, keychain, kept, signedOut, clock } = await signedInSession();
  const before = kept()['refreshToken'];
  let finish = (): void => undefined;
  server.onRefresh = (_request, response) => {
    finish = () => {
      server.sendTokens(response);
    };
  };
  await clock.advance(hourMs);
  const renewed = session.bearer(signal).catch((error: unknown) => error);
  await until(() => server.grants.length === 1);
  const leaving = session.signOut();
  finish();
  await Promise.all([renewed, leaving]);
  expect(server.revoked).toHaveLength(1);
  expect(server.revoked).not.toContain(before);
  expect(keychain.items.has('oauth:1')).toBe(false);
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect(signedOut).toEqual([]);
});

test('signing out while the keychain still takes what a sign-in brought leaves nothing of it', async () => {
  const { server, session, keychain, signIn } = await signedInSession();
  const grant = await signIn.run(server.url, signal);
  keychain.showPrompt();
  const accepted = session.accept(grant, signal);
  await until(() => keychain.running === 1);
  const leaving = session.signOut();
  await settle();
  keychain.answerPrompt();
  await Promise.all([accepted, leaving]);
  expect(session.state).toBe('signed_out');
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect(keychain.items.has('oauth:1')).toBe(false);
  expect(server.revoked).toContain(grant.tokens.refreshToken);
});

test('a sign-in that comes while a sign-out is still revoking stays, also over a restart', async () => {
  const { server, session, sessionFor, startSecrets, signIn, signedOut } = await signedInSession();
  const [before] = server.refreshTokens;
  const revoked = Promise.withResolvers<null>();
  server.onRevoke = async (_request, response) => {
    await revoked.promise;
    response.writeHead(200).end();
  };
  const leaving = session.signOut();
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  await until(() => server.revoked.length === 1);
  const grant = await signIn.run(server.url, signal);
  await session.accept(grant, signal);
  revoked.resolve(null);
  await leaving;
  expect([session.state, server.revoked, signedOut]).toEqual(['signed_in', [before], []]);
  expect(await session.bearer(signal)).toBe(grant.tokens.accessToken);
  await session.dispose();
  expect(server.accessTokens).toContain(await sessionFor(server.url, startSecrets()).bearer(signal));
});

test.each(['signed in before', 'signed out before', 'being signed out'] as const)(
  'a sign-in that is called off while the keychain asks leaves nothing but what was there, %s',
  async (before) => {
    const { server, session, keychain, signIn, kept, sessionFor, startSecrets } = await signedInSession();
    const [first] = server.refreshTokens;
    const revoked = Promise.withResolvers<null>();
    if (before !== 'being signed out') revoked.resolve(null);
    server.onRevoke = async (_request, response) => {
      await revoked.promise;
      response.writeHead(200).end();
    };
    const leaving = before === 'signed in before' ? Promise.resolve() : session.signOut();
    if (before === 'signed out before') await leaving;
    const grant = await signIn.run(server.url, signal);
    const brought = grant.tokens.refreshToken;
    keychain.showPrompt();
    const stopper = new AbortController();
    const accepted = expect(session.accept(grant, stopper.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
    await until(() => keychain.calls.at(-1) === 'set oauth:1' && keychain.running === 1);
    const asksMeanwhile = before === 'signed in before';
    const during = asksMeanwhile ? session.bearer(signal) : Promise.resolve('');
    stopper.abort();
    const after = asksMeanwhile ? session.bearer(signal) : Promise.resolve('');
    revoked.resolve(null);
    await accepted;
    expect(server.revoked).toContain(brought);
    keychain.answerPrompt();
    const [bearer] = await Promise.all([after, during, leaving]);
    await settle();
    if (asksMeanwhile) {
      await session.dispose();
      expect(server.accessTokens).toContain(bearer);
      expect([server.revoked, server.refreshTokens]).toEqual([[brought], new Set([kept()['refreshToken']])]);
      expect(server.accessTokens).toContain(await sessionFor(server.url, startSecrets()).bearer(signal));
    } else {
      expect(keychain.items.has('oauth:1')).toBe(false);
      await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
      expect(server.revoked).toEqual([first, brought]);
    }
  },
);

test('a sign-in that was called off before it is taken over is revoked and changes nothing', async () => {
  const { server, session, keychain, signIn } = await signedInSession();
  const bearer = await session.bearer(signal);
  const grant = await signIn.run(server.url, signal);
  const calls = keychain.calls.length;
  await expect(session.accept(grant, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  expect([server.revoked, keychain.calls.length]).toEqual([[grant.tokens.refreshToken], calls]);
  expect(await session.bearer(signal)).toBe(bearer);
});

test('a sign-in that a later one overtakes is revoked', async () => {
  const { server, session, signIn } = await signedInSession();
  const overtaken = await signIn.run(server.url, signal);
  const latest = await signIn.run(server.url, signal);
  const outcomes = await Promise.all([session.accept(overtaken, signal), session.accept(latest, signal)]);
  expect(outcomes).toEqual([false, true]);
  expect(server.revoked).toEqual([overtaken.tokens.refreshToken]);
  expect(await session.bearer(signal)).toBe(latest.tokens.accessToken);
});

test('A sign-out while the keychain is locked stays one after a restart, and the keychain erases the credential later', async () => {
  const { server, session, sessionFor, startSecrets, keychain, kept } = await signedInSession();
  const { refreshToken } = kept();
  keychain.isLocked = true;
  await session.signOut();
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect([server.revoked, kept()['refreshToken']]).toEqual([[refreshToken], refreshToken]);
  await session.dispose();

  const secrets = startSecrets();
  const later = sessionFor(server.url, secrets);
  await expect(later.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  keychain.isLocked = false;
  expect(await secrets.retry()).toEqual({ state: 'ok' });
  expect(keychain.items.has('oauth:1')).toBe(false);
  await expect(later.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
});

test('a locked keychain is not a sign-out: the sign-in is there when it is open again', async () => {
  const { server, session, sessionFor, startSecrets, keychain } = await signedInSession();
  await session.dispose();
  const secrets = startSecrets();
  const next = sessionFor(server.url, secrets);
  keychain.isLocked = true;
  await expect(next.bearer(signal)).rejects.toMatchObject({ code: 'keychain_locked' });
  expect(next.state).toBe('unknown');
  keychain.isLocked = false;
  await secrets.retry();
  expect(server.accessTokens).toContain(await next.bearer(signal));
});
