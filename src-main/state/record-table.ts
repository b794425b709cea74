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
  | 'project_outlines'
  | 'returns'
  | 'return_details';

/** What the list of all activity sorts, filters and searches by. */
interface ActivityColumns {
  readonly connectionId: string;
  readonly title: string;
  readonly state: string;
}

interface Columns {
  readonly id: string;
  /** What records are listed by besides their age; by nothing without it. */
  readonly groupId?: string | null;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /** True by default: records of what has no end are never unfinished. */
  readonly isFinished?: boolean;
  /** Where the records are rows of the activity. */
  readonly activity?: ActivityColumns;
}

export interface RecordTableOptions<Schema extends z.ZodType> {
  readonly table: TableName;
  readonly schema: Schema;
  readonly columnsOf: (record: z.output<Schema>) => Columns;
}

/** Records of one kind, each on the disk when `put` returns. A record that cannot be read is left out and logged. */
export class RecordTable<Schema extends z.ZodType> {
  readonly #deps: RecordTableDeps;
  readonly #options: RecordTableOptions<Schema>;

  constructor(deps: RecordTableDeps, options: RecordTableOptions<Schema>) {
    this.#deps = deps;
    this.#options = options;
  }

  /**
   * Adds or replaces.
   * @throws AppError `disk_full`, `state_unreadable`; what was there before stays. ZodError for a record that could not be read again.
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

  /** Those there are of them, in any order, with one question. */
  getMany(ids: readonly string[]): z.output<Schema>[] {
    if (ids.length === 0) return [];
    return this.#read('WHERE id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)]);
  }

  /** Newest first; of one group or of all. */
  list(limit: number, groupId: string | null = null): z.output<Schema>[] {
    const order = 'ORDER BY created_at DESC, rowid DESC LIMIT ?';
    return groupId === null
      ? this.#read(order, [limit])
      : this.#read(`WHERE group_id = ? ${order}`, [groupId, limit]);
  }

  /** Newest first, of one connection. Only where the records are rows of the activity. */
  listOf(connectionId: string, limit: number): z.output<Schema>[] {
    return this.#read('WHERE connection_id = ? ORDER BY created_at DESC, rowid DESC LIMIT ?', [
      connectionId,
      limit,
    ]);
  }

  /** Oldest first: the order in which they were begun. */
  listUnfinished(): z.output<Schema>[] {
    return this.#read('WHERE is_finished = 0 ORDER BY created_at, rowid', []);
  }

  /** Oldest first, of one connection. Only where the records are rows of the activity. */
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
