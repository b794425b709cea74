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
 * The renderer's copy of records that main owns. Changes that arrive during a call are newer than what it returns.
 */
export class RecordMirror<T> {
  readonly #source: RecordSource<T>;
  readonly #byId = new SvelteMap<string, T>();
  /** Ids changed since each call that is on its way was made. */
  #changedDuring: readonly string[][] = [];
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
    const epoch = this.#epoch;
    try {
      await this.takeFrom(this.#source.list);
      if (epoch !== this.#epoch) return;
      this.state = 'ready';
      this.error = null;
    } catch (error) {
      if (epoch !== this.#epoch) return;
      this.error = errorBodyOf(error);
      if (this.state === 'loading') this.state = 'failed';
    }
  }

  /**
   * Takes in the record that a call returns. Resolves to the newest: what the call returned, or what has come since.
   * Rejects as the call does.
   */
  async ask(call: () => Promise<T>): Promise<T> {
    const [record] = await this.takeFrom(async (): Promise<readonly [T]> => [await call()]);
    return this.#byId.get(this.#source.idOf(record)) ?? record;
  }

  /** Takes in the records that a call returns, but those that have changed since. */
  async takeFrom<Records extends readonly T[]>(call: () => Promise<Records>): Promise<Records> {
    const epoch = this.#epoch;
    const changed: string[] = [];
    this.#changedDuring = [...this.#changedDuring, changed];
    try {
      const records = await call();
      if (epoch !== this.#epoch) return records;
      for (const record of records) {
        const id = this.#source.idOf(record);
        if (!changed.includes(id)) this.#byId.set(id, record);
      }
      return records;
    } finally {
      this.#changedDuring = this.#changedDuring.filter((each) => each !== changed);
    }
  }

  /** Changes a record that is known, until main tells of it. */
  patch(id: string, change: Partial<T>): void {
    const known = this.#byId.get(id);
    if (known !== undefined) this.apply([{ ...known, ...change }]);
  }

  /** Takes records away that are gone. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.#byId.delete(id);
    this.#noteChanged(ids);
  }

  /** Takes changed records in, whole. */
  apply(records: readonly T[], onChange?: ChangeListener<T>): void {
    for (const record of records) {
      const id = this.#source.idOf(record);
      onChange?.(record, this.#byId.get(id));
      this.#byId.set(id, record);
      this.#noteChanged([id]);
    }
  }

  #noteChanged(ids: readonly string[]): void {
    for (const changed of this.#changedDuring) changed.push(...ids);
  }
}
