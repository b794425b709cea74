import type { Handlers } from '../http/handlers.ts';
import type { ServiceAddress } from '../http/service-address.ts';

/** Who is behind the credential, and how credentials are come by. */
export function accountHandlers(deps: { address: ServiceAddress }): Handlers {
  return {
    getAccount: ({ caller }) => ({
      apiKeyId: caller.apiKeyId,
      apiKeyNickname: 'Key of this start',
      email: 'user@localhost',
      displayName: 'This computer',
      teamId: caller.teamId,
    }),
    /** Keys of a local service are given at its start: there is no authorization server. */
    getProtectedResource: () => ({
      resource: deps.address.baseUrl,
      authorization_servers: [],
      bearer_methods_supported: ['header'],
    }),
  };
}
