import type { MediaEngine } from '@dailies/media';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import { describeError, isFinalError } from '../describe-error.ts';
import { newId } from '../new-id.ts';
import type { ServiceLog } from '../service-log.ts';
import type { ServiceDatabase } from '../store/database/service-database.ts';
import type { FileStore } from '../store/disk/file-store.ts';
import type { WorkFolders } from '../store/disk/work-folders.ts';
import type { JobHead, JobRepository } from '../store/records/job-repository.ts';
import { AttemptProgress } from './attempt-progress.ts';
import type { AnyStage, JobKind, QueueName, StageOutcome } from './job-kind.ts';

const maxRetries = 2;
const firstRetryDelayMs = 1_000;
const unwritableDelayMs = 2_000;
/** Classes of jobs on the threads of the media engine: short jobs go first, in each class the oldest. */
const ranks: Readonly<Record<QueueName, number>> = { short: 0, tools: 1, long: 2, streaming: 3 };

export interface JobRunDeps {
  readonly jobs: JobRepository;
  readonly database: ServiceDatabase;
  readonly workFolders: WorkFolders;
  readonly fileStore: FileStore;
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly engine: Pick<MediaEngine, 'inTurn'>;
  /** Called for every job that ends, within the transaction that ends it. */
  readonly onEnded: (job: EndedJob) => void;
}

/** A job that has just reached a terminal state. */
export interface EndedJob {
  readonly kind: string;
  readonly jobId: string;
  readonly status: 'succeeded' | 'failed' | 'cancelled';
}

/** Thrown if the job left the running state while a stage was running. */
class JobEndedError extends Error {}

/** Runs one job from its first incomplete stage to its terminal state. */
export class JobRun {
  readonly #deps: JobRunDeps;
  readonly #kind: JobKind;
  readonly #jobId: string;
  readonly #abort = new AbortController();
  #isStopping = false;
  #progress = new AttemptProgress([]);

  constructor(deps: JobRunDeps, kind: JobKind, jobId: string) {
    this.#deps = deps;
    this.#kind = kind;
    this.#jobId = jobId;
  }

  get kind(): JobKind {
    return this.#kind;
  }

  get progressPercentage(): number {
    return this.#progress.percentage;
  }

  get stageName(): string | null {
    return this.#progress.stageName;
  }

  /** Aborts the work of a job whose record is already cancelled. */
  cancel(): void {
    this.#abort.abort();
  }

  /** Aborts the work because the service stops. The job stays running in its record, and the next start resumes it. */
  stop(): void {
    this.#isStopping = true;
    this.#abort.abort();
  }

