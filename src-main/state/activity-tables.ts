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

/** SQL for the project of a record; null for one that has none or cannot be read. */
function projectOf(record: string): string {
  return `CASE WHEN json_valid(${record}) THEN ${record} ->> '$.projectId' END`;
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
    INSERT INTO activity
        (kind, id, what, connection_id, title, status, is_open, created_at, is_part, project_id)
      SELECT '${kind}', NEW.id, ${what}, NEW.connection_id, NEW.title, NEW.status, NEW.status = 'open',
        NEW.created_at, ${isPart}, ${projectOf('NEW.record')} WHERE ${isShown}
      ON CONFLICT (kind, id) DO UPDATE SET title = excluded.title, status = excluded.status,
        is_open = excluded.is_open, project_id = excluded.project_id;`;
  return `
    DROP TRIGGER IF EXISTS ${name}_come;
    DROP TRIGGER IF EXISTS ${name}_change;
    DROP TRIGGER IF EXISTS ${name}_go;
    CREATE TRIGGER ${name}_come AFTER INSERT ON ${name} BEGIN ${put} END;
    CREATE TRIGGER ${name}_change AFTER UPDATE ON ${name}
      WHEN OLD.status <> NEW.status OR OLD.title <> NEW.title
        OR ${projectOf('OLD.record')} IS NOT ${projectOf('NEW.record')} BEGIN ${put} END;
    CREATE TRIGGER ${name}_go AFTER DELETE ON ${name}
      BEGIN DELETE FROM activity WHERE kind = '${kind}' AND id = OLD.id; END;`;
}

/** Puts the rows of the project of `row`, or that row alone, where its newest and open ones stand. */
function regroup(row: 'OLD' | 'NEW'): string {
  const isOfGroup = `seq = ${row}.seq OR project_id = ${row}.project_id`;
  return `
    UPDATE activity SET (group_open, group_at) =
        (SELECT max(is_open), max(created_at) FROM activity WHERE ${isOfGroup})
      WHERE ${isOfGroup};`;
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
].join('\n');

/** Order of the list: projects with open rows first, then those with the newest row; in each, open rows first. */
export const activityOrder =
  'group_open DESC, group_at DESC, project_id, is_open DESC, created_at DESC, seq DESC';

/** Groups the rows of a project, also those of a list that was not grouped. A row without a project stands alone. */
export const activityGroups = [
  `ALTER TABLE activity ADD COLUMN project_id TEXT;
   ALTER TABLE activity ADD COLUMN group_open INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE activity ADD COLUMN group_at INTEGER NOT NULL DEFAULT 0;
   DROP INDEX activity_by_order;
   DROP INDEX activity_by_status;
   CREATE INDEX activity_by_order ON activity (${activityOrder});
   CREATE INDEX activity_by_status ON activity (status, ${activityOrder});
   CREATE INDEX activity_by_project ON activity (project_id, is_open, created_at) WHERE project_id IS NOT NULL;`,
  ...activityTables.map(triggers),
  ...activityTables.map(
    ({ name, kind }) => `UPDATE activity SET project_id = ${projectOf('known.record')}
      FROM ${name} AS known WHERE activity.kind = '${kind}' AND known.id = activity.id;`,
  ),
  `UPDATE activity SET group_open = is_open, group_at = created_at;
   UPDATE activity SET group_open = known.is_open, group_at = known.created_at
     FROM (SELECT project_id, max(is_open) AS is_open, max(created_at) AS created_at FROM activity
       WHERE project_id IS NOT NULL GROUP BY project_id) AS known
     WHERE activity.project_id = known.project_id;
   CREATE TRIGGER activity_come AFTER INSERT ON activity BEGIN ${regroup('NEW')} END;
   CREATE TRIGGER activity_change AFTER UPDATE OF is_open, project_id ON activity
     BEGIN ${regroup('OLD')} ${regroup('NEW')} END;
   CREATE TRIGGER activity_go AFTER DELETE ON activity WHEN OLD.project_id IS NOT NULL
     BEGIN ${regroup('OLD')} END;`,
].join('\n');
