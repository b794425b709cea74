import { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { type ListedRow, listRows, type PageWindow, upperBound } from './newest-first.ts';
import { flagColumn, jsonColumn, readRow, readRows } from './rows.ts';

const select = `SELECT endpoint_id, endpoint_order, team_id, user_id, url, events, description, signing_secret,
  created_at, is_disabled FROM webhook_endpoints`;
const endpointRow = z
  .object({
    endpoint_id: z.string(),
    team_id: z.string(),
    user_id: z.string(),
    url: z.string(),
    events: jsonColumn(z.array(z.string())),
    description: z.string().nullable(),
    signing_secret: z.string(),
    created_at: z.number().int(),
    is_disabled: flagColumn,
  })
  .transform((row) => ({
    endpointId: row.endpoint_id,
    teamId: row.team_id,
    userId: row.user_id,
    url: row.url,
    events: row.events,
    description: row.description,
    signingSecret: row.signing_secret,
    createdAt: row.created_at,
    isDisabled: row.is_disabled,
  }));

/** An address that receives events. `createdAt` is in Unix seconds; a disabled endpoint receives nothing more. */
export type StoredWebhookEndpoint = z.output<typeof endpointRow>;

/** Webhook endpoints, newest first. */
export class WebhookEndpointRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  insert({ isDisabled, ...endpoint }: StoredWebhookEndpoint): void {
    this.#database.run(
      `INSERT INTO webhook_endpoints
         (endpoint_id, team_id, user_id, url, events, description, signing_secret, created_at,
          is_disabled)
       VALUES (:endpointId, :teamId, :userId, :url, :events, :description, :signingSecret, :createdAt,
         :isDisabled)`,
      { ...endpoint, events: JSON.stringify(endpoint.events), isDisabled: isDisabled ? 1 : 0 },
    );
  }

  find(endpointId: string): StoredWebhookEndpoint | null {
    const row = this.#database.get(`${select} WHERE endpoint_id = :endpointId`, { endpointId });
    return readRow(endpointRow, row, this.#log);
  }

  list(teamId: string, window: PageWindow): ListedRow<StoredWebhookEndpoint>[] {
    const rows = this.#database.all(
      `${select} WHERE team_id = :teamId AND endpoint_order < :before
       ORDER BY endpoint_order DESC LIMIT :count`,
      { teamId, before: upperBound(window), count: window.count },
    );
    return listRows(endpointRow, rows, 'endpoint_order', this.#log);
  }

  /** Returns the team's enabled endpoints that subscribe to an event. */
  listSubscribed(teamId: string, event: string): StoredWebhookEndpoint[] {
    const rows = this.#database.all(`${select} WHERE team_id = :teamId AND is_disabled = 0`, { teamId });
    return readRows(endpointRow, rows, this.#log).filter((endpoint) => endpoint.events.includes(event));
  }

  /** Removes an endpoint with its waiting deliveries. */
  remove(endpointId: string): void {
    this.#database.run('DELETE FROM webhook_endpoints WHERE endpoint_id = :endpointId', { endpointId });
  }

  /** Disables an endpoint; its record stays. */
  disable(endpointId: string): void {
    this.#database.run('UPDATE webhook_endpoints SET is_disabled = 1 WHERE endpoint_id = :endpointId', {
      endpointId,
    });
  }
}
