import { z } from 'zod';
import type { ServiceDatabase } from '../database/service-database.ts';
import type { ListedRow, PageWindow } from './newest-first.ts';
import { flagColumn, jsonColumn } from './rows.ts';
import { Table, type TableDeps } from './table.ts';

const endpointSchema = z.object({
  endpointId: z.string(),
  teamId: z.string(),
  userId: z.string(),
  url: z.string(),
  events: jsonColumn(z.array(z.string())),
  description: z.string().nullable(),
  signingSecret: z.string(),
  createdAt: z.number().int(),
  isDisabled: flagColumn,
});

/** An address that receives events. `createdAt` is in Unix seconds; a disabled endpoint receives nothing more. */
export type StoredWebhookEndpoint = z.output<typeof endpointSchema>;

/** Webhook endpoints, newest first. */
export class WebhookEndpointRepository {
  readonly #database: ServiceDatabase;
  readonly #table: Table<typeof endpointSchema>;

  constructor(deps: TableDeps) {
    const order = 'endpoint_order';
    this.#database = deps.database;
    this.#table = new Table(deps, { name: 'webhook_endpoints', schema: endpointSchema, order });
  }

  insert(endpoint: StoredWebhookEndpoint): void {
    this.#table.insert(endpoint);
  }

  find(endpointId: string): StoredWebhookEndpoint | null {
    return this.#table.find('WHERE endpoint_id = :endpointId', { endpointId });
  }

  list(teamId: string, window: PageWindow): ListedRow<StoredWebhookEndpoint>[] {
    return this.#table.page('team_id = :teamId', { teamId }, window);
  }

  /** Returns the team's enabled endpoints that subscribe to an event. */
  listSubscribed(teamId: string, event: string): StoredWebhookEndpoint[] {
    const enabled = this.#table.list('WHERE team_id = :teamId AND is_disabled = 0', { teamId });
    return enabled.filter((endpoint) => endpoint.events.includes(event));
  }

  /** Removes an endpoint with its waiting deliveries. */
  remove(endpointId: string): void {
    this.#database.run('DELETE FROM webhook_endpoints WHERE endpoint_id = :endpointId', { endpointId });
  }

  /** Disables an endpoint; its record stays. */
  disable(endpointId: string): void {
    this.#table.update({ endpointId }, { isDisabled: true });
  }
}
