import { z } from 'zod';
import {
  awaitsCut,
  returnChoicesSchema,
  returnDetailSchema,
  returnSchema,
} from '../../src-shared/contract/return.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';
import { inTransaction, withStoreErrors } from './sqlite-errors.ts';

/** An update: the delivery with the project's cut, and the user's choices. */
const updatingSchema = z.object({ deliveryId: z.string(), choices: returnChoicesSchema });

/** A return as stored. */
const returnRecordSchema = returnSchema.extend({
  uploadId: z.string().nullable().default(null),
  isPractice: z.boolean().default(false),
  /** Key of the sequence that the user chose in a document of several; null without a choice. */
  sequence: z.string().nullable().default(null),
  /** Folder of its version. */
  versionFolder: z.string(),
  /** Path in that folder, with `/` between segments; an absolute path where the file is elsewhere. */
  relativePath: z.string(),
  /** Names of the captions beside the file that were read with it. */
  captions: z.array(z.string()).default([]),
  /** Sum of their times: the latest change of all files hides that of older captions. */
  captionsAtMs: z.number().default(0),
  /** Identifies the described content; null until the file was read. */
  fingerprint: z.string().nullable(),
  /** Size of the file at the last scan. */
  sizeBytes: z.number().int().nonnegative(),
  modifiedAtMs: z.number(),
  /** Id of the delivery that the return is being kept as; null otherwise. */
  keepingAs: z.string().nullable(),
  /** True to copy media from outside the version into the one that it is being kept as. */
  collects: z.boolean().default(false),
  /** Update to apply before it is kept; null to keep it as returned. */
  updating: updatingSchema.nullable().default(null),
  /** Last update kept as a version; null where none was made from the present content. */
  lastUpdate: updatingSchema.nullable().default(null),
});
export type ReturnRecord = z.infer<typeof returnRecordSchema>;

/** Parts that are read only for one return at a time. */
const returnPartsSchema = returnDetailSchema.pick({
  returnId: true,
  edits: true,
  staying: true,
  mediaOutside: true,
  strips: true,
});
export type ReturnParts = Omit<z.infer<typeof returnPartsSchema>, 'returnId'>;

export interface ReturnFilter {
  /** Null for all projects. */
  readonly projectId: string | null;
  readonly withDismissed: boolean;
}

const condition = `(?1 IS NULL OR group_id = ?1) AND (?2 = 1 OR json_extract(record, '$.state') <> 'dismissed')`;

const fact = (name: string): string => `CASE WHEN json_valid(record) THEN record ->> '$.${name}' END`;

/** Stores all returns ever found. */
export class ReturnRepository extends RecordTable<typeof returnRecordSchema> {
  readonly #deps: RecordTableDeps;
  readonly #parts: RecordTable<typeof returnPartsSchema>;
  #revision = 0;

  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'returns',
      schema: returnRecordSchema,
      columnsOf: (record) => ({
        id: record.returnId,
        groupId: record.projectId,
        createdAt: record.returnedAt,
        isFinished:
          record.state !== 'settling' &&
          record.keepingAs === null &&
          !awaitsCut(record) &&
          (record.uploadId === null || record.state === 'uploaded'),
      }),
    });
    this.#deps = deps;
    this.#parts = new RecordTable(deps, {
      table: 'return_details',
      schema: returnPartsSchema,
      columnsOf: ({ returnId }) => ({ id: returnId, createdAt: 0 }),
    });
  }

  /** Changes with any write to a return; while it is equal, all records are unchanged. */
  get revision(): number {
    return this.#revision;
  }

  override put(record: ReturnRecord): void {
    super.put(record);
    this.#revision += 1;
  }

  /** Adds the returns that are not stored yet in one transaction. @returns those. @throws AppError as `put`. */
  addAll(records: readonly ReturnRecord[]): ReturnRecord[] {
    const added: ReturnRecord[] = [];
    inTransaction(this.#deps.state, () => {
      for (const record of records)
        if (this.get(record.returnId) === null) {
          this.put(record);
          added.push(record);
        }
    });
    return added;
  }

  /** Adds or replaces a return with its edits and strips in one transaction. @throws AppError as `put`. */
  putWhole(record: ReturnRecord, parts: ReturnParts): void {
    inTransaction(this.#deps.state, () => {
      this.put(record);
      this.#parts.put({ returnId: record.returnId, ...parts });
    });
  }

  /** Returns edits and strips; empty for a return that is not described. */
  partsOf(returnId: string): ReturnParts {
    return this.#parts.get(returnId) ?? { edits: [], staying: [], strips: null };
  }

  override delete(returnId: string): void {
    inTransaction(this.#deps.state, () => {
      super.delete(returnId);
      this.#parts.delete(returnId);
    });
    this.#revision += 1;
  }

  /** Returns one page, newest first. */
  page({ projectId, withDismissed }: ReturnFilter, offset: number, limit: number): ReturnRecord[] {
    const order = `ORDER BY json_extract(record, '$.returnedAt') DESC, rowid DESC LIMIT ?3 OFFSET ?4`;
    return this.readWhere(`WHERE ${condition} ${order}`, [projectId, Number(withDismissed), limit, offset]);
  }

  /** Counts returns. `open` counts those described or failed and not decided on. */
  counts({ projectId, withDismissed }: ReturnFilter): Record<'total' | 'open' | 'dismissed', number> {
    const { state } = this.#deps;
    const row = withStoreErrors(state.path, () =>
      state.database
        .prepare(
          `SELECT count(*) AS total, total(json_extract(record, '$.state') IN ('described', 'failed')) AS open,
                  total(json_extract(record, '$.state') = 'dismissed') AS dismissed
             FROM returns WHERE ${condition}`,
        )
        .get(projectId, Number(withDismissed)),
    );
    const counted = (name: string): number => Number(row?.[name] ?? 0);
    return { total: counted('total'), open: counted('open'), dismissed: counted('dismissed') };
  }

  /** Lists movies without a decision, newest first. */
  listOpenMovies(limit: number): ReturnRecord[] {
    const where = `WHERE ${fact('kind')} = 'movie' AND ${fact('state')} = 'described'`;
    return this.readWhere(`${where} ORDER BY ${fact('returnedAt')} DESC LIMIT ?`, [limit]);
  }

  /** Lists returns whose files are outside their versions' folders. */
  listElsewhere(): ReturnRecord[] {
    return this.readWhere(`WHERE ${fact('relativePath')} = ${fact('path')}`, []);
  }

  /** Lists the returns of one version, by its delivery. */
  listOfDelivery(deliveryId: string): ReturnRecord[] {
    return this.readWhere(`WHERE ${fact('deliveryId')} = ?`, [deliveryId]);
  }

  /** Lists the returns of one version whose fingerprint contains that of a document or of captions. */
  listContaining(deliveryId: string, fingerprint: string): ReturnRecord[] {
    const where = `WHERE ${fact('deliveryId')} = ? AND instr(${fact('fingerprint')}, ?) > 0`;
    return this.readWhere(where, [deliveryId, fingerprint]);
  }
}
