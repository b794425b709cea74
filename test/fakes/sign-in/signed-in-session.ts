import { KeychainSecretStore } from '../../../src-main/connections/keychain/keychain-secret-store.ts';
import { TurnedClock } from '../turned-clock.ts';
import { PretendKeychain } from './pretend-keychain.ts';
import { SignInServer, signInParts, visit } from './sign-in-server.ts';

const { signal } = new AbortController();

/** Creates the session of a signed-in connection, with its keychain and its server. */
export async function signedInSession({
  clock = new TurnedClock(),
  ...options
}: { clock?: TurnedClock; timeoutMs?: number } = {}) {
  const server = await SignInServer.start();
  const keychain = new PretendKeychain();
  const store = new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'linux' });
  const openUrl = (url: URL) => visit(server.redirectFor(url));
  const parts = signInParts({ clock, store, openUrl, ...options });
  const session = parts.sessionFor(server.url);
  await session.accept(await parts.signIn.run(server.url, signal), signal);
  server.grants.length = 0;
  const kept = (): Record<string, unknown> => JSON.parse(keychain.items.get('oauth:1') ?? 'null');
  return { server, keychain, kept, session, ...parts, clock };
}
