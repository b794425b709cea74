import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { createAuthorizationFetch } from '../../../src-main/auth/authorization-fetch.ts';
import { ClientRegistration } from '../../../src-main/auth/client-registration.ts';
import { Discovery } from '../../../src-main/auth/discovery.ts';
import { TokenSession } from '../../../src-main/auth/token-session.ts';
import { SecretKeeper } from '../../../src-main/keychain/secret-keeper.ts';
import { createSystemClock } from '../../../src-main/node/system-clock.ts';
import type { SecretStore } from '../../../src-main/platform.ts';
import { toErrorBody } from '../../../src-shared/app-error.ts';

/*
 * A session of the app over a file in the place of the keychain (argument 1), as one process that can be killed. It
 * renews its token at the service (argument 2), calls the service with it, and prints the time and at last how that
 * ended.
 */

const [path = '', baseUrl = ''] = process.argv.slice(2);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = createSystemClock();

/** As durable as a keychain: a secret is on the disk when it is set. */
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
  ...{ connectionId: '1', baseUrl, fetch, clock, log: silent },
  secrets: new SecretKeeper({ store, clock, log: silent }),
  discovery: new Discovery({ fetch, clock }),
  clients: new ClientRegistration({ fetch, repository, log: silent }),
  onSignedOut: () => undefined,
});
try {
  const bearer = await session.bearer(new AbortController().signal);
  await globalThis.fetch(`${baseUrl}/v1/me`, { headers: { authorization: `Bearer ${bearer}` } });
  process.stdout.write('{"outcome":"called"}\n');
} catch (error) {
  process.stdout.write(`${JSON.stringify({ outcome: toErrorBody(error).code })}\n`);
}
await session.dispose();
