import { z } from 'zod';
import { call, event } from '../../ipc/define.ts';

/**
 * State of the system's keychain. `ok`: also if it was not needed yet. `waiting`: it has been asking the user for more
 * than a second. `unavailable`: missing, locked or refused; new secrets stay in memory until it takes them.
 */
const keychainStateSchema = z.enum(['ok', 'waiting', 'unavailable']);
export type KeychainState = z.infer<typeof keychainStateSchema>;

const keychainSchema = z.object({ state: keychainStateSchema });
export type Keychain = z.infer<typeof keychainSchema>;

export const keychainCalls = {
  'keychain.get': call(z.object({}), keychainSchema),
  /** Retries the keychain, for example after the user unlocked it. */
  'keychain.retry': call(z.object({}), keychainSchema),
};

export const keychainEvents = {
  'keychain.changed': event(keychainSchema),
};
