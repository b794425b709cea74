import { DatabaseSync } from 'node:sqlite';
import { migrate, stateVersion, versionOf } from './migrations.ts';

/** Columns with what they take, unique keys and triggers: what reading and writing rely on, a line each. */
const factsQuery = `
  SELECT concat_ws(' ', 'column', own.name, col.name, col.type, col."notnull", col.pk) AS fact
    FROM sqlite_schema AS own JOIN pragma_table_info(own.name) AS col WHERE own.type = 'table'
  UNION SELECT concat_ws(' ', 'unique', own.name, key.seqno, key.name)
    FROM sqlite_schema AS own JOIN pragma_index_list(own.name) AS idx JOIN pragma_index_info(idx.name) AS key
    WHERE own.type = 'table' AND idx."unique" = 1
  UNION SELECT concat_ws(' ', 'trigger', tbl_name, name) FROM sqlite_schema WHERE type = 'trigger'`;

/**
 * True where a state has what its version needs and nothing of later ones, so that it can be used or brought up to
 * date. An empty state is one without any table. Tables of others beside ours do no harm.
 */
export function hasSchemaOfItsVersion(database: DatabaseSync): boolean {
  const version = versionOf(database);
  const found = factsOf(database);
  if (version === 0) return found.size === 0;
  const needed = factsOfVersion(version);
  const ofLater = [...factsOfVersion(stateVersion)].filter((fact) => !needed.has(fact));
  return [...needed].every((fact) => found.has(fact)) && !ofLater.some((fact) => found.has(fact));
}

/** True where settings are kept as every version keeps them, whatever else there is. */
export function looksLikeState(database: DatabaseSync): boolean {
  const found = factsOf(database);
  const ofSettings = [...factsOfVersion(1)].filter((fact) => fact.split(' ')[1] === 'settings');
  return ofSettings.every((fact) => found.has(fact));
}

function factsOfVersion(version: number): Set<string> {
  const sample = new DatabaseSync(':memory:');
  try {
    migrate(sample, version);
    return factsOf(sample);
  } finally {
    sample.close();
  }
}

function factsOf(database: DatabaseSync): Set<string> {
  return new Set(
    database
      .prepare(factsQuery)
      .all()
      .map(({ fact }) => String(fact)),
  );
}
