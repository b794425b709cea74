import { timingSafeEqual } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { type Clock, unixSeconds } from '../../clock.ts';
import type { SignInRecord, SignInRecordRepository } from '../../store/records/sign-in-record-repository.ts';
import { digestOf } from '../digest.ts';

/** Models whose ids are secrets, so only digests of the ids are stored. */
const secretModels = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);
const digestMark = 'sha256:';

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns a client's secret in its stored form, as a digest. */
function keepSecret(secret: string): string {
  return secret.startsWith(digestMark) ? secret : digestMark + digestOf(secret);
}

/** Whether this is the client's secret; timing reveals nothing about it. @param kept as stored, or just made. */
export function isClientSecret(kept: string, given: string): boolean {
  const expected = Buffer.from(keepSecret(kept));
  const actual = Buffer.from(digestMark + digestOf(given));
  return expected.byteLength === actual.byteLength && timingSafeEqual(expected, actual);
}

/** Stores the records of one model of the authorization server in the service's database. */
export class RecordAdapter implements Adapter {
  readonly #model: string;
  readonly #records: SignInRecordRepository;
  readonly #clock: Clock;

  constructor(model: string, deps: { records: SignInRecordRepository; clock: Clock }) {
    this.#model = model;
    this.#records = deps.records;
    this.#clock = deps.clock;
  }

  #keyOf(id: string): string {
    return secretModels.has(this.#model) ? digestOf(id) : id;
  }

  #stored(payload: AdapterPayload): Record<string, unknown> {
    const { jti, client_secret: secret, ...rest } = payload;
    return {
      ...rest,
      ...(jti !== undefined && !secretModels.has(this.#model) && { jti }),
      ...(typeof secret === 'string' && { client_secret: keepSecret(secret) }),
    };
  }

  #payload(record: SignInRecord | null, id: string | null): AdapterPayload | undefined {
    if (!record) return undefined;
    const { payload, consumedAt } = record;
    return {
      ...payload,
      ...(id !== null && secretModels.has(this.#model) && { jti: id }),
      ...(consumedAt !== null && { consumed: consumedAt }),
    };
  }

  upsert(id: string, payload: AdapterPayload, expiresInSeconds?: number): Promise<void> {
    const now = unixSeconds(this.#clock);
    this.#records.removeExpired(now);
    const record = {
      model: this.#model,
      recordId: this.#keyOf(id),
      payload: this.#stored(payload),
      accountId: textOrNull(payload.accountId),
      clientId: textOrNull(payload.clientId),
      grantId: textOrNull(payload.grantId),
      uid: textOrNull(payload.uid),
      expiresAt: expiresInSeconds === undefined ? null : now + expiresInSeconds,
    };
    this.#records.upsert(record, now);
    return Promise.resolve();
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    const now = unixSeconds(this.#clock);
    return Promise.resolve(this.#payload(this.#records.find(this.#model, this.#keyOf(id), now), id));
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const record = this.#records.findByUid(this.#model, uid, unixSeconds(this.#clock));
    return Promise.resolve(this.#payload(record, null));
  }

  /** The service does not offer device codes. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Marks a record as used. Of two simultaneous uses, the second one fails. @throws if it was used before. */
  async consume(id: string): Promise<void> {
    if (this.#records.consume(this.#model, this.#keyOf(id), unixSeconds(this.#clock))) return;
    const { errors } = await import('oidc-provider');
    throw new errors.InvalidGrant('already used');
  }

  destroy(id: string): Promise<void> {
    this.#records.remove(this.#model, this.#keyOf(id));
    return Promise.resolve();
  }

  revokeByGrantId(grantId: string): Promise<void> {
    this.#records.removeIssued(this.#model, grantId);
    return Promise.resolve();
  }
}
