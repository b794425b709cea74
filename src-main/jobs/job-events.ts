import type { Delivery } from '../../src-shared/contract/delivery.ts';
import type { Generation } from '../../src-shared/contract/generation.ts';
import type { Clock } from '../platform.ts';

export interface JobEventsDeps {
  readonly clock: Clock;
  readonly publish: (changed: { generations: Generation[]; deliveries: Delivery[] }) => void;
}

const coalesceMs = 100;

/** Tells what changed in the ledger: many changes of one record within a tenth of a second are told once. */
export class JobEvents {
  readonly #deps: JobEventsDeps;
  readonly #generations = new Map<string, () => Generation | null>();
  readonly #deliveries = new Map<string, () => Delivery | null>();
  #callOff: (() => void) | null = null;

  constructor(deps: JobEventsDeps) {
    this.#deps = deps;
  }

  /** @param read gives the record as it is when the change is told. */
  generationChanged(generationId: string, read: () => Generation | null): void {
    this.#generations.set(generationId, read);
    this.#tellSoon();
  }

  /** @param read gives the record as it is when the change is told. */
  deliveryChanged(deliveryId: string, read: () => Delivery | null): void {
    this.#deliveries.set(deliveryId, read);
    this.#tellSoon();
  }

  /** Tells what is left to tell. */
  dispose(): void {
    this.#callOff?.();
    if (this.#generations.size + this.#deliveries.size > 0) this.#tell();
  }

  #tellSoon(): void {
    this.#callOff ??= this.#deps.clock.schedule(coalesceMs, () => {
      this.#tell();
    });
  }

  #tell(): void {
    this.#callOff = null;
    const generations = [...this.#generations.values()].map((read) => read());
    const deliveries = [...this.#deliveries.values()].map((read) => read());
    this.#generations.clear();
    this.#deliveries.clear();
    this.#deps.publish({
      generations: generations.filter((record) => record !== null),
      deliveries: deliveries.filter((record) => record !== null),
    });
  }
}
