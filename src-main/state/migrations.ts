import type { DatabaseSync } from 'node:sqlite';
import { activityColumns, activityGroups, activitySchema, activityTables } from './activity-tables.ts';

function recordTable(name: string): string {
  const isListed = activityTables.some((table) => table.name === name);
  return `
    CREATE TABLE ${name} (
      id TEXT NOT NULL PRIMARY KEY,
      group_id TEXT,
      created_at INTEGER NOT NULL,
      is_finished INTEGER NOT NULL,${isListed ? activityColumns : ''}
      record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX ${name}_by_age ON ${name} (created_at);
    CREATE INDEX ${name}_unfinished ON ${name} (is_finished) WHERE is_finished = 0;
    CREATE INDEX ${name}_by_group ON ${name} (group_id, created_at) WHERE group_id IS NOT NULL;`;
}

const tables = [
  'connections',
  'file_grants',
  'materials',
  'project_cuts',
  'project_cut_texts',
  'returns',
  'return_details',
  'takes',
  'your_cuts',
];

/** Migration steps; the step at index n migrates the state from version n to n + 1. */
const steps: readonly string[] = [
  [
    'CREATE TABLE settings (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;',
    ...[...tables, ...activityTables.map(({ name }) => name)].map(recordTable),
    activitySchema,
    // Finds earlier uploads by SHA-256.
    `CREATE INDEX transfers_by_content ON transfers (json_extract(record, '$.sha256')) WHERE status = 'done';`,
    // Finds the returns of a version by its delivery.
    `CREATE INDEX returns_by_delivery ON returns (
       CASE WHEN json_valid(record) THEN record ->> '$.deliveryId' END);`,
  ].join('\n'),
  activityGroups,
];

/** The state version that this app writes. */
export const stateVersion = steps.length;

/** Returns the version of a state; 0 for an empty one. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

/** Migrates an older state, one transaction per step. An interrupted step leaves the previous version. */
export function migrate(database: DatabaseSync): void {
  for (let version = versionOf(database); version < stateVersion; version += 1) {
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(steps[version] ?? '');
      database.exec(`PRAGMA user_version = ${String(version + 1)}`);
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }
}
