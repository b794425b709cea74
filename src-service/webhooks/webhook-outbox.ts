import { randomBytes } from 'node:crypto';
import type { WebhookEvent } from '../../src-shared/api/webhooks.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { EndedJob } from '../jobs/job-run.ts';
import type { ServiceLog } from '../service-log.ts';
import type { WebhookDeliveryRepository } from '../store/records/webhook-delivery-repository.ts';
import type { WebhookEndpointRepository } from '../store/records/webhook-endpoint-repository.ts';
import { keptSeconds } from './delivery-schedule.ts';
import type { EventSources, EventSubject } from './event-sources.ts';

export interface WebhookOutboxDeps {
  readonly endpoints: WebhookEndpointRepository;
  readonly deliveries: WebhookDeliveryRepository;
  readonly sources: EventSources;
  readonly clock: Clock;
  readonly log: ServiceLog;
  /** Called after the transaction that stored an event. */
  readonly onStored: () => void;
}

/**
 * Stores events in the transaction that makes them true, so that none reports a change that was rolled back and none is
 * lost in a crash. Each body is written once, here, and stays the same in every attempt.
 */
export class WebhookOutbox {
  readonly #deps: WebhookOutboxDeps;

  constructor(deps: WebhookOutboxDeps) {
    this.#deps = deps;
  }

  /** Stores the event of an ended job. Call it within the transaction that ends the job. */
  storeJobEnd({ kind, jobId, status }: EndedJob): void {
    const source = this.#deps.sources.sourceOf(kind);
    const subject = source?.read(jobId);
    if (source && subject) this.add(`${source.family}.${status}`, subject.teamId, subject.payload);
  }

  /**
   * Stores an event. Call it within the transaction that makes the event true.
   * @param payload returns the fields other than name and time; called only if an endpoint subscribes to the event
   */
  add(event: WebhookEvent, teamId: string, payload: EventSubject['payload']): void {
    const { endpoints, deliveries, clock } = this.#deps;
    const subscribed = endpoints.listSubscribed(teamId, event);
    const fields = subscribed.length > 0 ? this.#render(payload) : null;
    if (!fields) return;
    const occurredAt = unixSeconds(clock);
    deliveries.removeOlderThan(occurredAt - keptSeconds);
    deliveries.insertEvent(
      {
        eventId: `msg_${randomBytes(16).toString('base64url')}`,
        teamId,
        event,
        occurredAt,
        payload: JSON.stringify({ event, occurredAt, ...fields }),
      },
      subscribed.map(({ endpointId }) => endpointId),
      clock.nowMs(),
    );
    queueMicrotask(this.#deps.onStored);
  }

  /** Returns null if a record cannot be shown, so that its job can still end. Database errors are thrown. */
  #render(payload: EventSubject['payload']): ReturnType<EventSubject['payload']> | null {
    try {
      return payload();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR') throw error;
      this.#deps.log({ level: 'error', message: 'An event could not be stored', error });
      return null;
    }
  }
}
