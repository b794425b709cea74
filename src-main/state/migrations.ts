import type { DatabaseSync } from 'node:sqlite';
import { activityPartsStep, activitySteps } from './activity-tables.ts';

function recordTable(name: string): string {
  return `
    CREATE TABLE ${name} (
      id TEXT NOT NULL PRIMARY KEY,
      group_id TEXT,
      created_at INTEGER NOT NULL,
      is_finished INTEGER NOT NULL,
      record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX ${name}_by_age ON ${name} (created_at);
    CREATE INDEX ${name}_unfinished ON ${name} (is_finished) WHERE is_finished = 0;
    CREATE INDEX ${name}_by_group ON ${name} (group_id, created_at) WHERE group_id IS NOT NULL;`;
}

/** Finds what was sent before by its SHA-256. */
const transfersByContent = `CREATE INDEX transfers_by_content ON transfers (json_extract(record, '$.sha256')) WHERE status = 'done';`;

/** Each brings the state from the version before to the version of its place, counted from one. */
const steps: readonly string[] = [
  [
    ...['generations', 'deliveries', 'file_grants', 'materials', 'project_outlines'].map(recordTable),
    'CREATE TABLE settings (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;',
  ].join('\n'),
  [...['connections', 'service_jobs', 'transfers'].map(recordTable), activitySteps, transfersByContent].join(
    '\n',
  ),
  activityPartsStep,
];

/** The version of the state this app writes. */
export const stateVersion = steps.length;

/** The version a state was written with; 0 for an empty one. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

/** Brings an older state to a version, one transaction a step: an interrupted one leaves the version before. */
export function migrate(database: DatabaseSync, target = stateVersion): void {
  for (let version = versionOf(database); version < target; version += 1) {
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
