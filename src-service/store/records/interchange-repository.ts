import { z } from 'zod';
import { interchangeDeliverySchema, interchangeFormatSchema } from '../../../src-shared/api/projects.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { jobShape } from './job-repository.ts';
import { Table, type TableDeps } from './table.ts';

const interchangeSchema = z.object({
  interchangeId: z.string(),
  projectId: z.string(),
  format: interchangeFormatSchema,
  mediaDelivery: interchangeDeliverySchema,
  fileId: z.string().nullable(),
  ...jobShape,
});

/** A timeline interchange with its job's status. Its id is its job's id. */
export type StoredInterchange = z.output<typeof interchangeSchema>;

/** Conversions of projects into editor documents. */
export class InterchangeRepository {
  readonly #database: ServiceDatabase;
  readonly #table: Table<typeof interchangeSchema>;

  constructor(deps: TableDeps) {
    const join = 'JOIN jobs ON job_id = interchange_id';
    this.#database = deps.database;
    this.#table = new Table(deps, { name: 'timeline_interchanges', schema: interchangeSchema, join });
  }

  insert(record: Pick<StoredInterchange, 'interchangeId' | 'projectId' | 'format' | 'mediaDelivery'>): void {
    this.#table.insert(record);
  }

  find(interchangeId: string): StoredInterchange | null {
    return this.#table.find('WHERE interchange_id = :interchangeId', { interchangeId });
  }

  /** Stores the id of the document or bundle. */
  attachFile(interchangeId: string, fileId: string): void {
    this.#table.update({ interchangeId }, { fileId });
  }

  /** Returns the interchanges that have made a document or bundle. */
  listMade(): { interchangeId: string; fileId: string }[] {
    return this.#table
      .list('WHERE file_id IS NOT NULL')
      .flatMap(({ interchangeId, fileId }) => (fileId === null ? [] : [{ interchangeId, fileId }]));
  }

  /** Removes an ended interchange with its job. */
  remove(interchangeId: string): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM timeline_interchanges WHERE interchange_id = :interchangeId', {
        interchangeId,
      });
      this.#database.run('DELETE FROM jobs WHERE job_id = :interchangeId', { interchangeId });
    });
  }
}
