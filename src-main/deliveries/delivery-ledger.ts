import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import { type Delivery, deliverySchema } from '../../src-shared/contract/delivery.ts';
import type { JobEvents } from '../jobs/job-events.ts';
import type { Clock } from '../platform.ts';
import type { DeliveryRecord, DeliveryRepository } from '../state/delivery-repository.ts';

export interface DeliveryLedgerDeps {
  readonly repository: DeliveryRepository;
  readonly events: Pick<JobEvents, 'deliveryChanged'>;
  readonly clock: Clock;
}

/** How far the present step is, and what it waits for; told often, never stored. */
export type DeliveryProgress = Partial<
  Pick<
    Delivery,
    'progress' | 'receivedBytes' | 'totalBytes' | 'bytesPerSecond' | 'waitingFor' | 'missingRoom'
  >
>;

/** The record of every hand-off: each change of a step is on the disk before it is told. */
export class DeliveryLedger {
  readonly #deps: DeliveryLedgerDeps;
  readonly #progress = new Map<string, DeliveryProgress>();
  /** Ends that are not on the disk yet, as it may be full. They count all the same. */
  readonly #ends = new Map<string, DeliveryRecord>();

  constructor(deps: DeliveryLedgerDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `not_found`. */
  get(deliveryId: string): DeliveryRecord {
    const record = this.#find(deliveryId);
    if (!record) throw new AppError('not_found', `There is no delivery ${deliveryId}.`);
    return record;
  }

  put(record: DeliveryRecord): DeliveryRecord {
    this.#deps.repository.put(record);
    this.#tell(record.deliveryId);
    return record;
  }

  update(deliveryId: string, change: Partial<DeliveryRecord>): DeliveryRecord {
    return this.put({ ...this.get(deliveryId), ...change });
  }

  /** Begins a step; its progress starts anew. */
  enter(deliveryId: string, state: DeliveryRecord['state']): void {
    const { receivedBytes, totalBytes } = this.#progress.get(deliveryId) ?? {};
    this.#progress.set(deliveryId, {
      progress: 0,
      bytesPerSecond: null,
      ...(receivedBytes === undefined ? {} : { receivedBytes }),
      ...(totalBytes === undefined ? {} : { totalBytes }),
    });
    this.update(deliveryId, { state });
  }

  note(deliveryId: string, progress: DeliveryProgress): void {
    this.#progress.set(deliveryId, { ...this.#progress.get(deliveryId), ...progress });
    this.#tell(deliveryId);
  }

  /** From now on it has ended for whoever asks; `storeEnd` puts that on the disk. */
  end(
    deliveryId: string,
    state: 'done' | 'failed' | 'cancelled',
    { error, ...change }: Partial<Omit<DeliveryRecord, 'error'>> & { readonly error?: unknown } = {},
  ): void {
    const { receivedBytes, totalBytes } = this.#progress.get(deliveryId) ?? {};
    this.#ends.set(deliveryId, {
      ...this.get(deliveryId),
      ...change,
      state,
      progress: state === 'done' ? 1 : 0,
      bytesPerSecond: null,
      waitingFor: null,
      missingRoom: null,
      ...(receivedBytes === undefined ? {} : { receivedBytes }),
      ...(totalBytes === undefined ? {} : { totalBytes }),
      finishedAt: Math.floor(this.#deps.clock.now() / 1000),
      error: error === undefined ? null : toErrorBody(error),
    });
    this.#progress.delete(deliveryId);
    this.#tell(deliveryId);
  }

  /** @throws AppError `disk_full`; the end is kept in memory then. */
  storeEnd(deliveryId: string): void {
    const record = this.#ends.get(deliveryId);
    if (!record) return;
    this.put(record);
    this.#ends.delete(deliveryId);
  }

  /** What the page may know of a record, with how far it is now. */
  shown(record: DeliveryRecord): Delivery {
    const { deliveryId } = record;
    return deliverySchema.parse({
      ...(this.#ends.get(deliveryId) ?? record),
      ...this.#progress.get(deliveryId),
    });
  }

  #tell(deliveryId: string): void {
    this.#deps.events.deliveryChanged(deliveryId, () => {
      const record = this.#find(deliveryId);
      return record && this.shown(record);
    });
  }

  #find(deliveryId: string): DeliveryRecord | null {
    return this.#ends.get(deliveryId) ?? this.#deps.repository.get(deliveryId);
  }
}
