import type { Configuration } from 'oidc-provider';
import type { Clock } from '../../clock.ts';
import type { AccountRepository } from '../../store/records/account-repository.ts';
import type { SignInRecordRepository } from '../../store/records/sign-in-record-repository.ts';
import { showErrorPage } from '../pages/error-page.ts';
import { interactionPath } from './authorization-paths.ts';
import { RecordAdapter } from './record-adapter.ts';
import type { SignInKey } from './sign-in-key.ts';

const hour = 3_600;
const day = 24 * hour;
/** Lifetimes in seconds. Each use of a refresh token renews its lifetime. */
const lifetimes = {
  AccessToken: hour,
  AuthorizationCode: 60,
  IdToken: hour,
  Interaction: hour,
  RefreshToken: 90 * day,
  Session: 14 * day,
  Grant: 730 * day,
};

export interface ProviderDeps {
  readonly accounts: AccountRepository;
  readonly signInRecords: SignInRecordRepository;
  readonly clock: Clock;
  /** Key that signs cookies. */
  readonly cookieKey: string;
  readonly signInKey: SignInKey;
}

function findAccount(accounts: AccountRepository): Configuration['findAccount'] {
  return (_context, accountId) => {
    const member = accounts.findMember(accountId);
    if (!member) return undefined;
    const { email, displayName } = member;
    const claims = { sub: accountId, email, email_verified: false, name: displayName ?? email };
    return { accountId, claims: () => claims };
  };
}

/** Cookies are shared between ports, so these names must not clash with other programs on this computer. */
const cookieNames = {
  session: 'dailies_session',
  interaction: 'dailies_interaction',
  resume: 'dailies_resume',
};

const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/clients/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  userinfo: '/oauth/userinfo',
};

/** Enables only what the specification names (§5), and nothing that makes outgoing requests. */
const features: Configuration['features'] = {
  devInteractions: { enabled: false },
  registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
  revocation: { enabled: true },
  userinfo: { enabled: true },
  rpInitiatedLogout: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
};

/** Returns the settings of the authorization server (specification §5.1–5.4, contract supplement §4.11). */
export function providerConfiguration(deps: ProviderDeps): Configuration {
  const { accounts, signInRecords, clock } = deps;
  return {
    adapter: (model: string) => new RecordAdapter(model, { records: signInRecords, clock }),
    findAccount: findAccount(accounts),
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'RS256',
    },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    jwks: { keys: [deps.signInKey] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    fetch: () => Promise.reject(new Error('This service makes no requests for apps.')),
    ttl: lifetimes,
    interactions: { url: (_context, interaction) => interactionPath(interaction.uid) },
    renderError: (context, out) => showErrorPage(context, out),
    cookies: {
      names: cookieNames,
      keys: [deps.cookieKey],
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    routes,
    features,
  };
}
