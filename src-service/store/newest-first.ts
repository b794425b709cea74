import type { z } from 'zod';
import type { ServiceLog } from '../service-log.ts';
import { readRow } from './rows.ts';
import type { ServiceDatabase } from './service-database.ts';

/** A row of a list with its place in it. The record is null when it is damaged: the place stays. */
export interface ListedRow<Item> {
  readonly order: number;
  readonly record: Item | null;
}

/** Where a page begins: at rows older than `before`, at most `count` of them. */
export interface PageWindow {
  /** Null for the first page. */
  readonly before: number | null;
  readonly count: number;
}

/** A bound larger than any order, for the first page. */
export function upperBound(window: PageWindow): number {
  return window.before ?? Number.MAX_SAFE_INTEGER;
}

/** Rows as they came from the database, read without losing the place of a damaged one. */
export function listRows<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
  orderColumn: string,
  log: ServiceLog,
): ListedRow<z.output<Schema>>[] {
  return rows.map((row) => {
    const columns: Record<string, unknown> = typeof row === 'object' && row !== null ? { ...row } : {};
    return { order: Number(columns[orderColumn]), record: readRow(schema, row, log) };
  });
}

/** Whose records a list shows: a team's, or only those of one of its users. */
export interface Owner {
  readonly teamId: string;
  readonly userId: string | null;
}

/**
 * Records of some kinds as one list, the one updated last first. Each kind is read by its own index, which keeps a
 * page's cost the same however long the list is.
 * @param table has the columns `team_id`, `user_id`, `updated_order`, and an index per owner, kind and order.
 */
export function listByUpdate<Schema extends z.ZodType>(
  source: { readonly database: ServiceDatabase; readonly log: ServiceLog; readonly schema: Schema },
  table: {
    readonly name: string;
    readonly columns: string;
    readonly kindColumn: string;
    /** Of the rows that are listed, as in the indexes; all of them without it. */
    readonly condition?: string;
  },
  list: { readonly owner: Owner; readonly kinds: readonly string[]; readonly window: PageWindow },
): ListedRow<z.output<Schema>>[] {
  const { owner, window } = list;
  const ownerColumn = owner.userId === null ? 'team_id' : 'user_id';
  const sql = `SELECT ${table.columns} FROM ${table.name}
    WHERE ${ownerColumn} = :owner AND ${table.kindColumn} = :kind AND updated_order < :before
      ${table.condition === undefined ? '' : `AND ${table.condition}`}
    ORDER BY updated_order DESC LIMIT :count`;
  const parameters = {
    owner: owner.userId ?? owner.teamId,
    before: upperBound(window),
    count: window.count,
  };
  return list.kinds
    .map((kind) => source.database.all(sql, { ...parameters, kind }))
    .flatMap((rows) => listRows(source.schema, rows, 'updated_order', source.log))
    .sort((left, right) => right.order - left.order)
    .slice(0, window.count);
}
