import type { SQLInputValue } from 'node:sqlite';
import type { ActivityFilter, ActivityItem, ActivityStatus } from '../../src-shared/contract/activity.ts';
import { storeErrorOf } from './sqlite-errors.ts';
import type { StateStore } from './state-store.ts';

/** Names one record of the activity. */
export interface ActivityKey {
  readonly kind: ActivityItem['kind'];
  readonly id: string;
}

export interface ActivityRow extends ActivityKey {
  readonly connectionId: string;
}

/** The list of all jobs and transfers, over the tables of their records. */
export class ActivityRepository {
  readonly #state: StateStore;

  constructor(deps: { state: StateStore }) {
    this.#state = deps.state;
  }

  /** Open ones first, then newest first. */
  list(filter: ActivityFilter, offset: number, limit: number): ActivityRow[] {
    const { condition, values } = conditionOf(filter);
    return this.#state.database
      .prepare(
        `SELECT kind, id, connection_id FROM activity WHERE ${condition}
         ORDER BY is_open DESC, created_at DESC, seq DESC LIMIT ? OFFSET ?`,
      )
      .all(...values, limit, offset)
      .map((row) => ({
        kind: String(row['kind']) as ActivityItem['kind'],
        id: String(row['id']),
        connectionId: String(row['connection_id']),
      }));
  }

  /** How many there are of each status, whatever status the filter asks for. */
  counts(filter: ActivityFilter): Record<ActivityStatus, number> {
    const { condition, values } = conditionOf({ ...filter, status: null });
    const rows = this.#state.database
      .prepare(`SELECT status, count(*) AS count FROM activity WHERE ${condition} GROUP BY status`)
      .all(...values);
    const counts: Record<string, number> = { open: 0, done: 0, failed: 0, cancelled: 0 };
    for (const row of rows) counts[String(row['status'])] = Number(row['count']);
    return counts as Record<ActivityStatus, number>;
  }

  /** The number of unfinished records of one connection. */
  countOpen(connectionId: string): number {
    const row = this.#state.database
      .prepare('SELECT count(*) AS count FROM activity WHERE is_open = 1 AND connection_id = ?')
      .get(connectionId);
    return Number(row?.['count'] ?? 0);
  }

  /** Takes ended ones off the list; their records stay. Returns how many there were. @throws AppError `disk_full`. */
  clear(filter: ActivityFilter): number {
    const { condition, values } = conditionOf(filter);
    try {
      const result = this.#state.database
        .prepare(`DELETE FROM activity WHERE is_open = 0 AND ${condition}`)
        .run(...values);
      return Number(result.changes);
    } catch (error) {
      throw storeErrorOf(error, this.#state.path);
    }
  }
}

function conditionOf(filter: ActivityFilter): { condition: string; values: SQLInputValue[] } {
  const parts: [sql: string, ...values: SQLInputValue[]][] = [];
  if (filter.what !== 'all') parts.push(['what = ?', filter.what]);
  if (filter.status !== null) parts.push(['status = ?', filter.status]);
  if (filter.connectionId !== null) parts.push(['connection_id = ?', filter.connectionId]);
  const words = filter.search.trim();
  if (words !== '') parts.push([`title LIKE ? ESCAPE '\\'`, `%${words.replaceAll(/[%_\\]/g, '\\$&')}%`]);
  return {
    condition: ['true', ...parts.map(([sql]) => sql)].join(' AND '),
    values: parts.flatMap(([, ...values]) => values),
  };
}
