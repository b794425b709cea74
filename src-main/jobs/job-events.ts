import type { Clock } from '../platform.ts';
import type { ActivityKey } from '../state/activity-repository.ts';

export interface JobEventsDeps {
  readonly clock: Clock;
  /** Receives the keys of the changed records, each once. */
  readonly publish: (keys: readonly ActivityKey[]) => void;
}

const coalesceMs = 100;
/**
 * Most keys published at once. The others follow a tenth of a second later, so that a thousand do not block other work.
 */
const maxAtOnce = 200;

/** Publishes changed records. Several changes of one record within a tenth of a second are published once. */
export class JobEvents {
  readonly #deps: JobEventsDeps;
  readonly #changed = new Map<string, ActivityKey>();
  #unschedule: (() => void) | null = null;
  #isDisposed = false;

  constructor(deps: JobEventsDeps) {
    this.#deps = deps;
  }

  changed(kind: ActivityKey['kind'], id: string): void {
    if (this.#isDisposed) return;
    this.#changed.set(`${kind}:${id}`, { kind, id });
    this.#unschedule ??= this.#deps.clock.schedule(coalesceMs, () => {
      this.#publish();
    });
  }

  /** Publishes the remaining changes, and none that come later: their records can no longer be read. */
  dispose(): void {
    this.#isDisposed = true;
    while (this.#changed.size > 0) this.#publish();
    this.#unschedule?.();
    this.#unschedule = null;
  }

  #publish(): void {
    const { clock, publish } = this.#deps;
    this.#unschedule?.();
    const keys = [...this.#changed.values()].slice(0, maxAtOnce);
    for (const { kind, id } of keys) this.#changed.delete(`${kind}:${id}`);
    this.#unschedule = this.#changed.size === 0 ? null : clock.schedule(coalesceMs, () => this.#publish());
    publish(keys);
  }
}
