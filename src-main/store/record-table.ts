import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import type { Log } from '../platform.ts';
import { parseJson } from './parse-json.ts';
import { storeErrorOf } from './sqlite-errors.ts';
import type { StateStore } from './state-store.ts';

export interface RecordTableDeps {
  readonly state: StateStore;
  readonly log: Log;
}

type TableName = 'generations' | 'deliveries' | 'file_grants' | 'materials' | 'project_outlines';

interface Columns {
  readonly id: string;
  /** What records are listed by besides their age. */
  readonly groupId: string | null;
  /** Unix time in seconds. */
  readonly createdAt: number;
  readonly isFinished: boolean;
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
   * @throws AppError `disk_full`; what was there before stays. ZodError for a record that could not be read again.
   */
  put(record: z.output<Schema>): void {
    this.#options.schema.parse(record);
    const { id, groupId, createdAt, isFinished } = this.#options.columnsOf(record);
    this.#write(
      `INSERT INTO ${this.#options.table} (id, group_id, created_at, is_finished, record) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET group_id = excluded.group_id, is_finished = excluded.is_finished,
       record = excluded.record`,
      [id, groupId, createdAt, isFinished ? 1 : 0, JSON.stringify(record)],
    );
  }

  get(id: string): z.output<Schema> | null {
    return this.#read('WHERE id = ?', [id])[0] ?? null;
  }

  /** Newest first; of one group or of all. */
  list(limit: number, groupId: string | null = null): z.output<Schema>[] {
    const order = 'ORDER BY created_at DESC, rowid DESC LIMIT ?';
    return groupId === null
      ? this.#read(order, [limit])
      : this.#read(`WHERE group_id = ? ${order}`, [groupId, limit]);
  }

  /** Oldest first: the order in which they were begun. */
  listUnfinished(): z.output<Schema>[] {
    return this.#read('WHERE is_finished = 0 ORDER BY created_at, rowid', []);
  }

  delete(id: string): void {
    this.#write(`DELETE FROM ${this.#options.table} WHERE id = ?`, [id]);
  }

  get #database(): DatabaseSync {
    return this.#deps.state.database;
  }

  #write(sql: string, values: SQLInputValue[]): void {
    try {
      this.#database.prepare(sql).run(...values);
    } catch (error) {
      throw storeErrorOf(error, this.#deps.state.path);
    }
  }

  #read(condition: string, values: SQLInputValue[]): z.output<Schema>[] {
    const { table, schema } = this.#options;
    const rows = this.#database.prepare(`SELECT id, record FROM ${table} ${condition}`).all(...values);
    return rows.flatMap((row) => {
      const parsed = schema.safeParse(parseJson(row['record']));
      if (parsed.success) return [parsed.data];
      this.#deps.log.warn('A stored record cannot be read.', { table, id: row['id'] });
      return [];
    });
  }
}
