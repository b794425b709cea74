import type { RateGroup } from '../../../src-shared/api/rate-groups.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import { isNotGiven, needsOf } from '../../../src-shared/error-policy.ts';
import type { RateBudget } from '../../api/budget/rate-budget.ts';
import type { Availability } from '../../api/http/availability.ts';
import { appIsClosing, longestNapMs, stopErrorOf, wait } from '../../foundation/wait.ts';
import type { Clock, Log, Power } from '../../platform.ts';
import type { FollowedJob, JobFollower, OnReading } from './followed-job.ts';
import { FollowedJobs } from './followed-jobs.ts';
import { type JobListCache, missingOnList } from './job-list-cache.ts';
import type { JobReader } from './job-readers.ts';
import { isTerminalStatus, type JobKind, type JobReading, type JobRef } from './job-ref.ts';

export interface JobScheduleDeps {
  readonly readers: Readonly<Record<JobKind, JobReader>>;
  readonly budget: RateBudget;
  readonly availability: Pick<Availability, 'state' | 'onChange' | 'lookNow'>;
  readonly power: Pick<Power, 'onResume'>;
  readonly clock: Clock;
  readonly log: Log;
  /** True if the jobs share this computer, so that the end of one changes the speed of the others. */
  readonly isLocal: boolean;
  /** Random number from 0 to 1 that spreads the readings. */
  readonly random?: () => number;
}

export interface FollowJobOptions {
  readonly signal: AbortSignal;
  /** Called for every reading, the last one too. When it throws, it is called again with the next reading. */
  readonly onUpdate: OnReading;
  /** Typical duration of the job; default is that of its kind. */
  readonly expectedSeconds?: number;
}

const gatherMs = 10;
/** Time past the longest pause after which the computer counts as having slept. */
const sleptMs = 15_000;
const maxAtOnce = 4;
const spreadPerJobMs = 250;
const longestSpreadMs = 5_000;

/**
 * Follows every job of one connection within its rate budget. Reads a job often near its expected end and
 * seldom during long work, and many jobs with one request where the service has a list. The number of requests an hour
 * is bounded however many jobs there are. Sends no request while the connection is not online.
 */
export class JobSchedule {
  readonly #deps: JobScheduleDeps;
  readonly #readers: Readonly<Record<JobKind, JobReader>>;
  readonly #random: () => number;
  readonly #jobs: FollowedJobs;
  readonly #reading = new Map<JobKind, number>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopper = new AbortController();
  readonly #unsubscribe: (() => void)[] = [];
  #cancelPump: (() => void) | null = null;
  #pumpAtMs = Infinity;
  #armedAt = { nowMs: 0, monotonicMs: 0 };

  constructor(deps: JobScheduleDeps) {
    this.#deps = deps;
    this.#readers = deps.readers;
    this.#jobs = new FollowedJobs(deps.readers);
    this.#random = deps.random ?? Math.random;
  }

