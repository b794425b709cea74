import { z } from 'zod';
import { type EntityType, entityTypeSchema } from '../../../src-shared/api/entities.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import type { Entity, EntityReference } from './entity.ts';
import { listByUpdate, type ListedRow, type PageWindow } from './newest-first.ts';
import { flagColumn, readRow, readRows } from './rows.ts';

const columns = `entity_id, team_id, entity_type, name, description, is_archived, created_at, updated_at,
  updated_order`;
const nextOrder = '(SELECT coalesce(max(updated_order), 0) + 1 FROM entities)';

const entityRow = z
  .object({
    entity_id: z.string(),
    team_id: z.string(),
    entity_type: entityTypeSchema,
    name: z.string(),
    description: z.string(),
    is_archived: flagColumn,
    created_at: z.number(),
    updated_at: z.number(),
  })
  .transform((row) => ({
    entityId: row.entity_id,
    teamId: row.team_id,
    entityType: row.entity_type,
    name: row.name,
    description: row.description,
    isArchived: row.is_archived,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));

const referenceRow = z
  .object({ file_id: z.string(), description: z.string(), is_default: flagColumn })
  .transform((row) => ({
    fileId: row.file_id,
    description: row.description,
    isDefault: row.is_default,
  }));

/** Entities of the teams; `find` also returns those of the built-in catalogue. */
export class EntityRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;
  readonly #findBuiltIn: (entityId: string) => Entity | null;

  constructor(deps: {
    database: ServiceDatabase;
    log: ServiceLog;
    findBuiltIn: (entityId: string) => Entity | null;
  }) {
    this.#database = deps.database;
    this.#log = deps.log;
    this.#findBuiltIn = deps.findBuiltIn;
  }

  insert(entity: {
    entityId: string;
    teamId: string;
    userId: string;
    entityType: EntityType;
    name: string;
    description: string;
    createdAt: number;
  }): void {
    this.#database.run(
      `INSERT INTO entities (${columns}, user_id) VALUES (:entityId, :teamId, :entityType, :name, :description,
         0, :createdAt, :createdAt, ${nextOrder}, :userId)`,
      entity,
    );
  }

  /** Finds an entity, even if archived; null if it does not exist. */
  find(entityId: string): Entity | null {
    const builtIn = this.#findBuiltIn(entityId);
    if (builtIn) return builtIn;
    const row = this.#database.get(`SELECT ${columns} FROM entities WHERE entity_id = :entityId`, {
      entityId,
    });
    const found = readRow(entityRow, row, this.#log);
    return found && this.#complete(found);
  }

  /** Returns a team's own entities that are not archived, most recently updated first. */
  list(teamId: string, types: readonly EntityType[], window: PageWindow): ListedRow<Entity>[] {
    const source = { database: this.#database, log: this.#log, schema: entityRow };
    const table = { name: 'listed_entities', columns, kindColumn: 'entity_type' };
    const rows = listByUpdate(source, table, { owner: { teamId, userId: null }, kinds: types, window });
    return rows.map(({ order, record }) => ({ order, record: record && this.#complete(record) }));
  }

  /** Changes name and description; null keeps the old value. */
  rename(entityId: string, words: { name: string | null; description: string | null }, now: number): void {
    this.#database.run(
      `UPDATE entities SET name = coalesce(:name, name), description = coalesce(:description, description)
       WHERE entity_id = :entityId`,
      { entityId, ...words },
    );
    this.#touch(entityId, now);
  }

  archive(entityId: string): void {
    this.#database.run('UPDATE entities SET is_archived = 1 WHERE entity_id = :entityId', { entityId });
  }

  /** Adds a reference, or changes it if the file is one already. One reference is always the default. */
  putReference(entityId: string, reference: EntityReference, now: number): void {
    const { fileId, description } = reference;
    this.#database.transaction(() => {
      this.#database.run(
        `INSERT INTO entity_references (entity_id, file_id, description, is_default)
         VALUES (:entityId, :fileId, :description, 0)
         ON CONFLICT (entity_id, file_id) DO UPDATE SET description = :description`,
        { entityId, fileId, description },
      );
      if (reference.isDefault) this.#makeDefault(entityId, fileId);
      this.#settleDefault(entityId);
      this.#touch(entityId, now);
    });
  }

  /** Removes a reference. If it was the default, the oldest remaining one becomes the default. */
  removeReference(entityId: string, fileId: string, now: number): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM entity_references WHERE entity_id = :entityId AND file_id = :fileId', {
        entityId,
        fileId,
      });
      this.#settleDefault(entityId);
      this.#touch(entityId, now);
    });
  }

  /** Whether any entity references the file. */
  isReferenced(fileId: string): boolean {
    const sql = 'SELECT 1 FROM entity_references WHERE file_id = :fileId';
    return this.#database.get(sql, { fileId }) !== undefined;
  }

  #complete(row: z.output<typeof entityRow>): Entity {
    const rows = this.#database.all(
      `SELECT file_id, description, is_default FROM entity_references
       WHERE entity_id = :entityId ORDER BY reference_order`,
      { entityId: row.entityId },
    );
    return { ...row, references: readRows(referenceRow, rows, this.#log), isBuiltIn: false, builtIn: null };
  }

  #makeDefault(entityId: string, fileId: string): void {
    this.#database.run(
      'UPDATE entity_references SET is_default = (file_id = :fileId) WHERE entity_id = :entityId',
      { entityId, fileId },
    );
  }

  #settleDefault(entityId: string): void {
    this.#database.run(
      `UPDATE entity_references SET is_default = 1 WHERE reference_order = (
         SELECT min(reference_order) FROM entity_references WHERE entity_id = :entityId
         HAVING max(is_default) = 0)`,
      { entityId },
    );
  }

  #touch(entityId: string, now: number): void {
    this.#database.run(
      `UPDATE entities SET updated_at = :now, updated_order = ${nextOrder} WHERE entity_id = :entityId`,
      { entityId, now },
    );
  }
}
