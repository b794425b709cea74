import { z } from 'zod';
import { call, event } from '../ipc/define.ts';

/**
 * How the system's keychain answers. `unknown` before it was needed, `waiting` while it asks the user (for more than
 * a second), `session`: the user chose to go on without it until the app closes.
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
  /** Asks it again, for example after the user unlocked it. */
  'keychain.retry': call(z.object({}), keychainSchema),
  /** Keeps credentials in memory until the app closes. */
  'keychain.useSession': call(z.object({}), keychainSchema),
};

export const keychainEvents = {
  'keychain.changed': event(keychainSchema),
};