  start(): void {
    const { availability, power } = this.#deps;
    this.#unsubscribe.push(
      availability.onChange((state) => {
        if (state === 'online') this.#restart();
      }),
      power.onResume(() => {
        this.lookNow();
      }),
    );
  }

  /** Number of jobs that are followed now. */
  get followedCount(): number {
    return this.#jobs.count;
  }

  /**
   * Resolves with the terminal reading (specification §3). Waits out failures of the network, the service and the
   * sign-in; the failure of one job does not stop the readings of others.
   * @throws AppError `not_found` when the job vanished (three readings in a row), as the service answers when it may no
   * longer be read, `cancelled` when the signal is aborted or the app closes.
   */
  follow(ref: JobRef, options: FollowJobOptions): Promise<JobReading> {
    const { signal, onUpdate, expectedSeconds } = options;
    return new Promise<JobReading>((resolve, reject) => {
      const stopping = [signal, this.#stopper.signal].find((one) => one.aborted);
      if (stopping) {
        reject(stopErrorOf(stopping));
        return;
      }
      const stop = (): void => {
        this.#jobs.remove(ref, follower);
        reject(stopErrorOf(signal));
      };
      const follower: JobFollower = {
        onUpdate,
        resolve: (reading) => {
          signal.removeEventListener('abort', stop);
          resolve(reading);
        },
        reject: (error) => {
          signal.removeEventListener('abort', stop);
          reject(error);
        },
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#jobs.add(ref, follower, this.#deps.clock.monotonicMs(), expectedSeconds);
      // Jobs added together are read together.
      this.#pumpIn(gatherMs);
    });
  }

  /** Reads all jobs soon, spread over a few seconds, instead of when due; also retries a service that was offline. */
  lookNow(): void {
    if (this.#stopper.signal.aborted) return;
    this.#deps.availability.lookNow();
    this.#restart();
  }

  /** Ends all following with `cancelled`. */
  async dispose(): Promise<void> {
    this.#stopper.abort(appIsClosing);
    this.#cancelPump?.();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const job of this.#jobs.all) job.fail(appIsClosing);
    await Promise.all(this.#running);
  }

  /** Makes all jobs due again, spread over time to avoid a burst. */
  #restart(): void {
    const nowMs = this.#deps.clock.monotonicMs();
    const spanMs = Math.min(longestSpreadMs, spreadPerJobMs * this.#jobs.count);
    this.#deps.budget.drainPolls();
    for (const job of this.#jobs.all) job.restart(nowMs + this.#random() * spanMs);
    this.#pumpIn(gatherMs);
  }

  /** Sends due readings within the rate budget, and sets the timer for the next ones. */
  #pump(): void {
    this.#cancelPump = null;
    this.#pumpAtMs = Infinity;
    if (this.#stopper.signal.aborted || this.#jobs.count === 0) return;
    if (this.#deps.availability.state !== 'online') return;
    if (this.#hasSlept()) {
      this.#restart();
      return;
    }
    const nowMs = this.#deps.clock.monotonicMs();
    let nextMs = nowMs + longestNapMs;
    for (const listCache of this.#jobs.lists) nextMs = Math.min(nextMs, this.#pumpList(listCache, nowMs));
    for (const kind of Object.keys(this.#readers) as JobKind[]) {
      nextMs = Math.min(nextMs, this.#pumpSingles(kind, nowMs));
    }
    this.#pumpIn(nextMs - nowMs);
  }

  /** Starts a round of the list if it is due. @returns the time to check again. */
  #pumpList(listCache: JobListCache, nowMs: number): number {
    const { budget } = this.#deps;
    const { list } = listCache.reader;
    if (!list || listCache.isBusy || !listCache.isUsed(nowMs)) return Infinity;
    const dueMs = listCache.dueMs(nowMs);
    if (dueMs > nowMs) return dueMs;
    if (!budget.takePoll(list.group)) return nowMs + budget.msUntilPoll(list.group);
    this.#run(this.#readList(listCache, nowMs));
    return Infinity;
  }

  /** Starts as many single readings as allowed. @returns the time to check again. */
  #pumpSingles(kind: JobKind, nowMs: number): number {
    const { budget } = this.#deps;
    const { single } = this.#readers[kind];
    if (!single) return Infinity;
    for (;;) {
      const { job, nextDueMs } = this.#jobs.mostUrgent(kind, nowMs);
      if (!job) return nextDueMs;
      if ((this.#reading.get(kind) ?? 0) >= maxAtOnce) return Infinity;
      if (!budget.takePoll(single.group)) return nowMs + budget.msUntilPoll(single.group);
      this.#run(this.#readSingle(job, single));
    }
  }

  async #readSingle(job: FollowedJob, single: NonNullable<JobReader['single']>): Promise<void> {
    const { kind } = job.ref;
    const { signal } = this.#stopper;
    job.isBeingRead = true;
    this.#reading.set(kind, (this.#reading.get(kind) ?? 0) + 1);
    try {
      this.#note(job, await single.read(job.ref, signal));
    } catch (error) {
      if (signal.aborted) return;
      this.#deps.log.info('A job could not be read.', { ...job.ref, error });
      this.#noteFailure(job, error);
    } finally {
      job.isBeingRead = false;
      this.#reading.set(kind, (this.#reading.get(kind) ?? 1) - 1);
    }
  }

  async #readList(listCache: JobListCache, nowMs: number): Promise<void> {
    const { signal } = this.#stopper;
    const group = listCache.reader.list?.group;
    try {
      const missing = await listCache.read(nowMs, {
        signal,
        takeTurn: async () => group !== undefined && this.#takeTurn(group, signal),
        onReading: (job, reading) => {
          this.#note(job, reading);
        },
      });
      for (const job of missing) this.#noteFailure(job, missingOnList(job.ref));
    } catch (error) {
      if (!signal.aborted) this.#noteListFailure(listCache, error);
    }
  }

  #noteListFailure(listCache: JobListCache, error: unknown): void {
    const isOfList = needsOf(error) === null || isNotGiven(error);
    this.#deps.log.warn('A list of jobs could not be read.', { jobs: listCache.jobs.size, error });
    // The list may fail while single readings work.
    if (isOfList && listCache.giveUp(this.#deps.clock.monotonicMs())) return;
    for (const job of [...listCache.jobs]) if (!job.isUnlisted) this.#noteFailure(job, error);
  }

  #note(job: FollowedJob, reading: JobReading): void {
    const { clock, log, isLocal } = this.#deps;
    const nowMs = clock.monotonicMs();
    job.take(reading, nowMs, this.#random(), log);
    this.#jobs.forgetIfAlone(job);
    if (!isTerminalStatus(reading.status)) return;
    // The service begins the next one when a job ends.
    for (const other of this.#jobs.all) {
      if (other.isWaiting) other.dueMs = Math.min(other.dueMs, nowMs);
      else if (isLocal) other.measureAnew();
    }
  }

  #noteFailure(job: FollowedJob, error: unknown): void {
    const nowMs = this.#deps.clock.monotonicMs();
    if (isMissing(error)) job.miss(error, nowMs);
    else if (needsOf(error) !== null) job.postpone(nowMs, this.#random());
    else job.fail(error);
    this.#jobs.forgetIfAlone(job);
  }

  #run(work: Promise<void>): void {
    const running = work.finally(() => {
      this.#running.delete(running);
      this.#pumpIn(0);
    });
    this.#running.add(running);
  }

  /** Waits for the rate budget. False when the connection went offline meanwhile. */
  async #takeTurn(group: RateGroup, signal: AbortSignal): Promise<boolean> {
    const { availability, budget, clock } = this.#deps;
    while (availability.state === 'online') {
      if (budget.takePoll(group)) return true;
      const waitMs = budget.msUntilPoll(group);
      await wait(clock, Math.min(longestNapMs, Math.max(1, waitMs)), signal);
    }
    return false;
  }

  /** Schedules a pump; keeps an earlier timer. */
  #pumpIn(delayMs: number): void {
    const { clock } = this.#deps;
    const atMs = clock.monotonicMs() + delayMs;
    if (this.#stopper.signal.aborted || this.#pumpAtMs <= atMs) return;
    this.#cancelPump?.();
    this.#pumpAtMs = atMs;
    this.#armedAt = { nowMs: clock.now(), monotonicMs: clock.monotonicMs() };
    this.#cancelPump = clock.schedule(Math.min(longestNapMs, Math.max(1, delayMs)), () => {
      this.#pump();
    });
  }

  /** True if the wall clock or the monotonic clock is far beyond the time that the timer was set for. */
  #hasSlept(): boolean {
    const { clock } = this.#deps;
    const byNowMs = clock.now() - this.#armedAt.nowMs;
    const byMonotonicMs = clock.monotonicMs() - this.#armedAt.monotonicMs;
    return Math.max(byNowMs, byMonotonicMs) > longestNapMs + sleptMs;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}
