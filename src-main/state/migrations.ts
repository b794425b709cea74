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

/** Index for finding earlier uploads by SHA-256. */
const transfersByContent = `CREATE INDEX transfers_by_content ON transfers (json_extract(record, '$.sha256')) WHERE status = 'done';`;

/** Index for finding the returns in a version's folder; a record that is not JSON has no folder. */
const returnsByFolder = `CREATE INDEX returns_by_folder ON returns (
  CASE WHEN json_valid(record) THEN record ->> '$.versionFolder' END);`;

/** Index for finding the returns of a version by its delivery. */
const returnsByDelivery = `DROP INDEX IF EXISTS returns_by_folder;
CREATE INDEX returns_by_delivery ON returns (
  CASE WHEN json_valid(record) THEN record ->> '$.deliveryId' END);`;

/** SQL for the unfinished, readable records of a table. */
function openRecords(table: string): string {
  const record = 'CASE WHEN json_valid(record) THEN record END';
  return `(SELECT id, group_id, connection_id, ${record} AS record FROM ${table} WHERE is_finished = 0)`;
}

/** SQL that notes in an unfinished delivery its document's job whose start is not confirmed yet. */
function askedJob(field: 'interchangeJobId' | 'captionsJobId', format: string): string {
  return `
    UPDATE deliveries SET record = json_set(deliveries.record, '$.askedJobs',
        json_patch(coalesce(deliveries.record -> '$.askedJobs', '{}'), json_object('${field}', job.id)))
      FROM ${openRecords('deliveries')} AS known, ${openRecords('service_jobs')} AS job
      WHERE known.id = deliveries.id AND known.group_id = job.group_id
        AND known.connection_id = job.connection_id
        AND job.record ->> '$.kind' = 'interchange' AND job.record ->> '$.remoteId' IS NULL
        AND known.record ->> '$.${field}' IS NULL AND job.record ->> '$.body.format' = ${format}
        AND job.record ->> '$.body.mediaDelivery' = known.record ->> '$.mediaDelivery';`;
}

const askedJobs = [
  askedJob('interchangeJobId', `known.record ->> '$.format'`),
  askedJob('captionsJobId', `'SRT'`),
].join('\n');

/** Migration steps; the step at index n migrates the state from version n to n + 1. */
const steps: readonly string[] = [
  [
    ...['generations', 'deliveries', 'file_grants', 'materials', 'project_outlines'].map(recordTable),
    'CREATE TABLE settings (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;',
  ].join('\n'),
  [...['connections', 'service_jobs', 'transfers'].map(recordTable), activitySteps, transfersByContent].join(
    '\n',
  ),
  [activityPartsStep, askedJobs].join('\n'),
  ['returns', 'return_details'].map(recordTable).join('\n'),
  returnsByFolder,
  returnsByDelivery,
];

/** The state version that this app writes. */
export const stateVersion = steps.length;

/** Returns the version of a state; 0 for an empty one. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

/** Migrates an older state, one transaction per step. An interrupted step leaves the previous version. */
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
