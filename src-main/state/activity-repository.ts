import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { ActivityFilter, ActivityItem, ActivityStatus } from '../../src-shared/contract/activity.ts';
import { foldName } from '../../src-timeline/model/fold-name.ts';
import { activityOrder, activityTables } from './activity-tables.ts';
import { inTransaction, withStoreErrors } from './sqlite-errors.ts';
import type { StateStore } from './state-store.ts';

/** Key of one record in the activity list. */
export interface ActivityKey {
  readonly kind: ActivityItem['kind'];
  readonly id: string;
}

export interface ActivityRow extends ActivityKey {
  readonly connectionId: string;
}

/** The list of all jobs and transfers, across the tables of their records. */
export class ActivityRepository {
  readonly #state: StateStore;

  constructor(deps: { state: StateStore }) {
    this.#state = deps.state;
  }

  /** Lists the records of a project together: projects with open ones first, then those with the newest. */
  list(filter: ActivityFilter, offset: number, limit: number): ActivityRow[] {
    const { condition, values } = conditionOf(filter);
    const sql = `SELECT kind, id, connection_id FROM activity WHERE ${condition}
      ORDER BY ${activityOrder} LIMIT ? OFFSET ?`;
    return this.#read(sql, [...values, limit, offset]).map((row) => ({
      kind: String(row['kind']) as ActivityItem['kind'],
      id: String(row['id']),
      connectionId: String(row['connection_id']),
    }));
  }

  /** False for a record whose row the user cleared. */
  isListed({ kind, id }: ActivityKey): boolean {
    return this.#read('SELECT 1 FROM activity WHERE kind = ? AND id = ?', [kind, id]).length > 0;
  }

  /** Counts the records of each status; ignores the status of the filter. */
  counts(filter: ActivityFilter): Record<ActivityStatus, number> {
    const { condition, values } = conditionOf({ ...filter, status: null });
    const sql = `SELECT status, count(*) AS count FROM activity WHERE ${condition} GROUP BY status`;
    const counts: Record<string, number> = { open: 0, done: 0, failed: 0, cancelled: 0 };
    for (const row of this.#read(sql, values)) counts[String(row['status'])] = Number(row['count']);
    return counts;
  }

  /** Counts the unfinished records of one connection. */
  countOpen(connectionId: string): number {
    const sql =
      'SELECT count(*) AS count FROM activity WHERE is_open = 1 AND is_part = 0 AND connection_id = ?';
    return Number(this.#read(sql, [connectionId])[0]?.['count'] ?? 0);
  }

  /** Lists the jobs and downloads of a delivery, in the order they began. */
  partsOf(deliveryId: string): ActivityKey[] {
    const sql = `
      SELECT 'job' AS kind, jobs.id, 0 AS step, jobs.created_at
        FROM deliveries JOIN service_jobs AS jobs ON jobs.group_id = deliveries.group_id
        WHERE deliveries.id = ?1 AND json_extract(jobs.record, '$.remoteId') IN
          (json_extract(deliveries.record, '$.interchangeJobId'), json_extract(deliveries.record, '$.captionsJobId'))
      UNION ALL SELECT 'transfer', id, 1, created_at FROM transfers
        WHERE group_id >= 'delivery:' || ?1 || ':' AND group_id < 'delivery:' || ?1 || ';'
      ORDER BY step, created_at, id`;
    return this.#read(sql, [deliveryId]).map((row) => ({
      kind: String(row['kind']) as ActivityItem['kind'],
      id: String(row['id']),
    }));
  }

  /**
   * Removes ended records from the list, together with the parts of deliveries, which are not counted. The records
   * stay, and `restore` can restore them until the state is closed.
   * @returns the number of removed records.
   * @throws AppError `disk_full`.
   */
  clear(filter: ActivityFilter, clearId: string): number {
    const { condition, values } = conditionOf(filter, { withParts: true });
    const { database } = this.#state;
    const cleared = `FROM activity WHERE is_open = 0 AND ${condition}`;
    let count = 0;
    inTransaction(this.#state, () => {
      database.exec(
        `CREATE TEMP TABLE IF NOT EXISTS cleared_activity AS SELECT '' AS clear_id, * FROM activity WHERE false`,
      );
      database.prepare(`INSERT INTO cleared_activity SELECT ?, * ${cleared}`).run(clearId, ...values);
      const counted = `SELECT count(*) AS count ${cleared} AND ${filter.what === 'all' ? 'is_part = 0' : 'true'}`;
      count = Number(database.prepare(counted).get(...values)?.['count'] ?? 0);
      database.prepare(`DELETE ${cleared}`).run(...values);
    });
    return count;
  }

  /**
   * Restores the rows that `clear` removed, ordered by age; skips those whose record is gone.
   * @returns false for an unknown `clearId`.
   * @throws AppError `disk_full`.
   */
  restore(clearId: string): boolean {
    const { database } = this.#state;
    const isKnown = database
      .prepare(`SELECT 1 FROM sqlite_temp_schema WHERE name = 'cleared_activity'`)
      .get();
    if (!isKnown) return false;
    const columns = 'kind, id, what, connection_id, title, status, is_open, created_at, is_part, project_id';
    let isRestored = false;
    inTransaction(this.#state, () => {
      database
        .prepare(
          `INSERT OR IGNORE INTO activity (${columns}) SELECT ${columns} FROM cleared_activity AS cleared
           WHERE clear_id = ? AND (${activityTables.map(hasRecord).join(' OR ')}) ORDER BY seq`,
        )
        .run(clearId);
      const { changes } = database.prepare('DELETE FROM cleared_activity WHERE clear_id = ?').run(clearId);
      isRestored = Number(changes) > 0;
    });
    return isRestored;
  }

  #read(sql: string, values: SQLInputValue[]): Record<string, SQLOutputValue>[] {
    const { path, database } = this.#state;
    return withStoreErrors(path, () => database.prepare(sql).all(...values));
  }
}

function hasRecord({ kind, name }: (typeof activityTables)[number]): string {
  return `(cleared.kind = '${kind}' AND EXISTS (SELECT 1 FROM ${name} WHERE ${name}.id = cleared.id))`;
}

function conditionOf(
  filter: ActivityFilter,
  { withParts }: { readonly withParts: boolean } = { withParts: false },
): { condition: string; values: SQLInputValue[] } {
  const parts: [sql: string, ...values: SQLInputValue[]][] = [];
  if (filter.what !== 'all') parts.push(['what = ?', filter.what]);
  else if (!withParts) parts.push(['is_part = 0']);
  if (filter.status !== null) parts.push(['status = ?', filter.status]);
  if (filter.connectionId !== null) parts.push(['connection_id = ?', filter.connectionId]);
  const words = filter.search.trim();
  if (words !== '') parts.push(['instr(folded(title), ?) > 0', foldName(words)]);
  return {
    condition: ['true', ...parts.map(([sql]) => sql)].join(' AND '),
    values: parts.flatMap(([, ...values]) => values),
  };
}
