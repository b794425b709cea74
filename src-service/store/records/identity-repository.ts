import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ServiceDatabase } from '../database/service-database.ts';

/** The owner of records. Only one person uses a local service, but every record names its owner. */
export interface Identity {
  readonly teamId: string;
  readonly userId: string;
}

const identityRow = z.object({ team_id: z.string(), user_id: z.string() });

/** Returns the identity of this data folder; creates it at first use. */
export function readIdentity(database: ServiceDatabase): Identity {
  return database.transaction(() => {
    const stored = identityRow.safeParse(database.get('SELECT team_id, user_id FROM identity'));
    if (stored.success) return { teamId: stored.data.team_id, userId: stored.data.user_id };
    const identity = { teamId: randomUUID(), userId: randomUUID() };
    database.run(
      'INSERT OR REPLACE INTO identity (singleton, team_id, user_id) VALUES (1, :teamId, :userId)',
      identity,
    );
    return identity;
  });
}
