import type { Owner } from './newest-first.ts';
import { allTermsQuery, anyTermQuery, indexedText } from './search-terms.ts';
import type { ServiceDatabase } from './service-database.ts';
import type { StoredFile } from './stored-file.ts';

/** A file that was looked for; 1 is the most alike. */
export interface FoundFile<File> {
  readonly similarity: number;
  readonly file: File;
}

interface Hit {
  readonly fileId: string;
  /** 0 to 1. */
  readonly similarity: number;
}

/** A word in a file's name says more than one in its description, and that more than one said in it. */
const columnWeights = '8, 4, 1';
/** Files with all words come before those with some; within both the rank decides. */
const minWithAll = 0.5;
const maxBodyCharacters = 400_000;

function readHit(row: unknown, toSimilarity: (rank: number) => number): Hit {
  const { file_id: fileId, rank } = row as { file_id: string; rank: number };
  return { fileId, similarity: toSimilarity(rank) };
}

/**
 * Ranks are negative, the better ones further from zero: some tens for rare words, but millionths for words that most
 * files have, as in a small collection. From 0 to 1 by their order of magnitude; never smaller for a better rank.
 */
function share(rank: number): number {
  const magnitude = Math.log10(Math.max(1e-8, -rank));
  return Math.min(1, (magnitude + 8) / 10);
}

/** The words that searches find files by. Belongs to the file records: changed in the same transactions. */
export class FileSearchIndex {
  readonly #database: ServiceDatabase;

  constructor(deps: { database: ServiceDatabase }) {
    this.#database = deps.database;
  }

  /** @param searchText words of the file that its record does not show */
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
   * Files with all the words of a text, the last of which may be cut short, and after them files with some.
   * @param query any text; it has no syntax. @returns best first, with similarities that never grow
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
