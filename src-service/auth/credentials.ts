import { timingSafeEqual } from 'node:crypto';
import type { Account } from '../../src-shared/api/account.ts';
import { ApiError } from '../api-error.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { AccountRepository } from '../store/records/account-repository.ts';
import type { ApiKeyRepository } from '../store/records/api-key-repository.ts';
import type { Identity } from '../store/records/identity-repository.ts';
import type { Plan } from '../store/records/plan.ts';
import type { SignInRecordRepository } from '../store/records/sign-in-record-repository.ts';
import { digestOf } from './digest.ts';

const bearerPattern = /^Bearer +([\w.~+/=-]+)$/i;
const launchKeyNickname = 'Key of this start';

/** The user, team and key behind a credential. */
export interface Caller extends Identity {
  /** Id of the key. For an access token, the id of the app that holds it (contract supplement §4.10). */
  readonly apiKeyId: string;
  /** Plan of the caller's team. */
  readonly plan: Plan;
}

interface CredentialsDeps {
  /** The key of this start. It acts for the data folder's first user and is never stored. */
  readonly launchKey: string;
  readonly identity: Identity;
  readonly accounts: AccountRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly signInRecords: SignInRecordRepository;
  readonly clock: Clock;
  readonly resourceMetadataUrl: () => string;
}

/**
 * Checks all credentials of the API: the key of this start, stored keys and access tokens. Each request queries the
 * database, which takes microseconds, so a revocation takes effect at once, even one by another process.
 */
export class Credentials {
  readonly #deps: CredentialsDeps;
  readonly #launchDigest: Buffer;
  readonly #launchKeyId: string;

  constructor(deps: CredentialsDeps) {
    this.#deps = deps;
    this.#launchDigest = Buffer.from(digestOf(deps.launchKey), 'hex');
    const idDigest = Buffer.from(digestOf(`id of ${deps.launchKey}`), 'hex');
    this.#launchKeyId = `vg_key_${idDigest.toString('base64url').slice(0, 22)}`;
  }

  #holderOf(token: string): (Identity & { readonly apiKeyId: string }) | null {
    const { identity, apiKeys, signInRecords, clock } = this.#deps;
    const digest = digestOf(token);
    if (timingSafeEqual(Buffer.from(digest, 'hex'), this.#launchDigest)) {
      return { ...identity, apiKeyId: this.#launchKeyId };
    }
    return apiKeys.findHolder(digest) ?? signInRecords.findTokenHolder(digest, unixSeconds(clock));
  }

  /** Finds the caller; timing reveals nothing about any key. @throws ApiError 401 (specification §5, point 3). */
  authenticate(authorization: string | undefined): Caller {
    const token = bearerPattern.exec(authorization ?? '')?.[1];
    const holder = token === undefined ? null : this.#holderOf(token);
    if (holder) return { ...holder, plan: this.#deps.accounts.planOf(holder.teamId) };
    const challenge = `Bearer realm="dailies", resource_metadata="${this.#deps.resourceMetadataUrl()}"`;
    throw new ApiError(401, 'invalid_api_key', 'The API key is missing or wrong.', {
      headers: { 'www-authenticate': challenge },
    });
  }

  /** Returns the answer of `GET /v1/me` (contract supplement §4.10). */
  accountOf(caller: Caller): Account {
    const { accounts, apiKeys, signInRecords } = this.#deps;
    const { apiKeyId, teamId } = caller;
    const member = accounts.findMember(caller.userId);
    const nickname =
      apiKeyId === this.#launchKeyId
        ? launchKeyNickname
        : (apiKeys.nicknameOf(apiKeyId) ?? signInRecords.clientNameOf(apiKeyId));
    return {
      apiKeyId,
      apiKeyNickname: nickname ?? apiKeyId,
      email: member?.email ?? '',
      displayName: member?.displayName ?? null,
      teamId,
    };
  }
}
