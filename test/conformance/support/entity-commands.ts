import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { Caller, Json } from './caller.ts';

/** Entity as documented in contract supplement §4.7. */
export interface Entity {
  readonly entityId: string;
  readonly entityType: string;
  readonly name: string;
  readonly description: string;
  readonly actorConfig: { voiceDisplayName: string; hasVoice: boolean; hasAvatarPresenter: boolean } | null;
  readonly references: { fileId: string; description: string; isDefault: boolean }[];
  readonly isBuiltIn: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Casts the body of an answer to an entity. */
export function asEntity(body: Json): Entity {
  return body as unknown as Entity;
}

/** Lists the first 200 entities. @param query appended to the query, such as a filter */
export async function listEntities(caller: Caller, query = ''): Promise<Entity[]> {
  const { status, body } = await caller.get(`/v1/entities?limit=200&${query}`);
  expect(status).toBe(200);
  return body['entities'] as Entity[];
}

/** Creates an entity, an actor by default. */
export async function createEntity(caller: Caller, fields: object = {}): Promise<Entity> {
  const { status, body } = await caller.post('/v1/entities', { entityType: 'ACTOR', name: 'Ada', ...fields });
  expect(status).toBe(200);
  return asEntity(body);
}

/** Moves an entity or a file to another team, which no request can do. */
export function giveAway(dataFolder: string, table: 'entities' | 'files', column: string, id: string): void {
  const database = new DatabaseSync(path.join(dataFolder, 'service.db'));
  database.prepare(`UPDATE ${table} SET team_id = 'somebody else' WHERE ${column} = ?`).run(id);
  database.close();
}
