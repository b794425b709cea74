import { AppError } from '../../../src-shared/app-error.ts';
import { isPassing, isWaitedFor } from '../../../src-shared/error-policy.ts';
import type { Availability } from '../../api/http/availability.ts';
import { mayHaveBeenReceived } from '../../api/http/transport-errors.ts';
import { startOnce } from '../../api/start-once.ts';
import { KeyedLock, Semaphore } from '../../foundation/semaphore.ts';
import { storeWithRetry } from '../../foundation/store-with-retry.ts';
import { throwIfStopped } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import type { JobLedger, JobRecord } from '../run/job-ledger.ts';
import { repeat } from '../run/retry.ts';
import { requireNotRefused } from './known-refusal.ts';
import { searchLostStart } from './search-lost-start.ts';
import type { StartTime } from './start-window.ts';

/** Record of a job that starts at the service: `queued`, `starting` when its request leaves, then `running`. */
export type StartRecord = JobRecord & StartTime;

/** `StartHooks` that also journal fields of the kind when the request leaves. */
export interface JobStartHooks<Stored> {
  readonly onSend: (clockAheadMs: number | null, fields?: Partial<Stored>) => void;
  readonly onRefused: () => void;
}

/** Sends the start request of a job, once. Returns the fields that the job has from its start. */
export type SendStart<Stored> = (hooks: JobStartHooks<Stored>) => Promise<Partial<Stored>>;

/** How jobs of one kind start. */
export interface JobStart<Stored> {
  /** Number of jobs prepared and started at once; the others wait. */
  readonly maxAtOnce: number;
  /** Returns the key of starts that could be confused: one at a time is sent and, if necessary, looked for. */
  keyOf(record: Stored): string;
  /** Does what has to precede the request of an unsent job. Repeated with each attempt. */
  prepare(record: Stored, signal: AbortSignal): Promise<SendStart<Stored>>;
  /** True if the service keeps a list in which a lost start can be found. */
  isListed(record: Stored): boolean;
  /** Looks for the job of a lost start, as `LostStartSearch.look`. */
  find(record: Stored, signal: AbortSignal): Promise<Partial<Stored> | 'none' | 'unclear'>;
  /** Returns the choices of a request, as `optionsOf`; null for one that the service is asked in any case. */
  optionsOf(record: Stored): string | null;
}

export interface JobStarterDeps<Stored extends StartRecord, Shown> {
  readonly ledger: JobLedger<Stored, Shown>;
  readonly calls: JobStart<Stored>;
  readonly availability: Pick<Availability, 'whenReady'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Starts each job of one kind once: journals the intent before the request leaves, sends it once, and looks for the job
 * after a lost answer. The user decides about a start that cannot be found, and about one that the service has refused
 * before for want of a plan or an add-on.
 */
export class JobStarter<Stored extends StartRecord, Shown> {
  readonly #deps: JobStarterDeps<Stored, Shown>;
  readonly #places: Semaphore;
  readonly #turns = new KeyedLock();

  constructor(deps: JobStarterDeps<Stored, Shown>) {
    this.#deps = deps;
    this.#places = new Semaphore(deps.calls.maxAtOnce);
  }

  /**
   * Resolves when the record has its id at the service. While the service cannot be used, an unsent job waits.
   * @throws AppError as the service refuses it, `start_unconfirmed`, `cancelled`.
   */
  start(id: string, signal: AbortSignal): Promise<void> {
    const attempt = (): Promise<void> => this.#try(id, signal);
    const requeue = (error: unknown): boolean => this.#requeue(id, error);
    return this.#places.run(signal, () => repeat(attempt, requeue, this.#deps, signal));
  }

  /**
   * Puts a job back into the queue where another attempt makes sense: an unsent request waits out any temporary failure,
   * a refused one only blockers.
   * @returns false where it makes none.
   * @throws AppError `cancelled`.
   */
  #requeue(id: string, error: unknown): boolean {
    const { state, isCancelling } = this.#deps.ledger.get(id);
    if (isCancelling) throw calledOff(error);
    const isSent = state === 'starting';
    if (isSent && mayHaveBeenReceived(error)) return false;
    if (!isWaitedFor(error) && (isSent || !isPassing(error))) return false;
    if (state !== 'queued') this.#noteUnsent(id);
    return true;
  }

  async #try(id: string, signal: AbortSignal): Promise<void> {
    const { ledger, calls, availability } = this.#deps;
    await availability.whenReady(signal);
    const record = ledger.get(id);
    const isSent = (): boolean => ledger.get(id).state === 'starting';
    if (!isSent()) requireNotRefused(ledger, id, (each) => calls.optionsOf(each));
    const send = isSent() ? null : await calls.prepare(record, signal);
    const find = (cause: unknown): Promise<Partial<Stored>> => this.#findLost(id, cause, signal);
    await this.#turns.run(calls.keyOf(record), signal, async () => {
      await availability.whenReady(signal);
      throwIfStopped(signal);
      const hooks = this.#hooksOf(id);
      const fields = await startOnce({ isSent, send: send && (() => send(hooks)), find }, signal);
      // A job that costs credits is saved however long the disk is full. After a crash it is found as a lost start.
      const store = (): Stored => ledger.update(id, { ...fields, state: 'running' });
      await storeWithRetry(store, this.#deps, signal);
    });
  }

  #hooksOf(id: string): JobStartHooks<Stored> {
    const { ledger, clock } = this.#deps;
    return {
      onSend: (clockAheadMs, fields) => {
        ledger.update(id, {
          ...fields,
          state: 'starting',
          submittedAtMs: clock.now(),
          clockAheadMs,
        } as Partial<Stored>);
      },
      onRefused: () => {
        if (ledger.get(id).isCancelling) throw calledOff(null);
        this.#noteUnsent(id);
      },
    };
  }

  /** Notes that the service has nothing of the job. */
  #noteUnsent(id: string): void {
    this.#deps.ledger.update(id, { state: 'queued', submittedAtMs: null } as Partial<Stored>);
  }

  #findLost(id: string, cause: unknown, signal: AbortSignal): Promise<Partial<Stored>> {
    const { ledger, calls, log } = this.#deps;
    const { name, thingOf } = ledger.kind;
    const record = ledger.get(id);
    log.warn(`The answer to the start of a ${name} was lost; the app looks for it at the service.`, {
      id,
      cause,
    });
    const look = calls.isListed(record) ? () => calls.find(ledger.get(id), signal) : null;
    return searchLostStart({ look, cause, what: thingOf?.(record) }, this.#deps, signal);
  }
}

/** Returns `cancelled` for a start cancelled before the service had it, whatever failed meanwhile. */
function calledOff(cause: unknown): AppError {
  return new AppError('cancelled', 'Cancelled before the service received it.', { cause });
}
