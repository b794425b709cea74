import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Clock, unixSeconds } from '../clock.ts';
import type { LaunchOptions } from '../launch-options.ts';
import type { ServiceAddress } from '../service-address.ts';
import type { ServiceLog } from '../service-log.ts';
import { Signer } from '../signer.ts';
import type { ServiceDatabase } from '../store/database/service-database.ts';
import { AccountRepository } from '../store/records/account-repository.ts';
import { ApiKeyRepository } from '../store/records/api-key-repository.ts';
import type { Identity } from '../store/records/identity-repository.ts';
import { SignInRecordRepository } from '../store/records/sign-in-record-repository.ts';
import { Credentials } from './credentials.ts';
import { Credits } from './credits.ts';
import { AuthorizationServer } from './oauth/authorization-server.ts';
import { registerAuthorization } from './oauth/register-authorization.ts';
import { registerConnectedApps } from './oauth/register-connected-apps.ts';
import { registerInteractions } from './oauth/register-interactions.ts';
import { SignInCode } from './oauth/sign-in-code.ts';

export interface AuthDeps {
  readonly database: ServiceDatabase;
  readonly identity: Identity;
  readonly signingKey: Buffer;
  readonly address: ServiceAddress;
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly launch: Pick<LaunchOptions, 'dataFolder' | 'apiKey' | 'plan' | 'allowSignIn'>;
}

/** Authentication, credits and sign-in of the service. */
export interface Auth {
  readonly launchKey: string;
  /** The code that the sign-in page asks for; null if signing in is not allowed. */
  readonly signInCode: string | null;
  readonly credentials: Credentials;
  readonly credits: Credits;
  /** Null if signing in is not allowed. */
  readonly authorizationServer: AuthorizationServer | null;
  /** Registers the routes of the authorization server and its pages. */
  register(server: FastifyInstance): void;
}

/** Creates everything about accounts on top of the service's database. */
export function createAuth(deps: AuthDeps): Auth {
  const { database, identity, address, clock, log } = deps;
  const { apiKey, plan, allowSignIn } = deps.launch;
  const launchKey = apiKey ?? `sk_local_${randomBytes(32).toString('base64url')}`;
  const accounts = new AccountRepository({ database, log });
  const apiKeys = new ApiKeyRepository({ database, log });
  const signInRecords = new SignInRecordRepository({ database, log });
  const signer = new Signer(deps.signingKey, 'sign-in');
  const dataFolder = path.resolve(deps.launch.dataFolder);
  accounts.addFirstMember(identity, unixSeconds(clock));
  accounts.setPlan(identity.teamId, plan);
  signInRecords.removeExpired(unixSeconds(clock));
  const signInCode = new SignInCode({ clock, log });
  const shared = { accounts, signInRecords, signInCode, signer, address, clock, log };
  const server = new AuthorizationServer({ ...shared, dataFolder });
  const resourceMetadataUrl = () => address.urlOf('/.well-known/oauth-protected-resource');
  return {
    launchKey,
    signInCode: allowSignIn ? signInCode.text : null,
    credentials: new Credentials({ ...shared, launchKey, identity, apiKeys, resourceMetadataUrl }),
    credits: new Credits({ database, accounts, clock }),
    authorizationServer: allowSignIn ? server : null,
    register: (app) => {
      if (!allowSignIn) return;
      void app.register((scope) => registerAuthorization(scope, server));
      void app.register((scope) => registerInteractions(scope, { ...shared, server }));
      void app.register((scope) => registerConnectedApps(scope, { ...shared, server }));
    },
  };
}
