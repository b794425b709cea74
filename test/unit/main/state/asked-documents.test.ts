import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrate } from '../../../../src-main/state/migrations.ts';

/** Returns a state of version 2 with an open delivery and an unconfirmed document request of the same project. */
function stateWithRequestOf(connectionId: string): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database, 2);
  const insert = (table: string, id: string, connection: string, record: object): void => {
    database
      .prepare(
        `INSERT INTO ${table} (id, group_id, created_at, is_finished, record, connection_id) VALUES (?, 'prj', 1, 0, ?, ?)`,
      )
      .run(id, JSON.stringify(record), connection);
  };
  const order = { format: 'OTIO', mediaDelivery: 'BUNDLE' };
  insert('deliveries', 'delivery', 'studio', { ...order, interchangeJobId: null });
  insert('service_jobs', 'job', connectionId, { kind: 'interchange', remoteId: null, body: order });
  return database;
}

test.each([
  ['studio', { interchangeJobId: 'job' }],
  ['other', null],
])(
  'an older delivery takes up the document its own connection asked for: asked on %s',
  (connectionId, asked) => {
    const database = stateWithRequestOf(connectionId);
    migrate(database);
    const row = database.prepare(`SELECT record -> '$.askedJobs' AS asked FROM deliveries`).get();
    database.close();
    expect(JSON.parse(String(row?.['asked'] ?? null))).toEqual(asked);
  },
);
