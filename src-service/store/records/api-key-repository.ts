import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import type { Identity } from './identity-repository.ts';
import { readRow } from './rows.ts';
import { Table, type TableDeps } from './table.ts';

const holderRow = z.object({ apiKeyId: z.string(), teamId: z.string(), userId: z.string() });

const listedSchema = z.object({
  keyId: z.string(),
  nickname: z.string(),
  email: z.string(),
  team: z.string(),
  createdAt: z.number(),
  revokedAt: z.number().nullable(),
});

/** A key without its secret; times in Unix seconds. */
export type ListedKey = z.output<typeof listedSchema>;

/** API keys. Only their SHA-256 digests are stored. */
export class ApiKeyRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;
  readonly #table: Table<typeof listedSchema>;

  constructor(deps: TableDeps) {
    this.#database = deps.database;
    this.#log = deps.log;
    this.#table = new Table(deps, {
      name: 'api_keys',
      schema: listedSchema,
      join: 'JOIN memberships USING (membership_id) JOIN teams USING (team_id) JOIN users USING (user_id)',
      expressions: { team: 'teams.name', createdAt: 'api_keys.created_at' },
    });
  }

  /** Stores a key. @param key.digest SHA-256 of the key, in hexadecimal. @returns the new key's id. */
  insert(key: { digest: string; nickname: string; membershipId: string }, nowSeconds: number): string {
    const keyId = `vg_key_${randomBytes(16).toString('base64url')}`;
    const { digest, nickname, membershipId } = key;
    this.#table.insert({ keyId, keyDigest: digest, nickname, membershipId, createdAt: nowSeconds });
    return keyId;
  }

  /**
   * Returns the holder of a key. The time to look up a digest reveals nothing about any key, because nobody can choose
   * digests that are close to one another.
   * @returns null for an unknown or revoked key.
   */
  findHolder(digest: string): (Identity & { readonly apiKeyId: string }) | null {
    const sql = `SELECT key_id AS apiKeyId, team_id AS teamId, membership_id AS userId
      FROM api_keys JOIN memberships USING (membership_id)
      WHERE key_digest = :digest AND revoked_at IS NULL`;
    return readRow(holderRow, this.#database.get(sql, { digest }), this.#log);
  }

  nicknameOf(keyId: string): string | null {
    const row = this.#database.get('SELECT nickname FROM api_keys WHERE key_id = :keyId', { keyId });
    return readRow(z.object({ nickname: z.string() }), row, this.#log)?.nickname ?? null;
  }

  /** Returns all keys ever made, oldest first. */
  list(): ListedKey[] {
    return this.#table.list('ORDER BY key_order');
  }

  /** Revokes a key. @returns false if the key does not exist or was revoked before. */
  revoke(keyId: string, nowSeconds: number): boolean {
    const sql = 'UPDATE api_keys SET revoked_at = :now WHERE key_id = :keyId AND revoked_at IS NULL';
    return this.#database.run(sql, { keyId, now: nowSeconds }) > 0;
  }
}
