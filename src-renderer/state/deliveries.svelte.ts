import type { Delivery, DeliveryFormat, MediaDelivery } from '../../src-shared/contract/delivery.ts';
import type { AppClient } from './app-client.ts';
import { type ChangeListener, RecordMirror } from './record-mirror.svelte.ts';

const finished = new Set<Delivery['state']>(['done', 'failed', 'cancelled']);

/** Whether nothing will change about a hand-off any more. */
export function isDeliveryFinished(delivery: Delivery): boolean {
  return finished.has(delivery.state);
}

/** What one hand-off should be. */
export interface DeliveryRequest {
  readonly projectId: string;
  readonly format: DeliveryFormat;
  readonly mediaDelivery: MediaDelivery;
}

export interface DeliveriesDeps {
  readonly client: AppClient;
  /** The connection whose records are shown; what changes on others is heard and not shown. */
  readonly activeConnectionId: () => string;
  /** Hears a hand-off main changed. */
  readonly onChange: ChangeListener<Delivery>;
}

/** Hand-offs to editors, newest first. */
export class Deliveries {
  readonly #deps: DeliveriesDeps;
  readonly #mirror: RecordMirror<Delivery>;

  readonly records = $derived.by(() =>
    this.#mirror.records.filter(({ connectionId }) => connectionId === this.#deps.activeConnectionId()),
  );
  readonly running = $derived(this.records.filter((delivery) => !isDeliveryFinished(delivery)));

  constructor(deps: DeliveriesDeps) {
    this.#deps = deps;
    this.#mirror = new RecordMirror({
      idOf: (delivery) => delivery.deliveryId,
      rankOf: (delivery) => delivery.createdAt,
      list: async () => (await deps.client.call('delivery.list', { projectId: null, limit: 200 })).deliveries,
    });
  }

  /** Hand-offs of one project, newest first. */
  ofProject(projectId: string): readonly Delivery[] {
    return this.records.filter((delivery) => delivery.projectId === projectId);
  }

  /** Subscribes, then lists. Returns the function that ends the subscription. */
  start(): () => void {
    const stop = this.#deps.client.on('jobs.changed', ({ deliveries }) => {
      this.#mirror.apply(deliveries, this.#deps.onChange);
    });
    void this.refresh();
    return stop;
  }

  /** Drops them all: another service has others. */
  forget(): void {
    this.#mirror.forget();
  }

  refresh(): Promise<void> {
    return this.#mirror.refresh();
  }

  /** @throws AppError as main made it. */
  async begin(request: DeliveryRequest): Promise<Delivery> {
    return this.#took(await this.#deps.client.call('delivery.start', request));
  }

  /** @throws AppError as main made it. */
  async cancel(deliveryId: string): Promise<Delivery> {
    return this.#took(await this.#deps.client.call('delivery.cancel', { deliveryId }));
  }

  /** @throws AppError as main made it. */
  async retry(deliveryId: string): Promise<Delivery> {
    return this.#took(await this.#deps.client.call('delivery.retry', { deliveryId }));
  }

  /** @throws AppError as main made it. */
  async reveal(deliveryId: string): Promise<void> {
    await this.#deps.client.call('delivery.reveal', { deliveryId });
  }

  #took(delivery: Delivery): Delivery {
    this.#mirror.apply([delivery]);
    return delivery;
  }
}
