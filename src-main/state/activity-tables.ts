/** A table whose records appear in the activity list. */
interface ActivityTable {
  readonly name: string;
  readonly kind: string;
  /** SQL for the filter value `what` of the record `row`. */
  readonly what: (row: string) => string;
  /** SQL that is true for records with a row in the list. */
  readonly isShown: (row: string) => string;
}

const always = (): string => 'true';
const job = (): string => `'jobs'`;

const tables: readonly ActivityTable[] = [
  { name: 'generations', kind: 'generation', what: job, isShown: always },
  { name: 'deliveries', kind: 'delivery', what: job, isShown: always },
  {
    name: 'service_jobs',
    kind: 'job',
    what: job,
    // An interchange job is a step of a delivery, which has its own row.
    isShown: (row) => `json_extract(${row}.record, '$.kind') <> 'interchange'`,
  },
  {
    name: 'transfers',
    kind: 'transfer',
    what: (row) => `json_extract(${row}.record, '$.direction') || 's'`,
    isShown: always,
  },
];

const endedStatus = `CASE json_extract(record, '$.state') WHEN 'succeeded' THEN 'done' WHEN 'done' THEN 'done'
  WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'cancelled' ELSE 'open' END`;

/** Columns for listing the records of several tables together, filled for existing records. */
function activityColumns({ name }: ActivityTable): string {
  return `
    ALTER TABLE ${name} ADD COLUMN connection_id TEXT NOT NULL DEFAULT 'local';
    ALTER TABLE ${name} ADD COLUMN title TEXT NOT NULL DEFAULT '';
    ALTER TABLE ${name} ADD COLUMN status TEXT NOT NULL DEFAULT 'open';
    UPDATE ${name} SET
      title = coalesce(json_extract(record, '$.title'), json_extract(record, '$.projectTitle'), ''),
      status = ${endedStatus}
      WHERE json_valid(record);
    CREATE INDEX ${name}_of ON ${name} (connection_id, created_at);
    CREATE INDEX ${name}_unfinished_of ON ${name} (connection_id, created_at) WHERE is_finished = 0;`;
}

function copied({ name, kind, what, isShown }: ActivityTable, row: string, condition: string): string {
  return `
    INSERT INTO activity (kind, id, what, connection_id, title, status, is_open, created_at)
      SELECT '${kind}', ${row}.id, ${what(row)}, ${row}.connection_id, ${row}.title, ${row}.status,
        ${row}.status = 'open', ${row}.created_at
      ${row === name ? `FROM ${name}` : ''} WHERE ${isShown(row)} AND ${condition}
      ON CONFLICT (kind, id) DO UPDATE SET title = excluded.title, status = excluded.status,
        is_open = excluded.is_open;`;
}

/** Updates the list in the same transaction as a record. Rows that the user cleared stay cleared. */
function triggers(table: ActivityTable): string {
  const { name, kind } = table;
  const change = `OLD.status <> NEW.status OR OLD.title <> NEW.title`;
  return `
    CREATE TRIGGER ${name}_come AFTER INSERT ON ${name} BEGIN ${copied(table, 'NEW', 'true')} END;
    CREATE TRIGGER ${name}_change AFTER UPDATE ON ${name} WHEN ${change}
      BEGIN ${copied(table, 'NEW', 'true')} END;
    CREATE TRIGGER ${name}_go AFTER DELETE ON ${name}
      BEGIN DELETE FROM activity WHERE kind = '${kind}' AND id = OLD.id; END;`;
}

/** Creates the activity list: one narrow table, kept up to date by triggers and paged by its index. */
export const activitySteps = [
  `CREATE TABLE activity (
     seq INTEGER PRIMARY KEY,
     kind TEXT NOT NULL,
     id TEXT NOT NULL,
     what TEXT NOT NULL,
     connection_id TEXT NOT NULL,
     title TEXT NOT NULL,
     status TEXT NOT NULL,
     is_open INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     UNIQUE (kind, id)
   ) STRICT;
   CREATE INDEX activity_by_order ON activity (is_open DESC, created_at DESC, seq DESC);
   CREATE INDEX activity_by_status ON activity (status, created_at DESC, seq DESC);`,
  ...tables.map(activityColumns),
  ...tables.map((table) => copied(table, table.name, 'json_valid(record)')),
  ...tables.map(triggers),
].join('\n');

/** Marks the downloads of deliveries as parts of the delivery's row. */
export const activityPartsStep = `
  ALTER TABLE activity ADD COLUMN is_part INTEGER NOT NULL DEFAULT 0;
  UPDATE activity SET is_part = 1 WHERE kind = 'transfer'
    AND id IN (SELECT id FROM transfers WHERE group_id GLOB 'delivery:*');
  CREATE TRIGGER activity_part AFTER INSERT ON activity WHEN NEW.kind = 'transfer'
    AND EXISTS (SELECT 1 FROM transfers WHERE id = NEW.id AND group_id GLOB 'delivery:*')
    BEGIN UPDATE activity SET is_part = 1 WHERE seq = NEW.seq; END;`;
