import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { createAuthorizationFetch } from '../../../src-main/connections/auth/authorization-fetch.ts';
import { ClientRegistration } from '../../../src-main/connections/auth/client-registration.ts';
import { Discovery } from '../../../src-main/connections/auth/discovery.ts';
import { TokenRequests } from '../../../src-main/connections/auth/token-requests.ts';
import { TokenSession } from '../../../src-main/connections/auth/token-session.ts';
import { KnownSecrets } from '../../../src-main/foundation/known-secrets.ts';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import type { SecretStore } from '../../../src-main/platform.ts';
import { toErrorBody } from '../../../src-shared/app-error.ts';
import { secretsOver } from '../../fakes/secrets-over.ts';

/*
 * Session of the app as a process that a test can kill, with a file (argument 1) in place of the keychain. It renews
 * its token at the service (argument 2), calls the service as often as argument 3 says, and prints the time before and
 * after and finally the outcome.
 */

const [path = '', baseUrl = '', calls = '1'] = process.argv.slice(2);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = createSystemClock();

/** Stores secrets as durably as a keychain: `set` syncs them to the disk. */
const store: SecretStore = {
  get: () => Promise.resolve(read()[account] ?? null),
  set: (_account, secret) => Promise.resolve(write({ [account]: secret })),
  delete: () => Promise.resolve(rmSync(path)),
};
const account = 'oauth:1';

function read(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

function write(secrets: Record<string, string>): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  writeSync(file, JSON.stringify(secrets));
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}

process.stdout.write(`time ${String(clock.now())}\n`);
const fetch = createAuthorizationFetch();
const repository = { read: () => null, write: () => undefined };
const session = new TokenSession({
  connectionId: '1',
  baseUrl,
  clock,
  log: silent,
  knownSecrets: new KnownSecrets(),
  secrets: secretsOver({ store, clock, log: silent }),
  requests: new TokenRequests({
    discovery: new Discovery({ fetch, clock }),
    clients: new ClientRegistration({ fetch, repository, log: silent }),
    fetch,
    clock,
    log: silent,
  }),
  onSignedOut: () => undefined,
});
/** Calls the service, and once more with a new bearer token if the service refuses the first. */
async function call(): Promise<boolean> {
  const { signal } = new AbortController();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const bearer = await session.bearer(signal);
    const { status } = await globalThis.fetch(`${baseUrl}/v1/me`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    if (status !== 401) return true;
    if (!(await session.renew(bearer, signal))) return false;
  }
  return false;
}

try {
  let isGood = true;
  for (let index = 0; index < Number(calls); index += 1) isGood &&= await call();
  process.stdout.write(
    `end ${String(clock.now())}\n${JSON.stringify({ outcome: isGood ? 'called' : 'refused' })}\n`,
  );
} catch (error) {
  process.stdout.write(`${JSON.stringify({ outcome: toErrorBody(error).code })}\n`);
}
await session.dispose();
