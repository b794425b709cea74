import { Alarm, longestWaitMs } from '../alarm.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { ServiceLog } from '../service-log.ts';
import type { ServiceDatabase } from '../store/database/service-database.ts';
import type {
  WaitingDelivery,
  WebhookDeliveryRepository,
} from '../store/records/webhook-delivery-repository.ts';
import type { WebhookEndpointRepository } from '../store/records/webhook-endpoint-repository.ts';
import { attemptDelivery, type AttemptDeps, type AttemptResult } from './attempt-delivery.ts';
import { keptSeconds, pauseAfter } from './delivery-schedule.ts';

/** Maximum number of connections per endpoint, so that a slow receiver does not delay others. */
const maxAtOncePerEndpoint = 4;
const gone = 410;

export interface WebhookDeliveriesDeps extends AttemptDeps {
  readonly database: ServiceDatabase;
  readonly endpoints: WebhookEndpointRepository;
  readonly deliveries: WebhookDeliveryRepository;
  readonly clock: Clock;
  readonly log: ServiceLog;
}

/** Delivers stored events until each receiver has accepted them or the schedule ends (specification §6). */
export class WebhookDeliveries {
  readonly #deps: WebhookDeliveriesDeps;
  readonly #stop = new AbortController();
  /** By delivery order in the outbox. */
  readonly #running = new Map<number, { readonly endpointId: string; readonly done: Promise<void> }>();
  readonly #alarm: Alarm;
  #isStarted = false;

  constructor(deps: WebhookDeliveriesDeps) {
    this.#deps = deps;
    this.#alarm = new Alarm(deps.clock, () => this.wake());
  }

  /** Continues with what an earlier process left in the outbox. */
  start(): void {
    this.#isStarted = true;
    this.#deps.deliveries.removeOlderThan(unixSeconds(this.#deps.clock) - keptSeconds);
    this.wake();
  }

  /** Starts due deliveries. Call it after an event is stored. */
  wake(): void {
    if (!this.#isStarted || this.#stop.signal.aborted) return;
    try {
      const nowMs = this.#deps.clock.nowMs();
      for (const endpointId of this.#deps.deliveries.listDueEndpoints(nowMs)) this.#fill(endpointId, nowMs);
      this.#alarm.set(this.#deps.deliveries.nextDueMs(nowMs));
    } catch (error) {
      this.#deps.log({ level: 'error', message: 'The outbox could not be read', error });
      this.#alarm.set(Number.MAX_SAFE_INTEGER);
    }
  }

  #fill(endpointId: string, nowMs: number): void {
    const atWork = [...this.#running.values()].filter((attempt) => attempt.endpointId === endpointId).length;
    const due = this.#deps.deliveries.listDue(endpointId, nowMs, atWork + maxAtOncePerEndpoint);
    const idle = due.filter(({ deliveryOrder }) => !this.#running.has(deliveryOrder));
    for (const delivery of idle.slice(0, maxAtOncePerEndpoint - atWork)) this.#begin(delivery);
  }

  #begin(delivery: WaitingDelivery): void {
    const done = attemptDelivery(delivery, this.#deps, this.#stop.signal)
      .then((result) => this.#record(delivery, result))
      .catch((error: unknown) => this.#holdBack(error))
      .finally(() => {
        this.#running.delete(delivery.deliveryOrder);
        this.wake();
      });
    this.#running.set(delivery.deliveryOrder, { endpointId: delivery.endpointId, done });
  }

  /** Waits, because a delivery that could not be recorded would otherwise be sent again at once. */
  async #holdBack(error: unknown): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    this.#deps.log({ level: 'error', message: 'A delivery could not be recorded', error });
    await this.#deps.clock.wait(longestWaitMs, signal).catch(() => undefined);
  }

  #record({ deliveryOrder, endpointId, attempts }: WaitingDelivery, result: AttemptResult): void {
    const { deliveries, endpoints, clock, random = Math.random } = this.#deps;
    if (result.isTaken) {
      deliveries.markDelivered(deliveryOrder);
      return;
    }
    this.#deps.database.transaction(() => {
      const pauseMs = result.status === gone ? null : pauseAfter(attempts + 1, random());
      deliveries.markFailed(deliveryOrder, result.failure, pauseMs === null ? null : clock.nowMs() + pauseMs);
      if (result.status !== gone) return;
      endpoints.disable(endpointId);
      deliveries.giveUp(endpointId);
    });
  }

  /** Stops running attempts; the next start repeats them. */
  async dispose(): Promise<void> {
    this.#stop.abort();
    this.#alarm.clear();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }
}
