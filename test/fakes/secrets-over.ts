import { AccountsToErase } from '../../src-main/connections/keychain/accounts-to-erase.ts';
import {
  FallbackSecretStore,
  type FallbackSecretStoreDeps,
} from '../../src-main/connections/keychain/fallback-secret-store.ts';
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
export function secretsOver(
  options: Pick<FallbackSecretStoreDeps, 'store' | 'clock' | 'log'> &
    Partial<Pick<FallbackSecretStoreDeps, 'revoke'>> & { settings?: ReturnType<typeof memorySettings> },
): FallbackSecretStore {
  const { settings = memorySettings(), log } = options;
  return new FallbackSecretStore({
    revoke: () => Promise.resolve(),
    ...options,
    toErase: new AccountsToErase({ settings, log }),
  });
}
