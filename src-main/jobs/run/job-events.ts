import { AppError } from '../../../src-shared/app-error.ts';
import { backoffMs } from '../../../src-shared/backoff.ts';
import type { Clock, Log } from '../../platform.ts';
import type { ActivityKey } from '../../state/activity-repository.ts';
import { sqliteCodeOf } from '../../state/sqlite-errors.ts';

export interface JobEventsDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Receives the keys of the changed records, each once; again if the records could not be read. */
  readonly publish: (keys: readonly ActivityKey[]) => void;
}

const coalesceMs = 100;
/**
 * Most keys published at once. The others follow a tenth of a second later, so that a thousand do not block other work.
 */
const maxAtOnce = 200;
/** Pauses while the records cannot be read. */
const backoff = { firstMs: coalesceMs, maxMs: 5_000, jitter: 0 };

/**
 * Publishes changed records. Several changes of one record within a tenth of a second are published once. Changes whose
 * records cannot be read stay for the next time.
 */
export class JobEvents {
  readonly #deps: JobEventsDeps;
  readonly #changed = new Map<string, ActivityKey>();
  #unschedule: (() => void) | null = null;
  #isDisposed = false;
  /** Number of times in a row that the records could not be read. */
  #failures = 0;

  constructor(deps: JobEventsDeps) {
    this.#deps = deps;
  }

  changed(kind: ActivityKey['kind'], id: string): void {
    if (this.#isDisposed) return;
    this.#changed.set(`${kind}:${id}`, { kind, id });
    this.#unschedule ??= this.#publishAfter(coalesceMs);
  }

  /** Publishes the remaining changes, and none that come later: their records can no longer be read. */
  dispose(): void {
    this.#isDisposed = true;
    while (this.#changed.size > 0 && this.#publish());
    this.#unschedule?.();
    this.#unschedule = null;
  }

  /** Publishes the oldest changes, and the others soon. @returns false if their records could not be read. */
  #publish(): boolean {
    this.#unschedule?.();
    const keys = [...this.#changed.values()].slice(0, maxAtOnce);
    for (const { kind, id } of keys) this.#changed.delete(`${kind}:${id}`);
    const error = this.#tryToPublish(keys);
    this.#failures = error === null ? 0 : this.#failures + 1;
    if (error !== null) {
      this.#deps.log.warn('Changes of jobs could not be published; they are published later.', { error });
      for (const { kind, id } of keys) this.#changed.set(`${kind}:${id}`, { kind, id });
    }
    const delayMs = backoffMs(backoff, this.#failures - 1);
    this.#unschedule = this.#changed.size === 0 ? null : this.#publishAfter(delayMs);
    return error === null;
  }

  /** @returns the error if the records could not be read, else null. */
  #tryToPublish(keys: readonly ActivityKey[]): Error | null {
    try {
      this.#deps.publish(keys);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      if (error instanceof Error && sqliteCodeOf(error) !== null) return error;
      this.#deps.log.error('Changes of jobs could not be published.', error);
      return null;
    }
  }

  #publishAfter(delayMs: number): () => void {
    return this.#deps.clock.schedule(delayMs, () => {
      this.#publish();
    });
  }
}
