import { z } from 'zod';
import {
  awaitsCut,
  returnChoicesSchema,
  returnDetailSchema,
  returnSchema,
} from '../../src-shared/contract/return.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';
import { inTransaction, withStoreErrors } from './sqlite-errors.ts';

/** An update: the delivery with the project's cut, and what was chosen. */
const updatingSchema = z.object({ deliveryId: z.string(), choices: returnChoicesSchema });

/** A return as it is kept. */
const returnRecordSchema = returnSchema.extend({
  uploadId: z.string().nullable().default(null),
  isPractice: z.boolean().default(false),
  /** The folder of the version it belongs to. */
  versionFolder: z.string(),
  /** Inside that folder, `/` between segments; an absolute path where the file lies elsewhere. */
  relativePath: z.string(),
  /** Tells the content that is described from any other; null until the file was read. */
  fingerprint: z.string().nullable(),
  /** Of the file when it was last looked at. */
  sizeBytes: z.number().int().nonnegative(),
  modifiedAtMs: z.number(),
  /** Id of the delivery it is being kept as; null while it is not. */
  keepingAs: z.string().nullable(),
  /** What it is updated with before it is kept; null where it is kept as it came back. */
  updating: updatingSchema.nullable().default(null),
  /** The last update that was kept as a version; null where there is none of the present content. */
  lastUpdate: updatingSchema.nullable().default(null),
});
export type ReturnRecord = z.infer<typeof returnRecordSchema>;

/** What is read of one return at a time only. */
const returnPartsSchema = returnDetailSchema.pick({ returnId: true, edits: true, strips: true });
export type ReturnParts = Omit<z.infer<typeof returnPartsSchema>, 'returnId'>;

export interface ReturnFilter {
  /** Null: of all. */
  readonly projectId: string | null;
  readonly withDismissed: boolean;
}

const condition = `(?1 IS NULL OR group_id = ?1) AND (?2 = 1 OR json_extract(record, '$.state') <> 'dismissed')`;

const fact = (name: string): string => `CASE WHEN json_valid(record) THEN record ->> '$.${name}' END`;

/** Everything that ever came back. */
export class ReturnRepository extends RecordTable<typeof returnRecordSchema> {
  readonly #deps: RecordTableDeps;
  readonly #parts: RecordTable<typeof returnPartsSchema>;

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

  /** Adds or replaces a return with its edits and strips, both or neither. @throws AppError as `put`. */
  putWhole(record: ReturnRecord, parts: ReturnParts): void {
    inTransaction(this.#deps.state, () => {
      this.put(record);
      this.#parts.put({ returnId: record.returnId, ...parts });
    });
  }

  /** Nothing where it is not described. */
  partsOf(returnId: string): ReturnParts {
    return this.#parts.get(returnId) ?? { edits: [], strips: null };
  }

  override delete(returnId: string): void {
    inTransaction(this.#deps.state, () => {
      super.delete(returnId);
      this.#parts.delete(returnId);
    });
  }

  /** Newest first. */
  page({ projectId, withDismissed }: ReturnFilter, offset: number, limit: number): ReturnRecord[] {
    const order = `ORDER BY json_extract(record, '$.returnedAt') DESC, rowid DESC LIMIT ?3 OFFSET ?4`;
    return this.readWhere(`WHERE ${condition} ${order}`, [projectId, Number(withDismissed), limit, offset]);
  }

  /** `open`: described or failed, and not decided on. */
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

  /** Movies that wait for a decision, newest first. */
  listOpenMovies(limit: number): ReturnRecord[] {
    const where = `WHERE ${fact('kind')} = 'movie' AND ${fact('state')} = 'described'`;
    return this.readWhere(`${where} ORDER BY ${fact('returnedAt')} DESC LIMIT ?`, [limit]);
  }

  /** Those whose files lie outside their versions' folders. */
  listElsewhere(): ReturnRecord[] {
    return this.readWhere(`WHERE ${fact('relativePath')} = ${fact('path')}`, []);
  }

  /** Another after any write to the state: while it is the same, so are all records. */
  get revision(): number {
    const { state } = this.#deps;
    const row = withStoreErrors(state.path, () =>
      state.database.prepare('SELECT total_changes() AS changes').get(),
    );
    return Number(row?.['changes']);
  }

  /** Those of one version, by its delivery. */
  listOfDelivery(deliveryId: string): ReturnRecord[] {
    return this.readWhere(`WHERE ${fact('deliveryId')} = ?`, [deliveryId]);
  }

  /** Those of one version with the same content. */
  listSame(deliveryId: string, fingerprint: string): ReturnRecord[] {
    const where = `WHERE ${fact('deliveryId')} = ? AND ${fact('fingerprint')} = ?`;
    return this.readWhere(where, [deliveryId, fingerprint]);
  }
}
