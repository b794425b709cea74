import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';
import type { Connections, ManagedScope } from '../../connections/connections.ts';
import type { FolderWatch } from '../../state/settings/folder-watch.ts';

type ConnectionCalls = Extract<keyof Handlers<AppContract>, `connection.${string}`>;

export function createConnectionHandlers(deps: {
  connections: Connections<ManagedScope>;
  folderWatch: Pick<FolderWatch, 'look'>;
}): Pick<Handlers<AppContract>, ConnectionCalls> {
  const { connections, folderWatch } = deps;
  return {
    'connection.get': () => connections.get(),
    'connection.list': () => ({ connections: connections.list() }),
    'connection.suggestedAddress': () => ({ serviceUrl: connections.suggestedAddress() }),
    'connection.retry': () => connections.retry(),
    'connection.test': ({ connectionId }) => connections.test(connectionId),
    'connection.attend': ({ attention }) => {
      connections.attend(attention);
      folderWatch.look();
      return {};
    },
    'connection.limits': ({ connectionId }) => ({ limits: connections.limits(connectionId) }),
    'connection.add': ({ serviceUrl, apiKey }) => connections.add(serviceUrl, apiKey),
    'connection.signIn': ({ connectionId }) => connections.signIn(connectionId),
    'connection.cancelSignIn': ({ connectionId }) => connections.cancelSignIn(connectionId),
    'connection.setApiKey': ({ connectionId, apiKey }) => connections.setApiKey(connectionId, apiKey),
    'connection.signOut': ({ connectionId }) => connections.signOut(connectionId),
    'connection.activate': ({ connectionId }) => connections.activate(connectionId),
    'connection.remove': async ({ connectionId }) => {
      await connections.remove(connectionId);
      return {};
    },
  };
}
