import { z } from 'zod';
import { type Clock, unixSeconds } from '../../clock.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { FileSearchIndex, type FoundFile } from '../search/file-search-index.ts';
import { listByUpdate, type ListedRow, type Owner, type PageWindow } from './newest-first.ts';
import { readRow, readRows } from './rows.ts';
import { fileRow, type Shelf, type StoredFile, type StoredSources } from './stored-file.ts';

const columns = `file_id, team_id, user_id, project_id, shelf, scope, type, display_name, description, is_hidden,
  is_archived, duration_seconds, transcript, upload_state, upload_expires_at, analysis_state, sources,
  is_public_preview_enabled, public_playback_id, source_tool_type, source_tool_execution_id`;
const nextOrder = '(SELECT coalesce(max(updated_order), 0) + 1 FROM files)';

/** Queries for references to a file, cheapest first: most references are in the file's own project. */
const references = [
  `SELECT 1 FROM files JOIN projects USING (project_id)
   WHERE file_id = :fileId AND instr(projects.content, :fileId) > 0`,
  'SELECT 1 FROM entity_references WHERE file_id = :fileId',
  `SELECT 1 FROM jobs WHERE status IN ('pending', 'running') AND instr(state, :fileId) > 0`,
  'SELECT 1 FROM projects WHERE instr(content, :fileId) > 0',
];

/** Fields of a file that may change after its record was made. */
export type FileFacts = Pick<
  StoredFile,
  'type' | 'durationSeconds' | 'uploadState' | 'analysisState' | 'sources'
> &
  Partial<Pick<StoredFile, 'description' | 'scope'>> & {
    /** Searchable words in the file that its record does not show. */
    readonly searchText?: string;
  };

/** Whether searches find a file: only analysed, permanent, standalone files that are not archived. */
function isSearchable(file: StoredFile): boolean {
  return (
    file.analysisState === 'FULFILLED' &&
    file.shelf === 'standalone' &&
    file.scope !== 'TEMPORARY' &&
    !file.isArchived
  );
}

function columnValues(file: StoredFile) {
  return {
    fileId: file.fileId,
    teamId: file.teamId,
    userId: file.userId,
    projectId: file.projectId,
    shelf: file.shelf,
    scope: file.scope,
    type: file.type,
    displayName: file.displayName,
    description: file.description,
    isHidden: file.isHidden ? 1 : 0,
    isArchived: file.isArchived ? 1 : 0,
    durationSeconds: file.durationSeconds,
    transcript: file.transcript === null ? null : JSON.stringify(file.transcript),
    uploadState: file.uploadState,
    uploadExpiresAt: file.uploadExpiresAt,
    analysisState: file.analysisState,
    sources: JSON.stringify(file.sources),
    isPublicPreviewEnabled: file.isPublicPreviewEnabled ? 1 : 0,
    publicPlaybackId: file.publicPlaybackId,
    sourceToolType: file.sourceToolType,
    sourceToolExecutionId: file.sourceToolExecutionId,
  };
}

