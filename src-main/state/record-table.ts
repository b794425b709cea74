import type { SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import { activityStatusOf } from '../../src-shared/contract/activity.ts';
import type { Log } from '../platform.ts';
import { parseJson } from './parse-json.ts';
import { withStoreErrors } from './sqlite-errors.ts';
import type { StateStore } from './state-store.ts';

export interface RecordTableDeps {
  readonly state: StateStore;
  readonly log: Log;
}

type TableName =
  | 'connections'
  | 'generations'
  | 'deliveries'
  | 'service_jobs'
  | 'transfers'
  | 'file_grants'
  | 'materials'
  | 'project_cuts'
  | 'project_cut_texts'
  | 'your_cuts'
  | 'takes'
  | 'returns'
  | 'return_details';

/** Columns that the activity list sorts, filters and searches by. */
interface ActivityColumns {
  readonly connectionId: string;
  readonly title: string;
  readonly state: string;
}

interface Columns {
  readonly id: string;
  /** Second key for lists besides age; null for none. */
  readonly groupId?: string | null;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /** Default true: records without an end never count as unfinished. */
  readonly isFinished?: boolean;
  /** Only for records that are rows of the activity list. */
  readonly activity?: ActivityColumns;
}

export interface RecordTableOptions<Schema extends z.ZodType> {
  readonly table: TableName;
  readonly schema: Schema;
  readonly columnsOf: (record: z.output<Schema>) => Columns;
}

/** Stores records of one kind, each on the disk when `put` returns. Skips and logs unreadable records. */
export class RecordTable<Schema extends z.ZodType> {
  readonly #deps: RecordTableDeps;
  readonly #options: RecordTableOptions<Schema>;

  constructor(deps: RecordTableDeps, options: RecordTableOptions<Schema>) {
    this.#deps = deps;
    this.#options = options;
  }

  /**
   * Adds or replaces a record.
   * @throws AppError `disk_full`, `state_unreadable`; the previous record stays. ZodError for a record that could not
   * be read back.
   */
  put(record: z.output<Schema>): void {
    this.#options.schema.parse(record);
    const { id, groupId = null, createdAt, isFinished = true, activity } = this.#options.columnsOf(record);
    const columns: Record<string, SQLInputValue> = {
      id,
      group_id: groupId,
      created_at: createdAt,
      is_finished: isFinished ? 1 : 0,
      record: JSON.stringify(record),
      ...(activity && {
        connection_id: activity.connectionId,
        title: activity.title,
        status: activityStatusOf(activity.state),
      }),
    };
    const names = Object.keys(columns);
    const replaced = names.filter((name) => name !== 'id' && name !== 'created_at');
    this.#write(
      `INSERT INTO ${this.#options.table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${replaced.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      Object.values(columns),
    );
  }

  get(id: string): z.output<Schema> | null {
    return this.#read('WHERE id = ?', [id])[0] ?? null;
  }

  /** Returns the records that exist among `ids`, in any order, with one query. */
  getMany(ids: readonly string[]): z.output<Schema>[] {
    if (ids.length === 0) return [];
    return this.#read('WHERE id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)]);
  }

  /** Lists records, newest first; of one group or of all. */
  list(limit: number, groupId: string | null = null): z.output<Schema>[] {
    const order = 'ORDER BY created_at DESC, rowid DESC LIMIT ?';
    return groupId === null
      ? this.#read(order, [limit])
      : this.#read(`WHERE group_id = ? ${order}`, [groupId, limit]);
  }

  /** Lists records of one connection, newest first. Only for tables with activity columns. */
  listOf(connectionId: string, limit: number): z.output<Schema>[] {
    return this.#read('WHERE connection_id = ? ORDER BY created_at DESC, rowid DESC LIMIT ?', [
      connectionId,
      limit,
    ]);
  }

  /** Lists unfinished records, oldest first: the order in which they began. */
  listUnfinished(): z.output<Schema>[] {
    return this.#read('WHERE is_finished = 0 ORDER BY created_at, rowid', []);
  }

  /** Lists unfinished records of one connection, oldest first. Only for tables with activity columns. */
  listUnfinishedOf(connectionId: string): z.output<Schema>[] {
    return this.#read('WHERE is_finished = 0 AND connection_id = ? ORDER BY created_at, rowid', [
      connectionId,
    ]);
  }

  delete(id: string): void {
    this.#write(`DELETE FROM ${this.#options.table} WHERE id = ?`, [id]);
  }

  /** @param condition SQL from `WHERE` on, with `?` for the values. */
  protected readWhere(condition: string, values: SQLInputValue[]): z.output<Schema>[] {
    return this.#read(condition, values);
  }

  #write(sql: string, values: SQLInputValue[]): void {
    const { state } = this.#deps;
    withStoreErrors(state.path, () => state.database.prepare(sql).run(...values));
  }

  #read(condition: string, values: SQLInputValue[]): z.output<Schema>[] {
    const { table, schema } = this.#options;
    const { state } = this.#deps;
    const rows = withStoreErrors(state.path, () =>
      state.database.prepare(`SELECT id, record FROM ${table} ${condition}`).all(...values),
    );
    return rows.flatMap((row) => {
      const parsed = schema.safeParse(parseJson(row['record']));
      if (parsed.success) return [parsed.data];
      this.#deps.log.warn('A stored record cannot be read.', { table, id: row['id'] });
      return [];
    });
  }
}
