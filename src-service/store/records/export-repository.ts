import { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { jobColumnShape, jobColumns } from './job-repository.ts';
import { type ListedRow, listRows, type PageWindow, upperBound } from './newest-first.ts';
import { readRow } from './rows.ts';

const select = `SELECT export_id, export_order, project_id, file_id, ${jobColumns}
  FROM project_exports JOIN jobs ON jobs.job_id = project_exports.export_id`;
const exportRow = z
  .object({
    export_id: z.string(),
    project_id: z.string(),
    file_id: z.string().nullable(),
    ...jobColumnShape,
  })
  .transform((row) => ({
    exportId: row.export_id,
    projectId: row.project_id,
    fileId: row.file_id,
    status: row.status,
    attemptIndex: row.attempt_index,
    progressPercentage: row.progress_percentage,
    error: row.error,
  }));

/** A movie export with its job's status. Its id is its job's id. */
export type StoredExport = z.output<typeof exportRow>;

/** Exports of projects, newest first. */
export class ExportRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  insert(record: { exportId: string; projectId: string }): void {
    this.#database.run(
      'INSERT INTO project_exports (export_id, project_id) VALUES (:exportId, :projectId)',
      record,
    );
  }

  find(exportId: string): StoredExport | null {
    const row = this.#database.get(`${select} WHERE export_id = :exportId`, { exportId });
    return readRow(exportRow, row, this.#log);
  }

  /** Stores the id of the rendered movie. */
  attachFile(exportId: string, fileId: string): void {
    this.#database.run('UPDATE project_exports SET file_id = :fileId WHERE export_id = :exportId', {
      exportId,
      fileId,
    });
  }

  list(projectId: string, window: PageWindow): ListedRow<StoredExport>[] {
    const rows = this.#database.all(
      `${select} WHERE project_id = :projectId AND export_order < :before
       ORDER BY export_order DESC LIMIT :count`,
      { projectId, before: upperBound(window), count: window.count },
    );
    return listRows(exportRow, rows, 'export_order', this.#log);
  }
}
