/** A table whose records appear in the activity list. */
interface ActivityTable {
  readonly name: string;
  readonly kind: string;
  /** SQL for the filter value `what` of the new record; records of jobs by default. */
  readonly what?: string;
  /** SQL that is true for a new record with a row in the list; all by default. */
  readonly isShown?: string;
  /** SQL that is true for a new record that is part of another row; none by default. */
  readonly isPart?: string;
}

export const activityTables: readonly ActivityTable[] = [
  { name: 'generations', kind: 'generation' },
  { name: 'deliveries', kind: 'delivery' },
  // An interchange job is a step of a delivery, which has its own row.
  { name: 'service_jobs', kind: 'job', isShown: `json_extract(NEW.record, '$.kind') <> 'interchange'` },
  {
    name: 'transfers',
    kind: 'transfer',
    what: `json_extract(NEW.record, '$.direction') || 's'`,
    isPart: `coalesce(NEW.group_id GLOB 'delivery:*', 0)`,
  },
];

/** Columns for listing the records of several tables together. */
export const activityColumns = `
  connection_id TEXT NOT NULL DEFAULT 'local',
  title TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL DEFAULT 'open',`;

function indexes({ name }: ActivityTable): string {
  return `
    CREATE INDEX ${name}_of ON ${name} (connection_id, created_at);
    CREATE INDEX ${name}_unfinished_of ON ${name} (connection_id, created_at) WHERE is_finished = 0;`;
}

/** Updates the list in the same transaction as a record. Rows that the user cleared stay cleared. */
function triggers({
  name,
  kind,
  what = `'jobs'`,
  isShown = 'true',
  isPart = 'false',
}: ActivityTable): string {
  const put = `
    INSERT INTO activity (kind, id, what, connection_id, title, status, is_open, created_at, is_part)
      SELECT '${kind}', NEW.id, ${what}, NEW.connection_id, NEW.title, NEW.status, NEW.status = 'open',
        NEW.created_at, ${isPart} WHERE ${isShown}
      ON CONFLICT (kind, id) DO UPDATE SET title = excluded.title, status = excluded.status,
        is_open = excluded.is_open;`;
  return `
    CREATE TRIGGER ${name}_come AFTER INSERT ON ${name} BEGIN ${put} END;
    CREATE TRIGGER ${name}_change AFTER UPDATE ON ${name}
      WHEN OLD.status <> NEW.status OR OLD.title <> NEW.title BEGIN ${put} END;
    CREATE TRIGGER ${name}_go AFTER DELETE ON ${name}
      BEGIN DELETE FROM activity WHERE kind = '${kind}' AND id = OLD.id; END;`;
}

/** The activity list: one narrow table, kept up to date by triggers and paged by its index. */
export const activitySchema = [
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
     is_part INTEGER NOT NULL,
     UNIQUE (kind, id)
   ) STRICT;
   CREATE INDEX activity_by_order ON activity (is_open DESC, created_at DESC, seq DESC);
   CREATE INDEX activity_by_status ON activity (status, created_at DESC, seq DESC);`,
  ...activityTables.map(indexes),
  ...activityTables.map(triggers),
].join('\n');
