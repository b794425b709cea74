import type { Credentials } from '../auth/credentials.ts';
import type { AuthorizationServer } from '../auth/oauth/authorization-server.ts';
import type { Handlers } from '../http/handlers.ts';
import type { ServiceAddress } from '../service-address.ts';

interface AccountHandlerDeps {
  readonly address: ServiceAddress;
  readonly auth: {
    readonly credentials: Credentials;
    readonly authorizationServer: AuthorizationServer | null;
  };
}

/** Handlers for the caller's account and for how to get credentials (specification §4.12, §5.1). */
export function accountHandlers({ address, auth }: AccountHandlerDeps): Handlers {
  return {
    getAccount: ({ caller }) => auth.credentials.accountOf(caller),
    getProtectedResource: () => ({
      resource: address.baseUrl,
      authorization_servers: auth.authorizationServer ? [auth.authorizationServer.issuer] : [],
      bearer_methods_supported: ['header'],
      scopes_supported: ['email', 'profile', 'openid'],
      resource_documentation: address.urlOf('/docs'),
    }),
  };
}
