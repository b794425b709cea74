import type { ServiceDatabase } from '../database/service-database.ts';
import type { Owner } from '../records/newest-first.ts';
import type { StoredFile } from '../records/stored-file.ts';
import { allTermsQuery, anyTermQuery, indexedText } from './search-terms.ts';

/** A search hit; a similarity of 1 is the best. */
export interface FoundFile<File> {
  readonly similarity: number;
  readonly file: File;
}

interface Hit {
  readonly fileId: string;
  /** 0 to 1. */
  readonly similarity: number;
}

/** Words in a file's name weigh more than in its description, and those more than words in its content. */
const columnWeights = '8, 4, 1';
/** Lowest similarity of files with all words, which rank above those with only some. */
const minWithAll = 0.5;
const maxBodyCharacters = 400_000;

function readHit(row: unknown, toSimilarity: (rank: number) => number): Hit {
  const { file_id: fileId, rank } = row as { file_id: string; rank: number };
  return { fileId, similarity: toSimilarity(rank) };
}

/**
 * Scales a rank to a similarity from 0 to 1 by its order of magnitude; a better rank never scales lower. Ranks are
 * negative, and better ones are further from zero: tens for rare words, but millionths for words in most files, as in a
 * small collection.
 */
function share(rank: number): number {
  const magnitude = Math.log10(Math.max(1e-8, -rank));
  return Math.min(1, (magnitude + 8) / 10);
}

/** Full-text index of files. It changes in the same transactions as the file records. */
export class FileSearchIndex {
  readonly #database: ServiceDatabase;

  constructor(deps: { database: ServiceDatabase }) {
    this.#database = deps.database;
  }

  /** Indexes a file. @param searchText words of the file that its record does not show */
  put(file: StoredFile, searchText: string): void {
    this.remove(file.fileId);
    const { fileId } = file;
    const spoken = file.transcript?.words.map((word) => word.word).join(' ') ?? '';
    this.#database.run('INSERT INTO searchable_files (file_id) VALUES (:fileId)', { fileId });
    this.#database.run(
      `INSERT INTO file_search (rowid, display_name, description, body)
       SELECT search_id, :displayName, :description, :body FROM searchable_files WHERE file_id = :fileId`,
      {
        fileId,
        displayName: indexedText(file.displayName),
        description: indexedText(file.description ?? ''),
        body: indexedText(`${spoken}\n${searchText}`.slice(0, maxBodyCharacters)),
      },
    );
  }

  remove(fileId: string): void {
    const ownRow = 'SELECT search_id FROM searchable_files WHERE file_id = :fileId';
    this.#database.run(`DELETE FROM file_search WHERE rowid = (${ownRow})`, { fileId });
    this.#database.run('DELETE FROM searchable_files WHERE file_id = :fileId', { fileId });
  }

  /**
   * Finds files with all words of a text, then files with some. The last word may be incomplete.
   * @param query any text; it has no syntax.
   * @returns best first, by descending similarity
   */
  find(owner: Owner, query: string, count: number): Hit[] {
    const all = this.#match(owner, allTermsQuery(query), count, (rank) => {
      return minWithAll + (1 - minWithAll) * share(rank);
    });
    if (all.length === count) return all;
    const known = new Set(all.map((hit) => hit.fileId));
    const some = this.#match(owner, anyTermQuery(query), count + known.size, (rank) => {
      return minWithAll * share(rank);
    });
    return [...all, ...some.filter((hit) => !known.has(hit.fileId))].slice(0, count);
  }

  #match(owner: Owner, match: string | null, count: number, toSimilarity: (rank: number) => number): Hit[] {
    if (match === null) return [];
    const ofUser = owner.userId === null ? '' : 'AND user_id = :userId';
    const rows = this.#database.all(
      `SELECT file_id, bm25(file_search, ${columnWeights}) AS rank
       FROM file_search JOIN searchable_files ON search_id = file_search.rowid JOIN files USING (file_id)
       WHERE file_search MATCH :match AND team_id = :teamId ${ofUser}
       ORDER BY rank, search_id DESC LIMIT :count`,
      { match, count, teamId: owner.teamId, ...(owner.userId !== null && { userId: owner.userId }) },
    );
    return rows.map((row) => readHit(row, toSimilarity));
  }
}
