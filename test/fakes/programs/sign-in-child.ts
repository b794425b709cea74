import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createAuthorizationFetch } from '../../../src-main/connections/auth/authorization-fetch.ts';
import { ClientRegistration } from '../../../src-main/connections/auth/client-registration.ts';
import { Discovery } from '../../../src-main/connections/auth/discovery.ts';
import { signInPage } from '../../../src-main/connections/auth/sign-in-page.ts';
import { SignIn } from '../../../src-main/connections/auth/sign-in.ts';
import { TokenRequests } from '../../../src-main/connections/auth/token-requests.ts';
import { TokenSession } from '../../../src-main/connections/auth/token-session.ts';
import { KeychainSecretStore } from '../../../src-main/connections/keychain/keychain-secret-store.ts';
import { loadNativeKeychain } from '../../../src-main/connections/keychain/native-keychain.ts';
import { KnownSecrets } from '../../../src-main/foundation/known-secrets.ts';
import { createFileLog } from '../../../src-main/hosts/node/file-log.ts';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import type { Clock } from '../../../src-main/platform.ts';
import { SettingsRepository } from '../../../src-main/state/settings-repository.ts';
import { StateStore } from '../../../src-main/state/state-store.ts';
import { toErrorBody } from '../../../src-shared/app-error.ts';
import { englishMessages } from '../english-words.ts';
import { secretsOver } from '../secrets-over.ts';

/*
 * Process with the app's sign-in over the real keychain, state and log. Reads commands from the standard input.
 * Arguments: the folder of the app's data and the address of the service.
 */

const [userData = '', baseUrl = ''] = process.argv.slice(2);
const { signal } = new AbortController();
let skippedMs = 0;
const systemClock = createSystemClock();
const clock: Clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + skippedMs };
const log = createFileLog({ folder: join(userData, 'logs'), clock });
const state = new StateStore({ userData, clock, log, onRecovered: () => undefined });
await state.start();
const fetch = createAuthorizationFetch();
const discovery = new Discovery({ fetch, clock });
const clients = new ClientRegistration({ fetch, repository: new SettingsRepository({ state }), log });
const store = new KeychainSecretStore({ load: loadNativeKeychain, platform: process.platform });
const secrets = secretsOver({ store, clock, log });
const knownSecrets = new KnownSecrets();
let signedOutCount = 0;
const session = new TokenSession({
  connectionId: '1',
  baseUrl,
  secrets,
  clock,
  log,
  knownSecrets,
  requests: new TokenRequests({ discovery, clients, fetch, clock, log }),
  onSignedOut: () => (signedOutCount += 1),
});

function say(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Calls the API as the app does: renews a refused bearer token once. */
async function callApi(): Promise<number> {
  const statusWith = async (bearer: string): Promise<number> => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await globalThis.fetch(`${baseUrl}/v1/me`, { headers })).status;
  };
  const bearer = await session.bearer(signal);
  const status = await statusWith(bearer);
  if (status !== 401 || !(await session.renew(bearer, signal))) return status;
  return statusWith(await session.bearer(signal));
}

const commands: Record<string, (times: number) => Promise<unknown>> = {
  /** Answers twice; the first answer holds the address for the browser. */
  signIn: async () => {
    const shell = { openUrl: (url: URL) => Promise.resolve(say({ open: url.href })) };
    const signIn = new SignIn({
      discovery,
      clients,
      fetch,
      shell,
      clock,
      knownSecrets,
      page: () => signInPage(englishMessages, true),
    });
    await session.accept(await signIn.run(baseUrl, signal), signal);
    return { clientId: clients.read(`${baseUrl}/auth/v1`)?.clientId };
  },
  call: async (times) => {
    const statuses = await Promise.all(Array.from({ length: times }, callApi));
    return { statuses: [...new Set(statuses)], signedOutCount };
  },
  skipHours: async (hours) => ({ skippedMs: (skippedMs += hours * 3_600_000) }),
  signOut: async () => ({ done: await session.signOut() }),
  /** Returns the secrets that may exist only in memory and in the keychain. */
  secrets: async () => {
    const kept = JSON.parse((await secrets.get('oauth:1')) ?? '{}') as { refreshToken?: string };
    const bearer = await session.bearer(signal).catch(() => null);
    return { refreshToken: kept.refreshToken ?? null, bearer, where: secrets.whereIs('oauth:1') };
  },
};

async function obey(line: string): Promise<void> {
  const { do: name, times = 1 } = JSON.parse(line) as { do: string; times?: number };
  try {
    say(await commands[name]?.(times));
  } catch (error) {
    say({ ...toErrorBody(error), signedOutCount });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => void obey(line));
