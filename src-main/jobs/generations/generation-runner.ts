import type { WorkflowRun } from '../../../src-shared/api/workflows.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import { isPassing, isWaitedFor } from '../../../src-shared/error-policy.ts';
import { errorOfFailedJob } from '../../api/api-errors.ts';
import type { Availability } from '../../api/availability.ts';
import type { Projects } from '../../api/projects.ts';
import { mayHaveBeenReceived } from '../../api/transport-errors.ts';
import type { Workflows } from '../../api/workflows.ts';
import { Semaphore } from '../../foundation/semaphore.ts';
import { storeWithRetry } from '../../foundation/store-with-retry.ts';
import { appIsClosing, stopErrorOf, throwIfStopped } from '../../foundation/wait.ts';
import type { MaterialService } from '../../intake/material-service.ts';
import type { Clock, Log } from '../../platform.ts';
import type { GenerationRecord, GenerationRepository } from '../../state/generation-repository.ts';
import type { MaterialOwner, MaterialUploader } from '../../transfers/upload/material-uploader.ts';
import { cancelAtService, waitToRetry } from '../retry.ts';
import type { JobReading } from '../schedule/job-ref.ts';
import type { JobSchedule } from '../schedule/job-schedule.ts';
import { searchLostStart } from '../search-lost-start.ts';
import { noticeOfStatus } from '../status-notice.ts';
import { expectedSeconds } from './expected-seconds.ts';
import { findStartedRun } from './find-started-run.ts';
import { type GenerationLedger, knownRunIds, otherStarts } from './generation-ledger.ts';
import { materialsOf } from './request-materials.ts';
import { startRequest } from './start-request.ts';

export interface GenerationRunnerDeps {
  readonly ledger: GenerationLedger;
  readonly workflows: Workflows;
  readonly projects: Projects;
  readonly uploader: Pick<MaterialUploader, 'upload'>;
  /** Earlier runs, for the estimate of a run's duration. */
  readonly measured: Pick<GenerationRepository, 'listSucceeded'>;
  readonly materials: Pick<MaterialService, 'getMany'>;
  readonly schedule: Pick<JobSchedule, 'follow'>;
  readonly availability: Pick<Availability, 'whenReady'>;
  readonly clock: Clock;
  readonly log: Log;
}

type StartedRun = Pick<WorkflowRun, 'workflowRunId' | 'projectId'>;

/** Share of the progress bar for uploading the user's own material. */
const uploadShare = 0.1;
/** Generations prepared and started at once; the others wait (contract supplement §7). */
const maxStarting = 20;
/** Number of newest earlier runs that the estimate chooses from. */
const maxMeasured = 30;
/** Carries one generation from its recorded state to its end. */
export class GenerationRunner {
  readonly #deps: GenerationRunnerDeps;
  readonly #places = new Semaphore(maxStarting);
  /** Allows one start at a time, including its search, so that no two can take the same run. */
  readonly #starts = new Semaphore(1);

  constructor(deps: GenerationRunnerDeps) {
    this.#deps = deps;
  }

  /** Runs a generation. Never rejects: records every end except the closing of the app. */
  async run(generationId: string, signal: AbortSignal): Promise<void> {
    const { ledger, log } = this.#deps;
    try {
      if (ledger.get(generationId).workflowRunId === null) {
        await this.#places.run(signal, () => this.#start(generationId, signal));
      }
      await this.#follow(generationId, signal);
    } catch (error) {
      if (signal.reason === appIsClosing) return;
      if (!(error instanceof AppError))
        log.error('A generation failed unexpectedly.', error, { generationId });
      if (error instanceof AppError && error.code === 'cancelled') ledger.finish(generationId, 'cancelled');
      else ledger.finish(generationId, 'failed', { error });
    }
  }

