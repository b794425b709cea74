import { randomBytes } from 'node:crypto';
import type { WebhookEvent } from '../../src-shared/api/webhooks.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { EndedJob } from '../jobs/job-run.ts';
import type { ServiceLog } from '../service-log.ts';
import type { WebhookDeliveryRepository } from '../store/webhook-delivery-repository.ts';
import type { WebhookEndpointRepository } from '../store/webhook-endpoint-repository.ts';
import { keptSeconds } from './delivery-schedule.ts';
import type { EventSources, EventSubject } from './event-sources.ts';

export interface WebhookOutboxDeps {
  readonly endpoints: WebhookEndpointRepository;
  readonly deliveries: WebhookDeliveryRepository;
  readonly sources: EventSources;
  readonly clock: Clock;
  readonly log: ServiceLog;
  /** Called once the transaction that stored an event is over. */
  readonly onStored: () => void;
}

/**
 * Where events begin: they are stored within the transaction that makes them true, so that none reports what
 * did not last and none is lost in a crash. Each body is written once, here, and stays the same in every attempt.
 */
export class WebhookOutbox {
  readonly #deps: WebhookOutboxDeps;

  constructor(deps: WebhookOutboxDeps) {
    this.#deps = deps;
  }

  /** To be called within the transaction that ends a job. */
  storeJobEnd({ kind, jobId, status }: EndedJob): void {
    const source = this.#deps.sources.sourceOf(kind);
    const subject = source?.read(jobId);
    if (source && subject) this.add(`${source.family}.${status}`, subject.teamId, subject.payload);
  }

  /**
   * To be called within the transaction that makes the event true.
   * @param payload what is sent beside the event's name and time; asked for only when an endpoint subscribes to it
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

  /** A record that cannot be shown must not keep its job from ending; what the database refuses must. */
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
