import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import type { Identity } from './identity-repository.ts';
import { readRow, readRows } from './rows.ts';

const holderRow = z
  .object({ key_id: z.string(), team_id: z.string(), membership_id: z.string() })
  .transform((row) => ({ keyId: row.key_id, teamId: row.team_id, userId: row.membership_id }));

const listedRow = z
  .object({
    key_id: z.string(),
    nickname: z.string(),
    email: z.string(),
    team_name: z.string(),
    created_at: z.number(),
    revoked_at: z.number().nullable(),
  })
  .transform((row) => ({
    keyId: row.key_id,
    nickname: row.nickname,
    email: row.email,
    team: row.team_name,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }));

/** A key without its secret; times in Unix seconds. */
export type ListedKey = z.output<typeof listedRow>;

/** API keys. Only their SHA-256 digests are stored. */
export class ApiKeyRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  /** Stores a key. @param key.digest SHA-256 of the key, in hexadecimal. @returns the new key's id. */
  insert(key: { digest: string; nickname: string; membershipId: string }, nowSeconds: number): string {
    const keyId = `vg_key_${randomBytes(16).toString('base64url')}`;
    this.#database.run(
      `INSERT INTO api_keys (key_id, key_digest, nickname, membership_id, created_at)
       VALUES (:keyId, :digest, :nickname, :membershipId, :now)`,
      { keyId, ...key, now: nowSeconds },
    );
    return keyId;
  }

  /**
   * Returns the holder of a key. The time to look up a digest reveals nothing about any key, because nobody can choose
   * digests that are close to one another.
   * @returns null for an unknown or revoked key.
   */
  findHolder(digest: string): (Identity & { readonly keyId: string }) | null {
    const sql = `SELECT key_id, team_id, membership_id FROM api_keys JOIN memberships USING (membership_id)
      WHERE key_digest = :digest AND revoked_at IS NULL`;
    return readRow(holderRow, this.#database.get(sql, { digest }), this.#log);
  }

  nicknameOf(keyId: string): string | null {
    const row = this.#database.get('SELECT nickname FROM api_keys WHERE key_id = :keyId', { keyId });
    return readRow(z.object({ nickname: z.string() }), row, this.#log)?.nickname ?? null;
  }

  /** Returns all keys ever made, oldest first. */
  list(): ListedKey[] {
    const sql = `SELECT key_id, nickname, email, t.name AS team_name, k.created_at, revoked_at
      FROM api_keys k JOIN memberships USING (membership_id) JOIN teams t USING (team_id)
      JOIN users USING (user_id) ORDER BY key_order`;
    return readRows(listedRow, this.#database.all(sql), this.#log);
  }

  /** Revokes a key. @returns false if the key does not exist or was revoked before. */
  revoke(keyId: string, nowSeconds: number): boolean {
    const sql = 'UPDATE api_keys SET revoked_at = :now WHERE key_id = :keyId AND revoked_at IS NULL';
    return this.#database.run(sql, { keyId, now: nowSeconds }) > 0;
  }
}