  /** Retries until there is a run. While the service cannot be used, the record waits as `queued`. */
  async #start(generationId: string, signal: AbortSignal): Promise<void> {
    const { ledger, availability } = this.#deps;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { state, title, request } = ledger.get(generationId);
        if (state === 'starting') {
          await this.#starts.run(signal, () => this.#takeUpLost(generationId, signal));
          return;
        }
        await availability.whenReady(signal);
        const fileIds = await this.#upload({ generationId, title }, materialsOf(request), signal);
        await this.#starts.run(signal, () => this.#send(generationId, fileIds, signal));
        return;
      } catch (error) {
        if (signal.aborted) throw stopErrorOf(signal);
        const { state, isCancelling } = ledger.get(generationId);
        if (isCancelling) throw calledOff(error);
        const hasLeft = state === 'starting';
        if (hasLeft && mayHaveBeenReceived(error)) throw error;
        // An unsent request also waits out any temporary failure.
        if (!isWaitedFor(error) && (hasLeft || !isPassing(error))) throw error;
        if (state !== 'queued') this.#noteUnsent(generationId);
        await waitToRetry(error, attempt, this.#deps, signal);
      }
    }
  }

  /** Uploads the materials and returns the service's file ids by material id. */
  async #upload(
    owner: MaterialOwner,
    materialIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const { ledger, uploader } = this.#deps;
    const { generationId } = owner;
    if (materialIds.length === 0) return new Map();
    ledger.update(generationId, { state: 'uploading' });
    let shownPercent = 0;
    const onProgress = (fraction: number): void => {
      const percent = Math.floor(fraction * 100);
      if (percent === shownPercent) return;
      shownPercent = percent;
      const progress = fraction * uploadShare;
      ledger.note(generationId, { progress, stage: null, error: null });
    };
    const fileIds = await uploader.upload(materialIds, signal, onProgress, owner);
    return new Map(materialIds.map((materialId, index) => [materialId, fileIds[index] ?? '']));
  }

  /** Sends one request; never sends it again when the service may have received it. */
  async #send(
    generationId: string,
    fileIds: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { ledger, workflows, availability, clock } = this.#deps;
    await availability.whenReady(signal);
    throwIfStopped(signal);
    const { request } = ledger.get(generationId);
    const onSend = (): void => {
      ledger.update(generationId, { state: 'starting', submittedAtMs: clock.now() });
    };
    const onRefused = (): void => {
      this.#noteUnsent(generationId);
    };
    try {
      const hooks = { onSend, onRefused };
      const wanted = startRequest(request, (materialId) => fileIds.get(materialId) ?? '');
      const run = await workflows.start(wanted, signal, hooks);
      await this.#keepRun(generationId, run, signal);
    } catch (error) {
      const hasLeft = ledger.get(generationId).state === 'starting';
      if (signal.aborted || !hasLeft || !mayHaveBeenReceived(error)) throw error;
      await this.#keepRun(generationId, await this.#findLost(generationId, error, signal), signal);
    }
  }

  /** Notes that the service has nothing of this generation. */
  #noteUnsent(generationId: string): void {
    this.#deps.ledger.update(generationId, { state: 'queued', submittedAtMs: null });
  }

  async #takeUpLost(generationId: string, signal: AbortSignal): Promise<void> {
    await this.#keepRun(generationId, await this.#findLost(generationId, null, signal), signal);
  }

  /**
   * Saves the run, however long the disk is full, because it costs credits. After a crash it is found as a lost start.
   */
  async #keepRun(
    generationId: string,
    { workflowRunId, projectId }: StartedRun,
    signal: AbortSignal,
  ): Promise<void> {
    const { ledger } = this.#deps;
    const expectedEndAt = this.#expectedEnd(ledger.get(generationId));
    const store = (): void => {
      ledger.update(generationId, { state: 'running', workflowRunId, projectId, expectedEndAt });
    };
    await storeWithRetry(store, this.#deps, signal);
  }

  /** Estimates the end from earlier runs of the same workflow on the same connection; undefined without any. */
  #expectedEnd({ request, connectionId, submittedAtMs }: GenerationRecord): number | undefined {
    const { measured, materials } = this.#deps;
    const earlier = measured.listSucceeded(connectionId, request.workflow, maxMeasured);
    const sizeOf = (materialId: string): number | null =>
      materials.getMany([materialId])[0]?.sizeBytes ?? null;
    const seconds = expectedSeconds(request, earlier, sizeOf);
    if (seconds === null || submittedAtMs === null) return undefined;
    return Math.round(submittedAtMs / 1000 + seconds);
  }

  /** Finds the run of a start whose answer was lost. @throws AppError as `searchLostStart`. */
  #findLost(generationId: string, cause: unknown, signal: AbortSignal): Promise<StartedRun> {
    const { log } = this.#deps;
    log.warn('The answer to a start was lost; its run is looked for.', { generationId, cause });
    const look = (): ReturnType<typeof findStartedRun> => this.#find(generationId, signal);
    return searchLostStart({ look, cause }, this.#deps, signal);
  }

  #find(generationId: string, signal: AbortSignal): ReturnType<typeof findStartedRun> {
    const { ledger, workflows, projects, clock } = this.#deps;
    const record = ledger.get(generationId);
    return findStartedRun({
      ...{ workflows, projects, record, clock, signal },
      knownRunIds: () => knownRunIds(ledger),
      otherStarts: otherStarts(ledger, record),
    });
  }

  async #follow(generationId: string, signal: AbortSignal): Promise<void> {
    const { ledger, workflows, schedule } = this.#deps;
    const { workflowRunId, isCancelling } = ledger.get(generationId);
    if (workflowRunId === null) throw new Error('A generation without a run cannot be followed.');
    if (
      isCancelling &&
      !(await cancelAtService(() => workflows.cancelRun(workflowRunId, signal), this.#deps, signal))
    )
      ledger.noteCancelling(generationId, false);
    const ref = { kind: 'run', jobId: workflowRunId, parentId: null } as const;
    const onUpdate = (reading: JobReading): void => {
      this.#note(generationId, reading);
    };
    const reading = await schedule.follow(ref, { signal, onUpdate });
    if (reading.status === 'cancelled') ledger.finish(generationId, 'cancelled');
    else if (reading.status === 'failed') {
      ledger.finish(generationId, 'failed', { error: errorOfFailedJob(reading.error) });
    } else await this.#succeed(generationId, signal);
  }

  #note(generationId: string, { progress, attemptIndex, stage, status }: JobReading): void {
    const { ledger } = this.#deps;
    const { request } = ledger.get(generationId);
    const before = materialsOf(request).length === 0 ? 0 : uploadShare;
    ledger.note(generationId, {
      ...{ progress: before + (1 - before) * progress, attemptIndex, error: noticeOfStatus(status) },
      ...(stage === undefined ? {} : { stage }),
    });
  }

  async #succeed(generationId: string, signal: AbortSignal): Promise<void> {
    const { ledger, projects, log } = this.#deps;
    const { projectId } = ledger.get(generationId);
    const readTitle = async (): Promise<string> =>
      projectId === null ? '' : (await projects.get(projectId, signal)).title.trim();
    const title = await readTitle().catch((error: unknown) => {
      if (signal.aborted) throw error;
      log.warn('The title of a finished project could not be read.', { projectId, error });
      return '';
    });
    ledger.finish(generationId, 'succeeded', title === '' ? {} : { title });
  }
}

/** Returns `cancelled` for a start cancelled before the service had it, whatever failed meanwhile. */
function calledOff(cause: unknown): AppError {
  return new AppError('cancelled', 'Cancelled before the service received it.', { cause });
}
