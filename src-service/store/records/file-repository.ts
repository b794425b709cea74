import { type Clock, unixSeconds } from '../../clock.ts';
import type { ServiceDatabase, SqlParameters } from '../database/service-database.ts';
import { FileSearchIndex, type FoundFile } from '../search/file-search-index.ts';
import type { ListedRow, Owner, PageWindow } from './newest-first.ts';
import { fileSchema, type Shelf, type StoredFile, type StoredSources } from './stored-file.ts';
import { Table, type TableDeps } from './table.ts';

const nextOrder = { updated_order: '(SELECT coalesce(max(updated_order), 0) + 1 FROM files)' };

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

/** File records and their search index. The file store holds the bytes. */
export class FileRepository {
  readonly #database: ServiceDatabase;
  readonly #table: Table<typeof fileSchema>;
  readonly #clock: Clock;
  readonly #searchIndex: FileSearchIndex;

  constructor(deps: TableDeps & { clock: Clock }) {
    this.#database = deps.database;
    this.#table = new Table(deps, { name: 'files', schema: fileSchema, order: 'updated_order' });
    this.#clock = deps.clock;
    this.#searchIndex = new FileSearchIndex(deps);
  }

  insert(file: StoredFile): void {
    this.#database.transaction(() => {
      this.#table.insert({ ...file, createdAt: unixSeconds(this.#clock) }, nextOrder);
      this.#index(file, '');
    });
  }

  #index(file: StoredFile, searchText: string): void {
    if (isSearchable(file)) this.#searchIndex.put(file, searchText);
    else this.#searchIndex.remove(file.fileId);
  }

  find(fileId: string): StoredFile | null {
    return this.#table.find('WHERE file_id = :fileId', { fileId });
  }

  /** Null also if the public preview is switched off. */
  findPublic(publicPlaybackId: string): StoredFile | null {
    const rest = 'WHERE public_playback_id = :publicPlaybackId AND is_public_preview_enabled = 1';
    return this.#table.find(rest, { publicPlaybackId });
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
      const { type, durationSeconds, uploadState, analysisState, sources } = facts;
      const { scope = stored.scope, description = stored.description } = facts;
      const changes = { type, durationSeconds, uploadState, analysisState, sources, scope, description };
      const file = { ...stored, ...changes };
      this.#table.update({ fileId }, changes, nextOrder);
      const isIndexStale = searchText !== undefined || isSearchable(file) !== isSearchable(stored);
      if (isIndexStale) this.#index(file, searchText ?? '');
    });
  }

  /** Removes the words an upload came with, because the file turned out to have no sound. */
  dropTranscript(fileId: string): void {
    this.#table.update({ fileId }, { transcript: null });
  }

  /** Changes a file's purpose. It keeps its position in lists. */
  changeScope(fileId: string, scope: StoredFile['scope']): void {
    this.#database.transaction(() => {
      const file = this.find(fileId);
      this.#table.update({ fileId }, { scope });
      if (file && isSearchable(file) !== isSearchable({ ...file, scope }))
        this.#index({ ...file, scope }, '');
    });
  }

  /** Removes a file from lists and searches, permanently. */
  archive(fileId: string): void {
    this.#database.transaction(() => {
      this.#table.update({ fileId }, { isArchived: true });
      this.#searchIndex.remove(fileId);
    });
  }

  /** Switches the public preview on or off. @param publicPlaybackId used if the file has none yet */
  setPublicPreview(fileId: string, isEnabled: boolean, publicPlaybackId: string | null): void {
    const stored = this.find(fileId)?.publicPlaybackId ?? publicPlaybackId;
    const values = { isPublicPreviewEnabled: isEnabled, publicPlaybackId: stored };
    this.#table.update({ fileId }, values, nextOrder);
  }

  /** Stores new expiry times of links. The file keeps its position in lists. */
  renewLinks(fileId: string, sources: StoredSources): void {
    this.#table.update({ fileId }, { sources });
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
    const condition = `(scope = 'TEMPORARY' OR upload_state = 'awaiting') AND created_at < :before`;
    return this.#idsOf(`${condition} ORDER BY created_at`, { before });
  }

  /** Returns the ids of uploads still pending whose address has expired at the given Unix time in seconds. */
  listOverdueUploads(now: number): string[] {
    const condition = `upload_state = 'awaiting' AND upload_expires_at <= :now
      AND json_extract(sources, '$.download.status') = 'pending'`;
    return this.#idsOf(`${condition} ORDER BY upload_expires_at`, { now });
  }

  /** Finds damaged records too. */
  #idsOf(rest: string, parameters: SqlParameters): string[] {
    const rows = this.#database.all(`SELECT file_id AS id FROM files WHERE ${rest}`, parameters);
    return rows.map((row) => (row as { id: string }).id);
  }

  /** Returns when the next pending upload's address expires; null if none is pending. */
  nextUploadExpiry(now: number): number | null {
    const sql = `SELECT min(upload_expires_at) AS at FROM files
      WHERE upload_state = 'awaiting' AND upload_expires_at > :now`;
    return (this.#database.get(sql, { now }) as { at: number | null }).at;
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
    return this.#table.pageOfKinds(owner, 'shelf = :kind AND is_archived = 0', shelves, window);
  }
}
