import * as oauth from 'oauth4webapi';
import type { AuthorizationFetch } from './authorization-fetch.ts';

/** How the OAuth library sends its requests: under our policy, which knows where http is allowed. */
export function oauthOptions(
  fetch: AuthorizationFetch,
  signal: AbortSignal,
): oauth.TokenEndpointRequestOptions & oauth.RevocationRequestOptions {
  return { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: true, signal };
}