/** File records and their search index. The file store holds the bytes. */
export class FileRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;
  readonly #clock: Clock;
  readonly #searchIndex: FileSearchIndex;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog; clock: Clock }) {
    this.#database = deps.database;
    this.#log = deps.log;
    this.#clock = deps.clock;
    this.#searchIndex = new FileSearchIndex(deps);
  }

  insert(file: StoredFile): void {
    this.#database.transaction(() => {
      this.#database.run(
        `INSERT INTO files (${columns}, created_at, updated_order)
         VALUES (:fileId, :teamId, :userId, :projectId, :shelf, :scope, :type, :displayName, :description,
           :isHidden, :isArchived, :durationSeconds, :transcript, :uploadState, :uploadExpiresAt,
           :analysisState, :sources, :isPublicPreviewEnabled, :publicPlaybackId, :sourceToolType,
           :sourceToolExecutionId, :createdAt, ${nextOrder})`,
        { ...columnValues(file), createdAt: unixSeconds(this.#clock) },
      );
      this.#index(file, '');
    });
  }

  #index(file: StoredFile, searchText: string): void {
    if (isSearchable(file)) this.#searchIndex.put(file, searchText);
    else this.#searchIndex.remove(file.fileId);
  }

  find(fileId: string): StoredFile | null {
    const row = this.#database.get(`SELECT ${columns} FROM files WHERE file_id = :fileId`, { fileId });
    return readRow(fileRow, row, this.#log);
  }

  /** Null also if the public preview is switched off. */
  findPublic(publicPlaybackId: string): StoredFile | null {
    const sql = `SELECT ${columns} FROM files
      WHERE public_playback_id = :publicPlaybackId AND is_public_preview_enabled = 1`;
    return readRow(fileRow, this.#database.get(sql, { publicPlaybackId }), this.#log);
  }

  /** Whether bytes stored under the id belong to a record; true also for a record too damaged to read. */
  ownsBytes(fileId: string): boolean {
    const sql = `SELECT 1 FROM files WHERE file_id = :fileId AND upload_state <> 'awaiting'`;
    return this.#database.get(sql, { fileId }) !== undefined;
  }

  /** Updates a file's facts and lists it as just updated. Omitted optional fields stay as they were. */
  update(fileId: string, { searchText, ...facts }: FileFacts): void {
    this.#database.transaction(() => {
      const stored = this.find(fileId);
      if (!stored) return;
      const file: StoredFile = {
        ...stored,
        type: facts.type,
        durationSeconds: facts.durationSeconds,
        uploadState: facts.uploadState,
        analysisState: facts.analysisState,
        sources: facts.sources,
        scope: facts.scope ?? stored.scope,
        description: facts.description ?? stored.description,
      };
      this.#write(file);
      const isIndexStale = searchText !== undefined || isSearchable(file) !== isSearchable(stored);
      if (isIndexStale) this.#index(file, searchText ?? '');
    });
  }

  #write(file: StoredFile): void {
    const { type, scope, description, durationSeconds, uploadState, analysisState } = file;
    const sources = JSON.stringify(file.sources);
    this.#database.run(
      `UPDATE files SET type = :type, scope = :scope, description = :description,
         duration_seconds = :durationSeconds, upload_state = :uploadState, analysis_state = :analysisState,
         sources = :sources, updated_order = ${nextOrder}
       WHERE file_id = :fileId`,
      {
        fileId: file.fileId,
        type,
        scope,
        description,
        durationSeconds,
        uploadState,
        analysisState,
        sources,
      },
    );
  }

  /** Removes the words an upload came with, because the file turned out to have no sound. */
  dropTranscript(fileId: string): void {
    this.#database.run('UPDATE files SET transcript = NULL WHERE file_id = :fileId', { fileId });
  }

  /** Changes a file's purpose. It keeps its position in lists. */
  changeScope(fileId: string, scope: StoredFile['scope']): void {
    this.#database.transaction(() => {
      const file = this.find(fileId);
      this.#database.run('UPDATE files SET scope = :scope WHERE file_id = :fileId', { fileId, scope });
      if (file && isSearchable(file) !== isSearchable({ ...file, scope }))
        this.#index({ ...file, scope }, '');
    });
  }

  /** Removes a file from lists and searches, permanently. */
  archive(fileId: string): void {
    this.#database.transaction(() => {
      const sql = 'UPDATE files SET is_archived = 1 WHERE file_id = :fileId';
      this.#database.run(sql, { fileId });
      this.#searchIndex.remove(fileId);
    });
  }

  /** Switches the public preview on or off. @param publicPlaybackId used if the file has none yet */
  setPublicPreview(fileId: string, isEnabled: boolean, publicPlaybackId: string | null): void {
    this.#database.run(
      `UPDATE files SET is_public_preview_enabled = :isEnabled,
         public_playback_id = coalesce(public_playback_id, :publicPlaybackId), updated_order = ${nextOrder}
       WHERE file_id = :fileId`,
      { fileId, isEnabled: isEnabled ? 1 : 0, publicPlaybackId },
    );
  }

  /** Stores new expiry times of links. The file keeps its position in lists. */
  renewLinks(fileId: string, sources: StoredSources): void {
    this.#database.run('UPDATE files SET sources = :sources WHERE file_id = :fileId', {
      fileId,
      sources: JSON.stringify(sources),
    });
  }

  /** Removes the media records of a project before it is made again. */
  removeProjectMedia(projectId: string): void {
    this.#database.run(`DELETE FROM files WHERE project_id = :projectId AND shelf = 'project'`, {
      projectId,
    });
  }

  /** Removes a file's record. Its bytes are orphans afterwards. */
  remove(fileId: string): void {
    this.#database.transaction(() => {
      this.#searchIndex.remove(fileId);
      this.#database.run('DELETE FROM files WHERE file_id = :fileId', { fileId });
    });
  }

  /**
   * Returns the ids of temporary files and of uploads whose bytes never came.
   * @param before Unix seconds; only files made earlier
   */
  listPassing(before: number): string[] {
    const sql = `SELECT file_id FROM files
      WHERE (scope = 'TEMPORARY' OR upload_state = 'awaiting') AND created_at < :before ORDER BY created_at`;
    const rows = this.#database.all(sql, { before });
    return readRows(z.object({ file_id: z.string() }), rows, this.#log).map((row) => row.file_id);
  }

  /** Returns the ids of uploads still pending whose address has expired at the given Unix time in seconds. */
  listOverdueUploads(now: number): string[] {
    const sql = `SELECT file_id FROM files WHERE upload_state = 'awaiting' AND upload_expires_at <= :now
      AND json_extract(sources, '$.download.status') = 'pending' ORDER BY upload_expires_at`;
    const rows = this.#database.all(sql, { now });
    return readRows(z.object({ file_id: z.string() }), rows, this.#log).map((row) => row.file_id);
  }

  /** Returns when the next pending upload's address expires; null if none is pending. */
  nextUploadExpiry(now: number): number | null {
    const sql = `SELECT min(upload_expires_at) AS at FROM files
      WHERE upload_state = 'awaiting' AND upload_expires_at > :now`;
    return (
      readRow(z.object({ at: z.number().nullable() }), this.#database.get(sql, { now }), this.#log)?.at ??
      null
    );
  }

  /** Whether a project, an entity or unfinished work refers to the file. */
  isReferredTo(fileId: string): boolean {
    return references.some((sql) => this.#database.get(sql, { fileId }) !== undefined);
  }

  /** Best first. */
  search(owner: Owner, query: string, count: number): FoundFile<StoredFile>[] {
    return this.#searchIndex.find(owner, query, count).flatMap(({ fileId, similarity }) => {
      const file = this.find(fileId);
      return file ? [{ similarity, file }] : [];
    });
  }

  /** Most recently updated first. */
  list(owner: Owner, shelves: readonly Shelf[], window: PageWindow): ListedRow<StoredFile>[] {
    const source = { database: this.#database, log: this.#log, schema: fileRow };
    const listed = `${columns}, updated_order`;
    const table = { name: 'files', columns: listed, kindColumn: 'shelf', condition: 'is_archived = 0' };
    return listByUpdate(source, table, { owner, kinds: shelves, window });
  }
}
