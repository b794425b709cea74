import { Secrets, type SecretsDeps } from '../../src-main/connections/keychain/secrets.ts';
import type { SettingsRepository } from '../../src-main/state/settings-repository.ts';

/** Returns in-memory settings. */
export function memorySettings(): Pick<SettingsRepository, 'read' | 'write'> {
  const values = new Map<string, unknown>();
  return {
    read: (key, schema) => schema.safeParse(values.get(key)).data ?? null,
    write: (key, value) => void values.set(key, value),
  };
}

/** Creates the app's secrets over a keychain. @param options.settings the settings of an earlier run. */
export function secretsOver(options: Omit<SecretsDeps, 'settings'> & Partial<SecretsDeps>): Secrets {
  return new Secrets({ settings: memorySettings(), ...options });
}
