import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../api-error.ts';
import type { Identity } from '../store/identity-repository.ts';
import type { Plan } from './plan.ts';

/** Who is behind a credential. */
export interface Caller extends Identity {
  readonly apiKeyId: string;
  /** Of the caller's team. */
  readonly plan: Plan;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The one API key of a local service, and whose it is. */
export class Credentials {
  readonly #keyDigest: Buffer;
  readonly #caller: Caller;
  readonly #resourceMetadataUrl: () => string;

  constructor(deps: { apiKey: string; identity: Identity; plan: Plan; resourceMetadataUrl: () => string }) {
    this.#keyDigest = digest(deps.apiKey);
    this.#caller = {
      ...deps.identity,
      plan: deps.plan,
      apiKeyId: `vg_key_${digest(`id of ${deps.apiKey}`).toString('base64url').slice(0, 22)}`,
    };
    this.#resourceMetadataUrl = deps.resourceMetadataUrl;
  }

  /** Compares in a time that tells nothing of the key. @throws ApiError 401 (specification §5, point 3). */
  authenticate(authorization: string | undefined): Caller {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(digest(token), this.#keyDigest)) return this.#caller;
    const challenge = `Bearer realm="dailies", resource_metadata="${this.#resourceMetadataUrl()}"`;
    throw new ApiError(401, 'invalid_api_key', 'The API key is missing or wrong.', {
      headers: { 'www-authenticate': challenge },
    });
  }
}
