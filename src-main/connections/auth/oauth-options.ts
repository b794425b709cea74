import * as oauth from 'oauth4webapi';
import type { AuthorizationFetch } from './authorization-fetch.ts';

/** Makes the OAuth library send its requests with the app's own fetch, which knows where http is allowed. */
export function oauthOptions(
  fetch: AuthorizationFetch,
  signal: AbortSignal,
): oauth.TokenEndpointRequestOptions & oauth.RevocationRequestOptions {
  return { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: true, signal };
}
