import { SvelteMap } from 'svelte/reactivity';
import type { ErrorBody } from '../../src-shared/app-error.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';

/** How a mirror reads and identifies its records. */
export interface RecordSource<T> {
  readonly idOf: (record: T) => string;
  /** A larger number sorts first. */
  readonly rankOf: (record: T) => number;
  readonly list: () => Promise<readonly T[]>;
}

/** Called for each record main changed, with what it was before. */
export type ChangeListener<T> = (now: T, before: T | undefined) => void;

/**
 * The renderer's copy of records that main owns. Changes that arrive during a read are newer than what it returns.
 */
export class RecordMirror<T> {
  readonly #source: RecordSource<T>;
  readonly #byId = new SvelteMap<string, T>();
  /** Ids changed since the list now on its way was asked for. */
  #changedWhileListing: string[] = [];
  /** Counts how often the records were dropped; what was asked for before is not taken in after. */
  #epoch = 0;

  state = $state<'loading' | 'ready' | 'failed'>('loading');
  error = $state.raw<ErrorBody | null>(null);
  readonly records: readonly T[] = $derived(
    [...this.#byId.values()].sort((a, b) => this.#source.rankOf(b) - this.#source.rankOf(a)),
  );

  constructor(source: RecordSource<T>) {
    this.#source = source;
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  /** Drops all records, and what is still being read of them. */
  forget(): void {
    this.#epoch += 1;
    this.#byId.clear();
    this.state = 'loading';
    this.error = null;
  }

  /** Reads all records again. Never rejects: a failure is `state` and `error`. */
  async refresh(): Promise<void> {
    const changed: string[] = [];
    this.#changedWhileListing = changed;
    const epoch = this.#epoch;
    try {
      const records = await this.#source.list();
      if (epoch !== this.#epoch) return;
      for (const record of records) {
        const id = this.#source.idOf(record);
        if (!changed.includes(id)) this.#byId.set(id, record);
      }
      this.state = 'ready';
      this.error = null;
    } catch (error) {
      if (epoch !== this.#epoch) return;
      this.error = errorBodyOf(error);
      if (this.state === 'loading') this.state = 'failed';
    }
  }

  /** Takes records away that are gone. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.#byId.delete(id);
    this.#changedWhileListing.push(...ids);
  }

  /** Takes changed records in, whole. */
  apply(records: readonly T[], onChange?: ChangeListener<T>): void {
    for (const record of records) {
      const id = this.#source.idOf(record);
      onChange?.(record, this.#byId.get(id));
      this.#byId.set(id, record);
      this.#changedWhileListing.push(id);
    }
  }
}
