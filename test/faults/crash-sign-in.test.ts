import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import { SignInServer } from '../fakes/sign-in/sign-in-server.ts';
import { killAtPoints } from './support/crash-sample.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, runProgram, runTraced, untracedReason } from './support/killed-run.ts';
import { scenario } from './support/scenario.ts';

const program = scenario('token-session');
/** All calls between reading the token and replacing it, and the exit. */
const plans = [
  { call: 'openat', last: 2 },
  { call: 'write', last: 1 },
  { call: 'fsync', last: 1 },
  { call: 'close', last: 2 },
  { call: 'rename', last: 1 },
  { call: 'exit_group', last: 1 },
];

async function prepare() {
  const server = await SignInServer.start();
  const path = join(await makeFolder('secrets'), 'secrets.json');
  server.clients.set('client', 'http://127.0.0.1/callback');
  const tokenInStore = (): string => {
    const [text = ''] = Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>);
    return (JSON.parse(text) as { refreshToken: string }).refreshToken;
  };
  /** Signs in an app that has no access token yet, as at every start. @returns the refresh token. */
  const signIn = (): string => {
    const refreshToken = `refresh-${randomUUID()}`;
    server.refreshTokens.clear();
    server.refreshTokens.add(refreshToken);
    server.grants.length = 0;
    server.server.seen.length = 0;
    const credential = { formatVersion: 1, issuer: server.issuer, clientId: 'client', refreshToken };
    const secret = JSON.stringify({ ...credential, resource: `${server.url}/` });
    writeFileSync(path, JSON.stringify({ 'oauth:1': secret }));
    rmSync(`${path}.new`, { force: true });
    return refreshToken;
  };
  return { server, path, tokenInStore, signIn };
}

test.skipIf(!canTrace)(
  `a renewal killed at any moment leaves the old or the new token in the keychain, and uses none that is not there${untracedReason}`,
  { timeout: 3_600_000 },
  async () => {
    const { server, path, tokenInStore, signIn } = await prepare();
    const storePaths = [path, `${path}.new`];
    const fault = 'killed between the answer of a renewal and its end in the keychain';
    let keptNew = 0;
    const kills = await killAtPoints(plans, async ({ call, point }) => {
      const old = signIn();
      const script = [path, server.url];
      const { killedAt } = await runTraced(
        program,
        script,
        { call, paths: call === 'exit_group' ? [] : storePaths },
        `signal=KILL:when=${String(point)}`,
      );
      if (killedAt === null) return false;
      recordFault({ part: 'B6 crash: sign-in', fault });
      const what = `killed at ${call} ${String(point)}: ${killedAt}`;
      const kept = tokenInStore();
      const isNew = server.refreshTokens.has(kept);
      expect(isNew || kept === old, what).toBe(true);
      const wasRenewed = server.grants.length > 0;
      const wasUsed = server.server.seen.some(({ url }) => url === '/v1/me');
      expect(isNew || !wasUsed, what).toBe(true);
      const { stdout } = await runProgram(process.execPath, [program, ...script]);
      // Unavoidable: the service has replaced the token, but the process died before it could store the new one.
      const isLost = wasRenewed && kept === old;
      expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''), what).toEqual({
        outcome: isLost ? 'signed_out' : 'called',
      });
      if (isNew && wasRenewed) keptNew += 1;
      return true;
    });
    expect(kills).toBeGreaterThanOrEqual(plans.length);
    expect(keptNew).toBeGreaterThan(0);
  },
);