  /** Never rejects. */
  async run(): Promise<void> {
    const { jobs, workFolders, log } = this.#deps;
    try {
      await this.#runAttempts();
    } catch (error) {
      if (this.#isStopping && jobs.isUnfinished(this.#jobId)) {
        jobs.markStoppedInOrder(this.#jobId);
        return;
      }
      if (jobs.isUnfinished(this.#jobId)) await this.#fail(error);
    }
    await workFolders.remove(this.#jobId).catch((error: unknown) => {
      log({ level: 'warn', message: 'A work folder could not be removed', jobId: this.#jobId, error });
    });
  }

  async #runAttempts(): Promise<void> {
    for (let retries = 0; ; retries += 1) {
      try {
        await this.#runStages(retries === maxRetries);
        return;
      } catch (error) {
        if (this.#abort.signal.aborted || error instanceof JobEndedError) throw error;
        const failure = describeError(error, this.#deps.log);
        if (isFinalError(error) || retries === maxRetries) throw failure;
        this.#deps.log({ level: 'warn', message: 'An attempt is repeated', jobId: this.#jobId });
        this.#deps.jobs.raiseAttempt(this.#jobId);
        this.#progress = new AttemptProgress([]);
        await this.#deps.clock.wait(firstRetryDelayMs * 4 ** retries, this.#abort.signal);
      }
    }
  }

  async #runStages(isLastAttempt: boolean): Promise<void> {
    const { jobs, workFolders } = this.#deps;
    const head = jobs.find(this.#jobId);
    const stored = jobs.readState(this.#jobId);
    if (!head || !stored) throw new ApiError(500, 'internal_error', 'The stored job is damaged.');
    const stages = this.#kind.stagesOf(stored.value);
    const workFolder = await workFolders.make(this.#jobId);
    this.#progress = new AttemptProgress(stages);
    let state = stored.value;
    for (
      let index = await firstStageToRun(stages, head, state, workFolder);
      index < stages.length;
      index += 1
    ) {
      this.#progress.enter(index);
      const stage = stages[index];
      const place = { index, count: stages.length, isLastAttempt };
      const turn = { rank: ranks[this.#kind.queue], order: head.jobOrder };
      const run = (each: AnyStage): Promise<unknown> => this.#runStage(each, state, workFolder, place);
      if (stage) state = await this.#deps.engine.inTurn(turn, () => run(stage));
    }
  }

  async #runStage(
    stage: AnyStage,
    state: unknown,
    workFolder: string,
    place: { index: number; count: number; isLastAttempt: boolean },
  ): Promise<unknown> {
    const { signal } = this.#abort;
    const takenIn = new Set<string>();
    try {
      signal.throwIfAborted();
      const outcome = await stage.run({
        jobId: this.#jobId,
        state,
        workFolder,
        signal,
        isLastAttempt: place.isLastAttempt,
        onProgress: (fraction) => this.#progress.report(fraction),
        takeIn: async (fileName, sourcePath, fileId = newId('file')) => {
          takenIn.add(fileId);
          await this.#deps.fileStore.adopt(fileId, fileName, sourcePath);
          return fileId;
        },
      });
      signal.throwIfAborted();
      this.#record(outcome, place);
      return outcome.state;
    } catch (error) {
      for (const fileId of takenIn) await this.#deps.fileStore.remove(fileId);
      throw error;
    }
  }

  #record(outcome: StageOutcome<unknown>, place: { index: number; count: number }): void {
    this.#progress.report(1);
    this.#deps.database.transaction(() => {
      const isStillRunning = this.#deps.jobs.completeStage(this.#jobId, {
        completedStages: place.index + 1,
        state: outcome.state,
        progressPercentage: this.#progress.percentage,
      });
      if (!isStillRunning) throw new JobEndedError();
      outcome.record?.();
      if (place.index + 1 < place.count) return;
      this.#deps.jobs.finish(this.#jobId, { status: 'succeeded' });
      this.#reportEnd('succeeded');
    });
  }

  #reportEnd(status: EndedJob['status']): void {
    this.#deps.onEnded({ kind: this.#kind.kind, jobId: this.#jobId, status });
  }

  /** Records a failure. Removes the job's files first, which on a full disk makes room to write the record. */
  async #fail(error: unknown): Promise<void> {
    const { jobs, workFolders, clock, log } = this.#deps;
    const failure = describeError(error, log).toBody();
    await workFolders.remove(this.#jobId).catch(() => undefined);
    const stored = jobs.readState(this.#jobId);
    while (!this.#isStopping) {
      try {
        this.#deps.database.transaction(() => {
          const end = {
            status: 'failed',
            error: failure,
            progressPercentage: this.#progress.percentage,
          } as const;
          if (!jobs.finish(this.#jobId, end)) return;
          if (stored) this.#kind.recordFailure?.(stored.value);
          this.#reportEnd('failed');
        });
        return;
      } catch (writeError) {
        log({
          level: 'error',
          message: 'A failure could not be written down',
          jobId: this.#jobId,
          error: writeError,
        });
        await clock.wait(unwritableDelayMs, this.#abort.signal).catch(() => undefined);
      }
    }
  }
}

/** Returns the index after the last complete stage whose results still exist. */
async function firstStageToRun(
  stages: readonly AnyStage[],
  head: JobHead,
  state: unknown,
  workFolder: string,
): Promise<number> {
  for (let index = Math.min(head.completedStages, stages.length); index > 0; index -= 1) {
    if (await stages[index - 1]?.isIntact(state, workFolder)) return index;
  }
  return 0;
}
