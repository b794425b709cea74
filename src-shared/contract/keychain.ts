import { z } from 'zod';
import { call, event } from '../ipc/define.ts';

/**
 * State of the system's keychain. `unknown`: not needed yet. `waiting`: the keychain has been asking the user for more
 * than a second. `session`: the user chose to continue without it until the app closes.
 */
const keychainStateSchema = z.enum([
  'unknown',
  'ok',
  'waiting',
  'locked',
  'unavailable',
  'denied',
  'session',
]);
export type KeychainState = z.infer<typeof keychainStateSchema>;

const keychainSchema = z.object({ state: keychainStateSchema });
export type Keychain = z.infer<typeof keychainSchema>;

export const keychainCalls = {
  'keychain.get': call(z.object({}), keychainSchema),
  /** Retries the keychain, for example after the user unlocked it. */
  'keychain.retry': call(z.object({}), keychainSchema),
  /** Keeps credentials in memory until the app closes. */
  'keychain.useSession': call(z.object({}), keychainSchema),
};

export const keychainEvents = {
  'keychain.changed': event(keychainSchema),
};
