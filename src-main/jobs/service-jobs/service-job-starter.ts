import { AppError } from '../../../src-shared/app-error.ts';
import type { Availability } from '../../api/availability.ts';
import type { HttpClient } from '../../api/http-client.ts';
import { mayHaveBeenReceived } from '../../api/transport-errors.ts';
import { Turns } from '../../concurrency/turns.ts';
import { stopErrorOf, wait } from '../../concurrency/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import type { ServiceJobRecord } from '../../store/service-job-repository.ts';
import { startUnconfirmed } from '../start-unconfirmed.ts';
import { isPassing, isWaitedFor, readPatiently, storePatiently, waitOut } from '../waiting.ts';
import type { Finding, StartFinder } from './lost-start.ts';
import type { ServiceJobLedger } from './service-job-ledger.ts';
import { startFinders, startKeyOf } from './start-finders.ts';
import { isRepeatable, sendStart, type StartedJob } from './started-job.ts';

export interface ServiceJobStarterDeps {
  readonly ledger: ServiceJobLedger;
  readonly http: HttpClient;
  readonly availability: Pick<Availability, 'whenReady'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A lost start is looked for so often, with these pauses, before it counts as never made. */
const lookupPausesMs: readonly number[] = [2_000, 5_000, 10_000, 20_000];

/** Gets a job started once: the intent is journalled before the request leaves, and a lost answer is looked for. */
export class ServiceJobStarter {
  readonly #deps: ServiceJobStarterDeps;
  readonly #turns = new Turns(1);

  constructor(deps: ServiceJobStarterDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when the record has its id at the service, or is `unknown` because it could not be told whether the
   * service took it. While the service cannot be worked with, the record waits as `queued`.
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
        // What was called off before the service had it was not failed by what happened meanwhile.
        if (record.isCancelling) throw calledOff(error);
        if (!this.#isWorthAgain(record, error, attempt)) throw error;
        if (record.state !== 'queued') ledger.update(jobId, { state: 'queued', submittedAtMs: null });
        await waitOut(error, attempt, this.#deps, signal);
      }
    }
  }

  /** A request that did not leave waits for whatever passes; one that left without effect for what work waits for. */
  #isWorthAgain(record: ServiceJobRecord, error: unknown, attempt: number): boolean {
    if (isWaitedFor(error)) return true;
    if (!isPassing(error)) return false;
    return record.state === 'queued' || (isRepeatable(record) && attempt < lookupPausesMs.length);
  }

  async #try(jobId: string, signal: AbortSignal): Promise<void> {
    const { ledger, http, clock } = this.#deps;
    const record = ledger.get(jobId);
    const finder = startFinders[record.kind];
    if (record.state === 'starting' && finder) {
      await this.#findLost(jobId, finder, null, signal);
      return;
    }
    const newestBefore = finder
      ? await readPatiently(() => finder.newest(http, record, signal), this.#deps, signal)
      : null;
    const onSend = (): void => {
      ledger.update(jobId, { state: 'starting', submittedAtMs: clock.now(), newestBefore });
    };
    try {
      await this.#keep(jobId, await sendStart(http, record, signal, onSend), signal);
    } catch (error) {
      const hasLeft = ledger.get(jobId).state === 'starting';
      if (signal.aborted || !finder || !hasLeft || !mayHaveBeenReceived(error)) throw error;
      await this.#findLost(jobId, finder, error, signal);
    }
  }

  /** A job costs credits: its id is kept, however long the disk is full. After a crash it is found as a lost one. */
  async #keep(
    jobId: string,
    { remoteIds, parentId, projectId }: StartedJob,
    signal: AbortSignal,
  ): Promise<void> {
    const [remoteId = null] = remoteIds;
    const several = remoteIds.length > 1 ? [...remoteIds] : [];
    const change = { state: 'running', remoteId, remoteIds: several, parentId, projectId } as const;
    await storePatiently(() => this.#deps.ledger.update(jobId, change), this.#deps, signal);
  }

  /** Finds the job of a start whose answer was lost; never sends it again. */
  async #findLost(jobId: string, finder: StartFinder, cause: unknown, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps;
    log.warn('The answer to a start was lost; its job is looked for.', { jobId, cause });
    let finding: Finding = 'none';
    for (const pauseMs of lookupPausesMs) {
      await wait(clock, pauseMs, signal);
      finding = await readPatiently(() => this.#find(jobId, finder, signal), this.#deps, signal);
      if (typeof finding === 'object') return this.#keep(jobId, finding, signal);
    }
    if (finding === 'unclear') {
      const store = () => this.#deps.ledger.finish(jobId, 'unknown', startUnconfirmed('unclear', cause));
      return storePatiently(store, this.#deps, signal);
    }
    throw cause instanceof AppError && cause.code === 'service_failed'
      ? cause
      : startUnconfirmed('not_started', cause);
  }

  #find(jobId: string, finder: StartFinder, signal: AbortSignal): Promise<Finding> {
    const { ledger, http, clock } = this.#deps;
    return finder.find({ http, record: ledger.get(jobId), knownIds: ledger.knownIds(), clock, signal });
  }
}

function calledOff(cause: unknown): AppError {
  return new AppError('cancelled', 'Called off before the service had it.', { cause });
}
