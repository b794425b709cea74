import type { ServiceLog } from '../service-log.ts';
import { listByUpdate } from './newest-first.ts';
import type { ListedRow, Owner, PageWindow } from './newest-first.ts';
import { readRow } from './rows.ts';
import type { ServiceDatabase } from './service-database.ts';
import { fileRow } from './stored-file.ts';
import type { Shelf, StoredFile, StoredSources } from './stored-file.ts';

const columns = `file_id, team_id, user_id, project_id, shelf, scope, type, display_name, is_hidden,
  duration_seconds, transcript, upload_state, upload_expires_at, analysis_state, sources, updated_order`;
const nextOrder = '(SELECT coalesce(max(updated_order), 0) + 1 FROM files)';

/** File records. The bytes are the file store's. */
export class FileRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  insert(file: StoredFile): void {
    this.#database.run(
      `INSERT INTO files (${columns}) VALUES (:fileId, :teamId, :userId, :projectId, :shelf, :scope, :type,
         :displayName, :isHidden, :durationSeconds, :transcript, :uploadState, :uploadExpiresAt,
         :analysisState, :sources, ${nextOrder})`,
      {
        ...file,
        isHidden: file.isHidden ? 1 : 0,
        transcript: file.transcript === null ? null : JSON.stringify(file.transcript),
        sources: JSON.stringify(file.sources),
      },
    );
  }

  find(fileId: string): StoredFile | null {
    const row = this.#database.get(`SELECT ${columns} FROM files WHERE file_id = :fileId`, { fileId });
    return readRow(fileRow, row, this.#log);
  }

  /** Whether bytes stored under the id belong to a record; true also for a record too damaged to read. */
  ownsBytes(fileId: string): boolean {
    const sql = `SELECT 1 FROM files WHERE file_id = :fileId AND upload_state <> 'awaiting'`;
    return this.#database.get(sql, { fileId }) !== undefined;
  }

  /** What became known about a file; it is listed as just updated. */
  update(
    fileId: string,
    facts: Pick<StoredFile, 'type' | 'durationSeconds' | 'uploadState' | 'analysisState' | 'sources'>,
  ): void {
    this.#database.run(
      `UPDATE files SET type = :type, duration_seconds = :durationSeconds, upload_state = :uploadState,
         analysis_state = :analysisState, sources = :sources, updated_order = ${nextOrder}
       WHERE file_id = :fileId`,
      {
        fileId,
        type: facts.type,
        durationSeconds: facts.durationSeconds,
        uploadState: facts.uploadState,
        analysisState: facts.analysisState,
        sources: JSON.stringify(facts.sources),
      },
    );
  }

  /** New expiry times of links. That is not an update of the file: it keeps its place in lists. */
  renewLinks(fileId: string, sources: StoredSources): void {
    this.#database.run('UPDATE files SET sources = :sources WHERE file_id = :fileId', {
      fileId,
      sources: JSON.stringify(sources),
    });
  }

  /** Forgets what a project was made of, before it is made again. */
  removeProjectMedia(projectId: string): void {
    this.#database.run(`DELETE FROM files WHERE project_id = :projectId AND shelf = 'project'`, {
      projectId,
    });
  }

  /** Most recently updated first. */
  list(owner: Owner, shelves: readonly Shelf[], window: PageWindow): ListedRow<StoredFile>[] {
    const source = { database: this.#database, log: this.#log, schema: fileRow };
    const table = { name: 'files', columns, kindColumn: 'shelf' };
    return listByUpdate(source, table, { owner, kinds: shelves, window });
  }
}
