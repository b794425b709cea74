import type { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { readRow } from './rows.ts';

/** A row of a list with its position. A damaged record is null, but keeps its position. */
export interface ListedRow<Item> {
  readonly order: number;
  readonly record: Item | null;
}

/** A page's window: at most `count` rows older than `before`. */
export interface PageWindow {
  /** Null for the first page. */
  readonly before: number | null;
  readonly count: number;
}

/** Returns the window's bound; for the first page, one larger than any order. */
export function upperBound(window: PageWindow): number {
  return window.before ?? Number.MAX_SAFE_INTEGER;
}

/** Reads database rows, keeping the positions of damaged ones. */
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

/** The owner of a list's records: a whole team, or one of its users. */
export interface Owner {
  readonly teamId: string;
  readonly userId: string | null;
}

/**
 * Returns records of several kinds as one list, most recently updated first. Each kind has its own index, so a page
 * costs the same however long the list is.
 * @param table needs the columns `team_id`, `user_id`, `updated_order`, and an index per owner, kind and order.
 */
export function listByUpdate<Schema extends z.ZodType>(
  source: { readonly database: ServiceDatabase; readonly log: ServiceLog; readonly schema: Schema },
  table: {
    readonly name: string;
    readonly columns: string;
    readonly kindColumn: string;
    /** Condition for listed rows, as in the indexes; absent if all rows are listed. */
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
