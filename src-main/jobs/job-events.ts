import type { Delivery } from '../../src-shared/contract/delivery.ts';
import type { Generation } from '../../src-shared/contract/generation.ts';
import type { Clock } from '../platform.ts';
import type { ActivityKey } from '../state/activity-repository.ts';

export interface JobEventsDeps {
  readonly clock: Clock;
  /** Many at once, as they are when they are told. */
  readonly readGenerations: (generationIds: readonly string[]) => Generation[];
  /** Tells generations and deliveries that changed. */
  readonly publish: (changed: { generations: Generation[]; deliveries: Delivery[] }) => void;
  /** Tells the names of all that changed, whatever its kind. */
  readonly onActivity: (keys: readonly ActivityKey[]) => void;
}

const coalesceMs = 100;
/** More are told a tenth of a second later, so that nothing else waits for a thousand of them. */
const mostAtOnce = 200;

/** Tells what changed: many changes of one record within a tenth of a second are told once. */
export class JobEvents {
  readonly #deps: JobEventsDeps;
  readonly #changed = new Map<string, ActivityKey>();
  readonly #readDelivery = new Map<string, () => Delivery | null>();
  #callOff: (() => void) | null = null;

  constructor(deps: JobEventsDeps) {
    this.#deps = deps;
  }

  changed(kind: ActivityKey['kind'], id: string): void {
    this.#changed.set(`${kind}:${id}`, { kind, id });
    this.#callOff ??= this.#deps.clock.schedule(coalesceMs, () => {
      this.#tell();
    });
  }

  /** @param read gives the record as it is when the change is told. */
  deliveryChanged(deliveryId: string, read: () => Delivery | null): void {
    this.#readDelivery.set(deliveryId, read);
    this.changed('delivery', deliveryId);
  }

  /** Tells what is left to tell. */
  dispose(): void {
    while (this.#changed.size > 0) this.#tell();
    this.#callOff?.();
    this.#callOff = null;
  }

  #tell(): void {
    const { clock, readGenerations, publish, onActivity } = this.#deps;
    this.#callOff?.();
    const keys = [...this.#changed.values()].slice(0, mostAtOnce);
    for (const { kind, id } of keys) this.#changed.delete(`${kind}:${id}`);
    this.#callOff = this.#changed.size === 0 ? null : clock.schedule(coalesceMs, () => this.#tell());
    const idsOf = (wanted: ActivityKey['kind']): string[] =>
      keys.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const generationIds = idsOf('generation');
    const generations = generationIds.length === 0 ? [] : readGenerations(generationIds);
    const deliveries = idsOf('delivery').map((id) => this.#takeDelivery(id));
    if (generations.length + deliveries.length > 0) {
      publish({ generations, deliveries: deliveries.filter((record) => record !== null) });
    }
    onActivity(keys);
  }

  #takeDelivery(deliveryId: string): Delivery | null {
    const read = this.#readDelivery.get(deliveryId);
    this.#readDelivery.delete(deliveryId);
    return read?.() ?? null;
  }
}
