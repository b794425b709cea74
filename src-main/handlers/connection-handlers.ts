import type { AppContract } from '../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../src-shared/ipc/define.ts';
import type { ConnectionStatus } from '../local-service/connection-status.ts';

type ConnectionCalls = 'connection.get' | 'connection.retry';

export function createConnectionHandlers(deps: {
  connection: ConnectionStatus;
}): Pick<Handlers<AppContract>, ConnectionCalls> {
  return {
    'connection.get': () => deps.connection.get(),
    'connection.retry': () => deps.connection.retry(),
  };
}
