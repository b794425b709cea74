import { z } from 'zod';
import { interchangeDeliverySchema, interchangeFormatSchema } from '../../../src-shared/api/projects.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { jobColumnShape, jobColumns } from './job-repository.ts';
import { readRow, readRows } from './rows.ts';

const interchangeRow = z
  .object({
    interchange_id: z.string(),
    project_id: z.string(),
    format: interchangeFormatSchema,
    media_delivery: interchangeDeliverySchema,
    file_id: z.string().nullable(),
    ...jobColumnShape,
  })
  .transform((row) => ({
    interchangeId: row.interchange_id,
    projectId: row.project_id,
    format: row.format,
    mediaDelivery: row.media_delivery,
    fileId: row.file_id,
    status: row.status,
    attemptIndex: row.attempt_index,
    progressPercentage: row.progress_percentage,
    error: row.error,
  }));

const madeRow = z
  .object({ interchange_id: z.string(), file_id: z.string() })
  .transform((row) => ({ interchangeId: row.interchange_id, fileId: row.file_id }));

/** A timeline interchange with its job's status. Its id is its job's id. */
export type StoredInterchange = z.output<typeof interchangeRow>;

/** Conversions of projects into editor documents. */
export class InterchangeRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  insert(record: Pick<StoredInterchange, 'interchangeId' | 'projectId' | 'format' | 'mediaDelivery'>): void {
    this.#database.run(
      `INSERT INTO timeline_interchanges (interchange_id, project_id, format, media_delivery)
       VALUES (:interchangeId, :projectId, :format, :mediaDelivery)`,
      record,
    );
  }

  find(interchangeId: string): StoredInterchange | null {
    const row = this.#database.get(
      `SELECT interchange_id, project_id, format, media_delivery, file_id, ${jobColumns}
       FROM timeline_interchanges JOIN jobs ON jobs.job_id = interchange_id
       WHERE interchange_id = :interchangeId`,
      { interchangeId },
    );
    return readRow(interchangeRow, row, this.#log);
  }

  /** Stores the id of the document or bundle. */
  attachFile(interchangeId: string, fileId: string): void {
    this.#database.run(
      'UPDATE timeline_interchanges SET file_id = :fileId WHERE interchange_id = :interchangeId',
      {
        interchangeId,
        fileId,
      },
    );
  }

  /** Returns the interchanges that have made a document or bundle. */
  listMade(): z.output<typeof madeRow>[] {
    const sql = 'SELECT interchange_id, file_id FROM timeline_interchanges WHERE file_id IS NOT NULL';
    return readRows(madeRow, this.#database.all(sql), this.#log);
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
