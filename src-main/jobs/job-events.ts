import type { Delivery } from '../../src-shared/contract/delivery.ts';
import type { Generation } from '../../src-shared/contract/generation.ts';
import type { Clock } from '../platform.ts';
import type { ActivityKey } from '../state/activity-repository.ts';

export interface JobEventsDeps {
  readonly clock: Clock;
  /** Many at once, as they are when they are told. */
  readonly readGenerations: (generationIds: readonly string[]) => Generation[];
  readonly readDeliveries: (deliveryIds: readonly string[]) => Delivery[];
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

  /** Tells what is left to tell. */
  dispose(): void {
    while (this.#changed.size > 0) this.#tell();
    this.#callOff?.();
    this.#callOff = null;
  }

  #tell(): void {
    const { clock, readGenerations, readDeliveries, publish, onActivity } = this.#deps;
    this.#callOff?.();
    const keys = [...this.#changed.values()].slice(0, mostAtOnce);
    for (const { kind, id } of keys) this.#changed.delete(`${kind}:${id}`);
    this.#callOff = this.#changed.size === 0 ? null : clock.schedule(coalesceMs, () => this.#tell());
    const idsOf = (wanted: ActivityKey['kind']): string[] =>
      keys.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const changed = {
      generations: readGenerations(idsOf('generation')),
      deliveries: readDeliveries(idsOf('delivery')),
    };
    if (changed.generations.length + changed.deliveries.length > 0) publish(changed);
    onActivity(keys);
  }
}
