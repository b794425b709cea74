import { z } from 'zod';
import { jobShape } from './job-repository.ts';
import type { ListedRow, PageWindow } from './newest-first.ts';
import { Table, type TableDeps } from './table.ts';

const exportSchema = z.object({
  exportId: z.string(),
  projectId: z.string(),
  fileId: z.string().nullable(),
  ...jobShape,
});

/** A movie export with its job's status. Its id is its job's id. */
export type StoredExport = z.output<typeof exportSchema>;

/** Exports of projects, newest first. */
export class ExportRepository {
  readonly #table: Table<typeof exportSchema>;

  constructor(deps: TableDeps) {
    const join = 'JOIN jobs ON job_id = export_id';
    const order = 'export_order';
    this.#table = new Table(deps, { name: 'project_exports', schema: exportSchema, join, order });
  }

  insert(record: { exportId: string; projectId: string }): void {
    this.#table.insert(record);
  }

  find(exportId: string): StoredExport | null {
    return this.#table.find('WHERE export_id = :exportId', { exportId });
  }

  /** Stores the id of the rendered movie. */
  attachFile(exportId: string, fileId: string): void {
    this.#table.update({ exportId }, { fileId });
  }

  list(projectId: string, window: PageWindow): ListedRow<StoredExport>[] {
    return this.#table.page('project_id = :projectId', { projectId }, window);
  }
}
