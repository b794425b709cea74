import { z } from 'zod';
import { type EntityType, entityTypeSchema } from '../../../src-shared/api/entities.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import type { Entity, EntityReference } from './entity.ts';
import type { ListedRow, PageWindow } from './newest-first.ts';
import { flagColumn } from './rows.ts';
import { Table, type TableDeps } from './table.ts';

const nextOrder = '(SELECT coalesce(max(updated_order), 0) + 1 FROM entities)';

const entitySchema = z.object({
  entityId: z.string(),
  teamId: z.string(),
  entityType: entityTypeSchema,
  name: z.string(),
  description: z.string(),
  isArchived: flagColumn,
  createdAt: z.number(),
  updatedAt: z.number(),
});

const referenceSchema = z.object({ fileId: z.string(), description: z.string(), isDefault: flagColumn });

/** Entities of the teams; `find` also returns those of the built-in catalogue. */
export class EntityRepository {
  readonly #database: ServiceDatabase;
  readonly #entities: Table<typeof entitySchema>;
  readonly #references: Table<typeof referenceSchema>;
  readonly #findBuiltIn: (entityId: string) => Entity | null;

  constructor(deps: TableDeps & { findBuiltIn: (entityId: string) => Entity | null }) {
    this.#database = deps.database;
    this.#entities = new Table(deps, { name: 'entities', schema: entitySchema, order: 'updated_order' });
    this.#references = new Table(deps, { name: 'entity_references', schema: referenceSchema });
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
    this.#entities.insert({ ...entity, updatedAt: entity.createdAt }, { updated_order: nextOrder });
  }

  /** Finds an entity, even if archived; null if it does not exist. */
  find(entityId: string): Entity | null {
    const builtIn = this.#findBuiltIn(entityId);
    if (builtIn) return builtIn;
    const found = this.#entities.find('WHERE entity_id = :entityId', { entityId });
    return found && this.#complete(found);
  }

  /** Returns a team's own entities that are not archived, most recently updated first. */
  list(teamId: string, types: readonly EntityType[], window: PageWindow): ListedRow<Entity>[] {
    const condition = 'entity_type = :kind AND is_archived = 0';
    const rows = this.#entities.pageOfKinds({ teamId, userId: null }, condition, types, window);
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
    this.#entities.update({ entityId }, { isArchived: true });
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

  #complete(entity: z.output<typeof entitySchema>): Entity {
    const rest = 'WHERE entity_id = :entityId ORDER BY reference_order';
    const references = this.#references.list(rest, { entityId: entity.entityId });
    return { ...entity, references, isBuiltIn: false, builtIn: null };
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
    this.#entities.update({ entityId }, { updatedAt: now }, { updated_order: nextOrder });
  }
}
