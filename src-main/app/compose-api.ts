import type { ConnectionAccount } from '../../src-shared/contract/connection.ts';
import { RateBudget } from '../api/budget/rate-budget.ts';
import { Catalogue } from '../api/catalogue.ts';
import { Files } from '../api/files.ts';
import { Availability } from '../api/http/availability.ts';
import { type ApiRequest, HttpClient } from '../api/http/http-client.ts';
import type { AddressSource } from '../api/http/service-address.ts';
import { Projects } from '../api/projects.ts';
import { StorageClient } from '../api/storage/storage-client.ts';
import { Workflows } from '../api/workflows.ts';
import { TokenSession } from '../connections/auth/token-session.ts';
import type { ConnectionTeam } from '../connections/connection-team.ts';
import type { ManagedScope } from '../connections/connections.ts';
import { type Credential, HostedService } from '../connections/hosted-service.ts';
import { KeyCredential } from '../connections/key-credential.ts';
import { LocalService } from '../connections/local-service/local-service.ts';
import type { ServiceSource } from '../connections/local-service/service-source.ts';
import { givenTitleOf } from '../jobs/kinds/generations/generation-ledger.ts';
import type { ConnectionRecord } from '../state/connection-repository.ts';
import type { SharedParts } from './compose-shared.ts';

interface Source {
  readonly source: ServiceSource;
  readonly credential: KeyCredential | TokenSession | null;
  /** Signs in with the system's browser; null without a sign-in. */
  readonly signIn: ManagedScope['signIn'];
}

interface SourceParts {
  readonly team: ConnectionTeam;
  readonly budget: RateBudget;
  readonly onSignedOut: () => void;
}

/** Composes how a connection finds its service and signs in to it. @param record null for the local service. */
export function composeSource(
  shared: SharedParts,
  record: ConnectionRecord | null,
  { team, budget, onSignedOut }: SourceParts,
): Source {
  if (record === null) {
    const source = new LocalService({ ...shared, repository: shared.settingsRepository });
    return { source, credential: null, signIn: null };
  }
  const { connectionId, kind, serviceUrl: baseUrl } = record;
  const { secrets, tokenRequests: requests, clock } = shared;
  const whoIs = (address: AddressSource) => {
    const http = new HttpClient({ ...shared, address, budget });
    return (signal: AbortSignal) => accountAt(http, { signal, isTriedOnce: true });
  };
  const sourceWith = (credential: Credential): ServiceSource =>
    new HostedService({ kind, baseUrl, credential, team, whoIs, clock });
  if (kind === 'key') {
    const credential = new KeyCredential({ connectionId, secrets });
    return { source: sourceWith(credential), credential, signIn: null };
  }
  const session = new TokenSession({ ...shared, requests, connectionId, baseUrl, onSignedOut });
  return {
    source: sourceWith(session),
    credential: session,
    signIn: async (signal) => {
      const signedIn = await shared.signIn.run(baseUrl, signal);
      let account: ConnectionAccount | null = null;
      const check = async (): Promise<void> => {
        if (!team.isAtWork) return;
        account = await askAccount(shared, addressOf(baseUrl, signedIn.tokens.accessToken), { signal });
        team.require(account);
      };
      if (await session.accept(signedIn, signal, check)) team.follow(account);
    },
  };
}

/** Asks a service for the account of a credential, apart from the requests of a connection. */
export function askAccount(
  shared: Pick<SharedParts, 'clock' | 'log' | 'knownSecrets'>,
  address: AddressSource,
  request: ApiRequest<'getAccount'>,
): Promise<ConnectionAccount> {
  return accountAt(new HttpClient({ ...shared, address, budget: new RateBudget(shared) }), request);
}

/** Returns the part of an account that the user sees. */
export async function accountAt(
  http: HttpClient,
  request: ApiRequest<'getAccount'>,
): Promise<ConnectionAccount> {
  const { email, displayName, teamId, apiKeyNickname } = await http.call('getAccount', request);
  return { email, displayName: displayName ?? null, teamId, credentialName: apiKeyNickname ?? '' };
}

/** Returns a service with a fixed bearer that may not be used for anything else. */
export function addressOf(baseUrl: string, bearer: string): AddressSource {
  return {
    current: () => Promise.resolve({ baseUrl, bearer }),
    renew: () => Promise.resolve(false),
  };
}

interface ApiParts {
  readonly connectionId: string;
  readonly address: ServiceSource;
  readonly budget: RateBudget;
}

/** Composes the API clients of a connection, within the limits of its team. */
export function composeApi(shared: SharedParts, { connectionId, address, budget }: ApiParts) {
  const availability = new Availability(shared);
  const http = new HttpClient({ ...shared, address, budget, availability });
  return {
    budget,
    availability,
    http,
    workflows: new Workflows({ http }),
    projectsApi: new Projects({
      http,
      titleOf: (projectId) => givenTitleOf(shared.generationLedger, projectId),
    }),
    files: new Files({ http }),
    storage: new StorageClient({ address }),
    catalogue: new Catalogue({ ...shared, connectionId, address, http }),
  };
}

/** Parts that all work of a connection builds on. */
export type ConnectionBase = SharedParts &
  ReturnType<typeof composeApi> & { readonly connectionId: string; readonly address: ServiceSource };
