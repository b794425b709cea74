import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { type ChangeListener, RecordMirror } from '../foundation/record-mirror.svelte.ts';

export interface JobMirrorDeps<Shown> {
  readonly client: AppClient;
  /** Connection whose records are shown; changes of other connections reach only `onChange`. */
  readonly activeConnectionId: () => string;
  /** Called for each record that main changed. */
  readonly onChange: ChangeListener<Shown>;
}

/** Identifies and lists the jobs of one kind. */
interface JobSource<Shown> {
  readonly idOf: (record: Shown) => string;
  /** True if the job will not change any more. */
  readonly isFinished: (record: Shown) => boolean;
  /** Returns the record of a row of this kind; null for other kinds. */
  readonly recordOf: (item: ActivityItem) => Shown | null;
  readonly list: (client: AppClient) => Promise<readonly Shown[]>;
}

/** The renderer's copy of the jobs of one kind, newest first. */
export class JobMirror<Shown extends { readonly connectionId: string; readonly createdAt: number }> {
  readonly #deps: JobMirrorDeps<Shown>;
  readonly #source: JobSource<Shown>;
  readonly #mirror: RecordMirror<Shown>;

  readonly records = $derived.by(() =>
    this.#mirror.records.filter(({ connectionId }) => connectionId === this.#deps.activeConnectionId()),
  );
  readonly running = $derived.by(() => this.records.filter((record) => !this.#source.isFinished(record)));

  constructor(deps: JobMirrorDeps<Shown>, source: JobSource<Shown>) {
    this.#deps = deps;
    this.#source = source;
    this.#mirror = new RecordMirror({
      idOf: source.idOf,
      rankOf: ({ createdAt }) => createdAt,
      list: () => source.list(deps.client),
    });
  }

  /** Subscribes, then reads the list. Returns the function that unsubscribes. */
  start(): () => void {
    const stop = this.#deps.client.on('activity.changed', ({ items }) => {
      const records = items.map((item) => this.#source.recordOf(item)).filter((record) => record !== null);
      this.#mirror.apply(records, this.#deps.onChange);
    });
    void this.refresh();
    return stop;
  }

  /** Drops all jobs, because another service has others. */
  forget(): void {
    this.#mirror.forget();
  }

  refresh(): Promise<void> {
    return this.#mirror.refresh();
  }

  /** Stores the record that a call returns. Resolves to the newest one. */
  protected ask(call: () => Promise<Shown>): Promise<Shown> {
    return this.#mirror.ask(call);
  }

  /** Stores the records that a call returns. */
  protected async takeFrom(call: () => Promise<readonly Shown[]>): Promise<void> {
    await this.#mirror.takeFrom(call);
  }
}
