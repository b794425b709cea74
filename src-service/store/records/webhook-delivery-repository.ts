import { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { readRow, readRows } from './rows.ts';
import { Table, type TableDeps } from './table.ts';

const deliverySchema = z.object({
  deliveryOrder: z.number().int(),
  endpointId: z.string(),
  eventId: z.string(),
  attempts: z.number().int(),
  url: z.string(),
  signingSecret: z.string(),
  payload: z.string(),
});

/** A delivery of an event to one endpoint. `attempts` counts those already made; `payload` is sent unchanged. */
export type WaitingDelivery = z.output<typeof deliverySchema>;

/** An event to be sent, with its final body. */
export interface StoredWebhookEvent {
  readonly eventId: string;
  readonly teamId: string;
  readonly event: string;
  /** Unix seconds. */
  readonly occurredAt: number;
  readonly payload: string;
}

/** The outbox of the webhooks: events and the state of their deliveries. */
export class WebhookDeliveryRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;
  readonly #deliveries: Table<typeof deliverySchema>;
  readonly #events: Table<z.ZodObject>;

  constructor(deps: TableDeps) {
    this.#database = deps.database;
    this.#log = deps.log;
    this.#deliveries = new Table(deps, {
      name: 'webhook_deliveries',
      schema: deliverySchema,
      join: 'JOIN webhook_events USING (event_id) JOIN webhook_endpoints USING (endpoint_id)',
    });
    this.#events = new Table(deps, { name: 'webhook_events', schema: z.object({}) });
  }

  /** Stores an event, due for delivery to each of the endpoints at once. */
  insertEvent(event: StoredWebhookEvent, endpointIds: readonly string[], nowMs: number): void {
    const { eventId } = event;
    this.#database.transaction(() => {
      this.#events.insert(event);
      for (const endpointId of endpointIds) {
        this.#deliveries.insert({ eventId, endpointId, status: 'waiting', dueMs: nowMs });
      }
    });
  }

  /** Returns the endpoints with due deliveries. */
  listDueEndpoints(nowMs: number): string[] {
    const rows = this.#database.all(
      `SELECT DISTINCT endpoint_id FROM webhook_deliveries WHERE status = 'waiting' AND due_ms <= :nowMs`,
      { nowMs },
    );
    const schema = z.object({ endpoint_id: z.string() });
    return readRows(schema, rows, this.#log).map((row) => row.endpoint_id);
  }

  /** Returns the due deliveries of an endpoint, longest waiting first. */
  listDue(endpointId: string, nowMs: number, count: number): WaitingDelivery[] {
    return this.#deliveries.list(
      `WHERE webhook_deliveries.status = 'waiting' AND endpoint_id = :endpointId AND due_ms <= :nowMs
       ORDER BY due_ms, delivery_order LIMIT :count`,
      { endpointId, nowMs, count },
    );
  }

  /** Returns when the next delivery not yet due becomes due, in Unix milliseconds; null if none waits. */
  nextDueMs(nowMs: number): number | null {
    const row = this.#database.get(
      `SELECT min(due_ms) AS due FROM webhook_deliveries WHERE status = 'waiting' AND due_ms > :nowMs`,
      { nowMs },
    );
    return readRow(z.object({ due: z.number().nullable() }), row, this.#log)?.due ?? null;
  }

  markDelivered(deliveryOrder: number): void {
    const values = { status: 'delivered', lastFailure: null };
    this.#deliveries.update({ deliveryOrder }, values, { attempts: 'attempts + 1' });
  }

  /** Stores a failed attempt. @param dueMs time of the next attempt; null if there is none. */
  markFailed(deliveryOrder: number, failure: string, dueMs: number | null): void {
    this.#database.run(
      `UPDATE webhook_deliveries SET status = iif(:dueMs IS NULL, 'failed', 'waiting'), attempts = attempts + 1,
         due_ms = coalesce(:dueMs, due_ms), last_failure = :failure
       WHERE delivery_order = :deliveryOrder`,
      { deliveryOrder, failure, dueMs },
    );
  }

  /** Gives up all waiting deliveries of an endpoint. */
  giveUp(endpointId: string): void {
    this.#database.run(
      `UPDATE webhook_deliveries SET status = 'failed' WHERE endpoint_id = :endpointId AND status = 'waiting'`,
      { endpointId },
    );
  }

  /** Removes events older than a Unix time in seconds, with their deliveries. */
  removeOlderThan(occurredBefore: number): void {
    this.#database.run('DELETE FROM webhook_events WHERE occurred_at < :occurredBefore', { occurredBefore });
  }
}
