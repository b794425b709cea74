import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';
import type { SecretKeeper } from '../../connections/keychain/secret-keeper.ts';

type KeychainCalls = 'keychain.get' | 'keychain.retry' | 'keychain.useSession';

export function createKeychainHandlers(deps: {
  secrets: SecretKeeper;
}): Pick<Handlers<AppContract>, KeychainCalls> {
  const { secrets } = deps;
  return {
    'keychain.get': () => secrets.keychain,
    'keychain.retry': () => secrets.retry(),
    'keychain.useSession': () => secrets.useSession(),
  };
}
