import { SvelteMap } from 'svelte/reactivity';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';

/** Reads and identifies the records of a mirror. */
export interface RecordSource<T> {
  readonly idOf: (record: T) => string;
  /** A larger number sorts first. */
  readonly rankOf: (record: T) => number;
  readonly list: () => Promise<readonly T[]>;
}

/** Called for each record that main changed, with its previous state. */
export type ChangeListener<T> = (now: T, before: T | undefined) => void;

/** The renderer's copy of records that main owns. Changes that arrive during a call are newer than its result. */
export class RecordMirror<T> {
  readonly #source: RecordSource<T>;
  readonly #byId = new SvelteMap<string, T>();
  /** For each running call, the ids that changed since it was made. */
  #changedDuring: readonly string[][] = [];
  /** Number of times the records were dropped; results of calls made before the last drop are discarded. */
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

  /** Drops all records and the results of running reads. */
  forget(): void {
    this.#epoch += 1;
    this.#byId.clear();
    this.state = 'loading';
    this.error = null;
  }

  /** Reads all records again. Never rejects: a failure is stored in `state` and `error`. */
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
   * Stores the record that a call returns. Resolves to the newest state: the result, or a later change. Rejects as the
   * call does.
   */
  async ask(call: () => Promise<T>): Promise<T> {
    const [record] = await this.takeFrom(async (): Promise<readonly [T]> => [await call()]);
    return this.#byId.get(this.#source.idOf(record)) ?? record;
  }

  /** Stores the records that a call returns, except those that changed meanwhile. */
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

  /** Changes a known record until main reports it. */
  patch(id: string, change: Partial<T>): void {
    const known = this.#byId.get(id);
    if (known !== undefined) this.apply([{ ...known, ...change }]);
  }

  /** Removes records that no longer exist. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.#byId.delete(id);
    this.#noteChanged(ids);
  }

  /** Stores changed records, each in place of the known one. */
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
