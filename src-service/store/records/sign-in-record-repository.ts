import { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import type { Identity } from './identity-repository.ts';
import { jsonColumn, readRow, readRows } from './rows.ts';
import { Table, type TableDeps } from './table.ts';

const recordSchema = z.object({
  recordId: z.string(),
  payload: jsonColumn(z.record(z.string(), z.unknown())),
  consumedAt: z.number().nullable(),
});

/** A stored record of the sign-in protocol; times in Unix seconds. */
export type SignInRecord = z.output<typeof recordSchema>;

/** A record to store, with its search keys. */
export interface NewSignInRecord {
  readonly model: string;
  readonly recordId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly accountId: string | null;
  readonly clientId: string | null;
  readonly grantId: string | null;
  readonly uid: string | null;
  /** Unix seconds; null if it does not expire. */
  readonly expiresAt: number | null;
}

const tokenHolderRow = z.object({ apiKeyId: z.string(), teamId: z.string(), userId: z.string() });

const grantRow = z.object({ grantId: z.string(), clientId: z.string(), createdAt: z.number() });

/** An app's permission to act for a member; `createdAt` in Unix seconds. */
export type StoredGrant = z.output<typeof grantRow>;

const isAlive = '(expires_at IS NULL OR expires_at > :now)';
/** Time after its registration at which an app without a grant must register again. */
const unusedClientSeconds = 90 * 86_400;

/** Clients, grants, tokens and sessions of the authorization server. Secret ids are passed as digests. */
export class SignInRecordRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;
  readonly #table: Table<typeof recordSchema>;

  constructor(deps: TableDeps) {
    this.#database = deps.database;
    this.#log = deps.log;
    this.#table = new Table(deps, { name: 'sign_in_records', schema: recordSchema });
  }

  /** Replaces a record, but keeps its creation time and whether it was used. */
  upsert(record: NewSignInRecord, nowSeconds: number): void {
    this.#database.run(
      `INSERT INTO sign_in_records
         (model, record_id, payload, account_id, client_id, grant_id, uid, created_at, expires_at)
       VALUES (:model, :recordId, :payload, :accountId, :clientId, :grantId, :uid, :now, :expiresAt)
       ON CONFLICT (model, record_id) DO UPDATE SET payload = excluded.payload,
         account_id = excluded.account_id, client_id = excluded.client_id, grant_id = excluded.grant_id,
         uid = excluded.uid, expires_at = excluded.expires_at`,
      { ...record, payload: JSON.stringify(record.payload), now: nowSeconds },
    );
  }

  find(model: string, recordId: string, nowSeconds: number): SignInRecord | null {
    const rest = `WHERE model = :model AND record_id = :recordId AND ${isAlive}`;
    return this.#table.find(rest, { model, recordId, now: nowSeconds });
  }

  findByUid(model: string, uid: string, nowSeconds: number): SignInRecord | null {
    return this.#table.find(`WHERE uid = :uid AND model = :model AND ${isAlive}`, {
      model,
      uid,
      now: nowSeconds,
    });
  }

  /** Marks a single-use record as used. @returns false if it was used before or is gone. */
  consume(model: string, recordId: string, nowSeconds: number): boolean {
    const sql = `UPDATE sign_in_records SET consumed_at = :now
      WHERE model = :model AND record_id = :recordId AND consumed_at IS NULL`;
    return this.#database.run(sql, { model, recordId, now: nowSeconds }) > 0;
  }

  remove(model: string, recordId: string): void {
    const sql = 'DELETE FROM sign_in_records WHERE model = :model AND record_id = :recordId';
    this.#database.run(sql, { model, recordId });
  }

  /** Removes a grant's records of one model. */
  removeIssued(model: string, grantId: string): void {
    const sql = 'DELETE FROM sign_in_records WHERE grant_id = :grantId AND model = :model';
    this.#database.run(sql, { model, grantId });
  }

  /** Revokes a member's grant and everything issued under it. @returns false if there is none. */
  revokeGrant(grantId: string, accountId: string): boolean {
    return this.#database.transaction(() => {
      const sql = `DELETE FROM sign_in_records
        WHERE model = 'Grant' AND record_id = :grantId AND account_id = :accountId`;
      const isFound = this.#database.run(sql, { grantId, accountId }) > 0;
      if (isFound) this.#database.run('DELETE FROM sign_in_records WHERE grant_id = :grantId', { grantId });
      return isFound;
    });
  }

  /** Lists a member's grants that still have a valid token, newest first. */
  listGrants(accountId: string, nowSeconds: number): StoredGrant[] {
    const sql = `SELECT record_id AS grantId, client_id AS clientId, created_at AS createdAt
      FROM sign_in_records g
      WHERE account_id = :accountId AND model = 'Grant' AND ${isAlive}
        AND EXISTS (SELECT 1 FROM sign_in_records t WHERE t.grant_id = g.record_id
          AND t.model IN ('AccessToken', 'RefreshToken') AND t.consumed_at IS NULL AND t.expires_at > :now)
      ORDER BY created_at DESC, rowid DESC`;
    return readRows(grantRow, this.#database.all(sql, { accountId, now: nowSeconds }), this.#log);
  }

  /** Returns the holder of an access token. @param digest SHA-256 of the token, in hexadecimal. */
  findTokenHolder(digest: string, nowSeconds: number): (Identity & { readonly apiKeyId: string }) | null {
    const sql = `SELECT client_id AS apiKeyId, team_id AS teamId, membership_id AS userId
      FROM sign_in_records JOIN memberships ON membership_id = account_id
      WHERE model = 'AccessToken' AND record_id = :digest AND expires_at > :now`;
    return readRow(tokenHolderRow, this.#database.get(sql, { digest, now: nowSeconds }), this.#log);
  }

  /** Null for an unregistered app or one without a name. */
  clientNameOf(clientId: string): string | null {
    const sql = `SELECT json_extract(payload, '$.client_name') AS name FROM sign_in_records
      WHERE model = 'Client' AND record_id = :clientId`;
    const row = this.#database.get(sql, { clientId });
    return readRow(z.object({ name: z.string().nullable() }), row, this.#log)?.name ?? null;
  }

  /** Removes expired records, and apps that nobody has let in for a long time. */
  removeExpired(nowSeconds: number): void {
    this.#database.run('DELETE FROM sign_in_records WHERE expires_at <= :now', { now: nowSeconds });
    const sql = `DELETE FROM sign_in_records WHERE model = 'Client' AND created_at < :before
      AND record_id NOT IN (SELECT client_id FROM sign_in_records WHERE model = 'Grant')`;
    this.#database.run(sql, { before: nowSeconds - unusedClientSeconds });
  }
}
