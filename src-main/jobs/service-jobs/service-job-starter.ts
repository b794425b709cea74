import { AppError } from '../../../src-shared/app-error.ts';
import { isPassing, isWaitedFor } from '../../../src-shared/error-policy.ts';
import type { Availability } from '../../api/availability.ts';
import type { HttpClient } from '../../api/http-client.ts';
import { mayHaveBeenReceived } from '../../api/transport-errors.ts';
import { KeyedLock } from '../../foundation/semaphore.ts';
import { storeWithRetry } from '../../foundation/store-with-retry.ts';
import { stopErrorOf } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import type { ServiceJobRecord } from '../../state/service-job-repository.ts';
import { readWithRetry, waitToRetry } from '../retry.ts';
import { searchLostStart } from '../search-lost-start.ts';
import type { Finding, StartFinder } from './lost-start.ts';
import { knownIds, type ServiceJobLedger } from './service-job-ledger.ts';
import { startFinders, startKeyOf } from './start-finders.ts';
import { sendStart, type StartedJob } from './started-job.ts';

export interface ServiceJobStarterDeps {
  readonly ledger: ServiceJobLedger;
  readonly http: HttpClient;
  readonly availability: Pick<Availability, 'whenReady'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Starts each job once: journals the intent before sending the request, and searches for the job after a lost answer.
 */
export class ServiceJobStarter {
  readonly #deps: ServiceJobStarterDeps;
  readonly #turns = new KeyedLock();

  constructor(deps: ServiceJobStarterDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when the record has its id at the service, or is `unknown` because it is unclear whether the service took
   * the job. While the service cannot be used, the record waits as `queued`.
   * @throws AppError as the service refuses it, `start_unconfirmed` when it shows no such job, `cancelled`.
   */
  async start(jobId: string, signal: AbortSignal): Promise<void> {
    const { ledger, availability } = this.#deps;
    for (let attempt = 0; ; attempt += 1) {
      try {
        await availability.whenReady(signal);
        await this.#turns.run(startKeyOf(ledger.get(jobId)), signal, () => this.#try(jobId, signal));
        return;
      } catch (error) {
        if (signal.aborted) throw stopErrorOf(signal);
        const record = ledger.get(jobId);
        // A job cancelled before the service had it counts as cancelled, whatever failed meanwhile.
        if (record.isCancelling) throw calledOff(error);
        if (!this.#isWorthAgain(record, error)) throw error;
        if (record.state !== 'queued') this.#noteUnsent(jobId);
        await waitToRetry(error, attempt, this.#deps, signal);
      }
    }
  }

  /** An unsent request waits out any temporary failure; a sent one without effect waits only for blockers. */
  #isWorthAgain({ state }: ServiceJobRecord, error: unknown): boolean {
    const hasLeft = state === 'starting';
    if (hasLeft && mayHaveBeenReceived(error)) return false;
    return isWaitedFor(error) || (!hasLeft && isPassing(error));
  }

  async #try(jobId: string, signal: AbortSignal): Promise<void> {
    const { ledger, http, clock } = this.#deps;
    const record = ledger.get(jobId);
    const finder = startFinders[record.kind];
    if (record.state === 'starting') {
      await this.#findLost(record, null, signal);
      return;
    }
    const newestBefore = finder
      ? await readWithRetry(() => finder.newest(http, record, signal), this.#deps, signal)
      : null;
    const onSend = (clockAheadMs: number | null): void => {
      const submittedAtMs = clock.now();
      ledger.update(jobId, { state: 'starting', submittedAtMs, clockAheadMs, newestBefore });
    };
    const onRefused = (): void => {
      this.#noteUnsent(jobId);
    };
    try {
      await this.#keep(jobId, await sendStart(http, record, signal, { onSend, onRefused }), signal);
    } catch (error) {
      const hasLeft = ledger.get(jobId).state === 'starting';
      if (signal.aborted || !hasLeft || !mayHaveBeenReceived(error)) throw error;
      await this.#findLost(record, error, signal);
    }
  }

  /** Notes that the service has nothing of this job. */
  #noteUnsent(jobId: string): void {
    this.#deps.ledger.update(jobId, { state: 'queued', submittedAtMs: null });
  }

  /**
   * Saves the id of a job, however long the disk is full, because it costs credits. After a crash it is found as a lost
   * start.
   */
  async #keep(
    jobId: string,
    { remoteIds, parentId, projectId }: StartedJob,
    signal: AbortSignal,
  ): Promise<void> {
    const [remoteId = null] = remoteIds;
    const several = remoteIds.length > 1 ? [...remoteIds] : [];
    const change = { state: 'running', remoteId, remoteIds: several, parentId, projectId } as const;
    await storeWithRetry(() => this.#deps.ledger.update(jobId, change), this.#deps, signal);
  }

  /** Finds the job of a start whose answer was lost; never sends it again. @throws AppError as `searchLostStart`. */
  async #findLost({ jobId, kind }: ServiceJobRecord, cause: unknown, signal: AbortSignal): Promise<void> {
    const { ledger, log } = this.#deps;
    const finder = startFinders[kind];
    log.warn('The answer to a start was lost; its job is looked for.', { jobId, cause });
    const look = finder && ((): Promise<Finding> => this.#find(jobId, finder, signal));
    try {
      await this.#keep(jobId, await searchLostStart({ look, cause, what: kind }, this.#deps, signal), signal);
    } catch (error) {
      if (!(error instanceof AppError) || error.details['outcome'] !== 'unclear') throw error;
      ledger.finish(jobId, 'unknown', { error });
    }
  }

  #find(jobId: string, finder: StartFinder, signal: AbortSignal): Promise<Finding> {
    const { ledger, http, clock } = this.#deps;
    return finder.find({ http, record: ledger.get(jobId), knownIds: knownIds(ledger), clock, signal });
  }
}

function calledOff(cause: unknown): AppError {
  return new AppError('cancelled', 'Cancelled before the service received it.', { cause });
}
