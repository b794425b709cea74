import { AppError } from '../../../src-shared/app-error.ts';
import { RunningTasks } from '../../foundation/running-tasks.ts';
import { longestStopMs, settleWithin } from '../../foundation/settle-within.ts';
import { cancelledUnsaved, storeWithRetry } from '../../foundation/store-with-retry.ts';
import type { Clock, Log } from '../../platform.ts';
import { hasSucceeded, type JobLedger, type JobRecord } from './job-ledger.ts';

export interface JobEngineDeps<Stored extends JobRecord, Shown> {
  /** The connection whose jobs the engine runs; it ignores the jobs of others. */
  readonly connectionId: string;
  readonly ledger: JobLedger<Stored, Shown>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called once per job, when its end is on the disk. */
  readonly onFinished: (record: Stored) => void;
}

const maxCancelMs = 60_000;

/** Runs, lists and cancels the jobs of one kind on one connection, and resumes them after a restart. */
export abstract class JobEngine<Stored extends JobRecord, Shown> {
  readonly #deps: JobEngineDeps<Stored, Shown>;
  readonly #tasks: RunningTasks;
  /** Ends still to be saved, which may wait for room on the disk. */
  readonly #ends: RunningTasks;

  constructor(deps: JobEngineDeps<Stored, Shown>) {
    this.#deps = deps;
    const onBug = (id: string, error: unknown): void => {
      deps.log.error(`A ${deps.ledger.kind.name} stopped unexpectedly.`, error, { id });
    };
    // Each step has its own limit: a waiting job must not block the others.
    this.#tasks = new RunningTasks({ limit: Infinity, onBug });
    this.#ends = new RunningTasks({ limit: Infinity, onBug });
  }

  /** Carries a job from its recorded state to its end, and records that end unless the app closes. */
  protected abstract perform(id: string, signal: AbortSignal): Promise<void>;

  /** True for a job that ends as soon as no local work on it is running. */
  protected abstract endsHere(record: Stored): boolean;

  /** Asks the service to cancel a job that does not end here. */
  protected cancelThere?(record: Stored, signal: AbortSignal): Promise<void>;

  /** Resumes unfinished jobs that are not followed yet: at app start. */
  start(): void {
    const { ledger, connectionId } = this.#deps;
    for (const record of ledger.listUnfinishedOf(connectionId)) this.run(ledger.kind.idOf(record));
  }

  /** Lists jobs, newest first, of one group such as a project, or of all. */
  list(limit: number, groupId: string | null = null): Shown[] {
    const { ledger, connectionId } = this.#deps;
    const records = groupId === null ? ledger.listOf(connectionId, limit) : ledger.list(limit, groupId);
    return records.filter((record) => record.connectionId === connectionId).map(ledger.kind.shown);
  }

  /** @throws AppError `not_found`. */
  get(id: string): Stored {
    return this.#deps.ledger.get(id);
  }

  /** Resolves when no more work on the job is running in this session. */
  async settled(id: string): Promise<void> {
    await this.#tasks.settled(id);
    await this.#ends.settled(id);
  }

  /**
   * Cancels a job: at once where it ends here, else as soon as the service confirms.
   * @throws AppError `not_found`, `conflict` when it has ended, as the client when the service cannot be reached, and
   * `disk_full` with the reason `end_not_saved` when it is cancelled but not saved yet.
   */
  async cancel(id: string): Promise<Shown> {
    const { ledger } = this.#deps;
    const record = ledger.get(id);
    if (ledger.kind.isFinished(record)) throw new AppError('conflict', 'It has ended already.');
    if (this.endsHere(record)) {
      if (!this.#tasks.cancel(id)) this.#end(id);
      await settleWithin(longestStopMs, this.#tasks.settled(id));
      if (!ledger.kind.isFinished(ledger.get(id))) this.#end(id);
      await ledger.storeEnd(id).catch((error: unknown) => {
        throw cancelledUnsaved(error);
      });
    } else await this.#cancelThere(id, record);
    return this.shown(id);
  }

  /** Stops all work and waits for it, a few seconds at most. Later ends are found at the next start. */
  async dispose(): Promise<void> {
    await settleWithin(longestStopMs, this.#tasks.dispose());
    await this.#ends.dispose();
    await this.#storeLastEnds();
  }

  /**
   * Returns a job that may be retried. Only the latest retry can be retried again: a second retry of the same job would
   * be done, and paid for, twice.
   * @throws AppError `not_found`, `conflict` unless it ended without success and was not retried yet.
   */
  protected getRetryable(id: string): Stored {
    const { ledger } = this.#deps;
    const record = ledger.get(id);
    if (!ledger.kind.isFinished(record) || hasSucceeded(record)) {
      throw new AppError('conflict', 'Only what ended without success can be started again.');
    }
    if (record.retriedAs !== undefined && ledger.peek(record.retriedAs) !== null) {
      throw new AppError('conflict', 'It was started again already.');
    }
    return record;
  }

  /** Records a new job and starts it. @throws AppError `disk_full`. */
  protected add(record: Stored): Shown {
    const { ledger } = this.#deps;
    ledger.put(record);
    this.run(ledger.kind.idOf(record));
    return ledger.kind.shown(record);
  }

  /**
   * Adds the retry of a job. Notes it in the retried job first, so that no retry runs unrecorded.
   * @throws AppError as `add`.
   */
  protected addRetry(retried: Stored, record: Stored): Shown {
    const { ledger } = this.#deps;
    const { idOf } = ledger.kind;
    const note = (retriedAs: string | undefined): void => {
      ledger.updateEnded(idOf(retried), { retriedAs } as Partial<Stored>);
    };
    note(idOf(record));
    try {
      return this.add(record);
    } catch (error) {
      note(undefined);
      throw error;
    }
  }

  /** Runs a job; does nothing if it is running already. */
  protected run(id: string): void {
    if (this.#tasks.isRunning(id)) return;
    this.#tasks.run(id, async (signal) => {
      await this.perform(id, signal);
      if (this.#deps.ledger.hasEndToStore(id)) this.#storeEnd(id);
    });
  }

  protected shown(id: string): Shown {
    const { ledger } = this.#deps;
    return ledger.kind.shown(ledger.get(id));
  }

  #end(id: string): void {
    this.#deps.ledger.finish(id, 'cancelled');
    this.#storeEnd(id);
  }

  /** Saves the end of a job, however long the disk is full. */
  #storeEnd(id: string): void {
    const { ledger, onFinished } = this.#deps;
    if (this.#ends.isRunning(id)) return;
    this.#ends.run(id, async (signal) => {
      await storeWithRetry(() => ledger.storeEnd(id), this.#deps, signal);
      onFinished(ledger.get(id));
    });
  }

  /** Makes a last attempt to save ends that the disk has not taken. */
  async #storeLastEnds(): Promise<void> {
    const { ledger, log, connectionId } = this.#deps;
    const storing = ledger.idsOfUnstoredEnds(connectionId).map((id) =>
      ledger.storeEnd(id).catch((error: unknown) => {
        const message = `The end of a ${ledger.kind.name} is lost: it could not be saved before the app closed.`;
        log.error(message, error, { id });
      }),
    );
    await Promise.all(storing);
  }

  async #cancelThere(id: string, record: Stored): Promise<void> {
    const { ledger } = this.#deps;
    ledger.noteCancelling(id, true);
    try {
      await this.cancelThere?.(record, AbortSignal.timeout(maxCancelMs));
    } catch (error) {
      ledger.noteCancelling(id, false);
      throw error;
    }
  }
}
