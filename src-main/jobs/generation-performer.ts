import type { WorkflowRun } from '../../src-shared/api/workflows.ts';
import { AppError } from '../../src-shared/app-error.ts';
import { errorOfFailedJob } from '../api/api-errors.ts';
import type { Projects } from '../api/projects.ts';
import type { AddressSource } from '../api/service-address.ts';
import { mayHaveBeenReceived } from '../api/transport-errors.ts';
import type { Workflows } from '../api/workflows.ts';
import { KeyedLock } from '../concurrency/running-tasks.ts';
import { appIsClosing, throwIfStopped, wait } from '../concurrency/wait.ts';
import type { MaterialUploader } from '../material/material-uploader.ts';
import type { Clock, Log } from '../platform.ts';
import { findStartedRun } from './find-started-run.ts';
import { isPassing } from './follow-job.ts';
import type { GenerationLedger } from './generation-ledger.ts';
import type { RunWatcher } from './run-watcher.ts';
import { startRequest } from './start-request.ts';

export interface GenerationPerformerDeps {
  readonly ledger: GenerationLedger;
  readonly workflows: Workflows;
  readonly projects: Projects;
  readonly uploader: MaterialUploader;
  readonly watcher: RunWatcher;
  readonly address: AddressSource;
  readonly clock: Clock;
  readonly log: Log;
}

type StartedRun = Pick<WorkflowRun, 'workflowRunId' | 'projectId'>;

/** The part of the progress bar that sending own material takes. */
const uploadShare = 0.1;
/** A lost start is looked for so often, with these pauses, before it counts as never made. */
const lookupPausesMs: readonly number[] = [2_000, 5_000, 10_000];
const passingPauseMs = 5_000;

/** Takes one generation from where its record stands to its end. */
export class GenerationPerformer {
  readonly #deps: GenerationPerformerDeps;
  readonly #lookups = new KeyedLock();

  constructor(deps: GenerationPerformerDeps) {
    this.#deps = deps;
  }

  /** Never rejects: every end but the app's own closing is in the record. */
  async perform(generationId: string, signal: AbortSignal): Promise<void> {
    const { ledger, log } = this.#deps;
    try {
      const { workflowRunId, state } = ledger.get(generationId);
      if (workflowRunId === null) {
        const isLost = state === 'starting';
        const started = isLost
          ? await this.#findLost(generationId, null, signal)
          : await this.#begin(generationId, signal);
        await this.#keepRun(generationId, started, signal);
      }
      await this.#follow(generationId, signal);
    } catch (error) {
      if (signal.reason === appIsClosing) return;
      if (!(error instanceof AppError))
        log.error('A generation failed unexpectedly.', error, { generationId });
      const isCancelled = error instanceof AppError && error.code === 'cancelled';
      if (isCancelled) ledger.finish(generationId, 'cancelled');
      else ledger.finish(generationId, 'failed', error);
    }
  }

  async #begin(generationId: string, signal: AbortSignal): Promise<StartedRun> {
    const { ledger, workflows, address, clock } = this.#deps;
    throwIfStopped(signal);
    const { request } = ledger.get(generationId);
    const fileIds = await this.#upload(generationId, request.materialIds, signal);
    await address.current(signal);
    throwIfStopped(signal);
    const body = startRequest(request, fileIds);
    ledger.update(generationId, { state: 'starting', submittedAtMs: clock.now() });
    try {
      return await workflows.startScriptToVideo(body, signal);
    } catch (error) {
      if (signal.aborted || !mayHaveBeenReceived(error)) throw error;
      return this.#findLost(generationId, error, signal);
    }
  }

  /** A run costs credits: it is kept, however long the disk is full. After a crash it is found as a lost one. */
  async #keepRun(
    generationId: string,
    { workflowRunId, projectId }: StartedRun,
    signal: AbortSignal,
  ): Promise<void> {
    const { ledger, clock, log } = this.#deps;
    for (;;) {
      try {
        ledger.update(generationId, { state: 'running', workflowRunId, projectId });
        return;
      } catch (error) {
        log.error('A started run could not be noted; it is tried again.', error, { generationId });
        await wait(clock, passingPauseMs, signal);
      }
    }
  }

  async #upload(
    generationId: string,
    materialIds: readonly string[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const { ledger, uploader } = this.#deps;
    if (materialIds.length === 0) return [];
    ledger.update(generationId, { state: 'uploading' });
    let toldPercent = 0;
    return uploader.upload(materialIds, signal, (fraction) => {
      const percent = Math.floor(fraction * 100);
      if (percent === toldPercent) return;
      toldPercent = percent;
      ledger.update(generationId, { progress: fraction * uploadShare });
    });
  }

  /** Finds the run of a start whose answer was lost. A start is never sent a second time. */
  async #findLost(generationId: string, cause: unknown, signal: AbortSignal): Promise<StartedRun> {
    const { clock, log } = this.#deps;
    log.warn('The answer to a start was lost; its run is looked for.', { generationId, cause });
    for (const pauseMs of lookupPausesMs) {
      await wait(clock, pauseMs, signal);
      const run = await this.#lookups.run('lookup', signal, () => this.#find(generationId, signal));
      if (run) return run;
    }
    throw cause instanceof AppError && cause.code === 'service_failed' ? cause : notStarted(cause);
  }

  async #find(generationId: string, signal: AbortSignal): Promise<WorkflowRun | null> {
    const { ledger, workflows, projects, clock } = this.#deps;
    for (;;) {
      try {
        const record = ledger.get(generationId);
        const knownRunIds = ledger.knownRunIds();
        return await findStartedRun({ workflows, projects, record, knownRunIds, clock, signal });
      } catch (error) {
        if (signal.aborted || !isPassing(error)) throw error;
        await wait(clock, passingPauseMs, signal);
      }
    }
  }

  async #follow(generationId: string, signal: AbortSignal): Promise<void> {
    const { ledger, workflows, watcher, log } = this.#deps;
    const { workflowRunId, isCancelling } = ledger.get(generationId);
    if (workflowRunId === null)
      throw new AppError('internal', 'A generation without a run cannot be followed.');
    if (isCancelling) {
      await workflows.cancelRun(workflowRunId, signal).catch((error: unknown) => {
        log.warn('A run could not be called off.', { generationId, error });
        ledger.update(generationId, { isCancelling: false });
      });
    }
    const run = await watcher.follow(workflowRunId, signal, (current, stage) => {
      this.#note(generationId, current, stage);
    });
    if (run.status === 'cancelled') ledger.finish(generationId, 'cancelled');
    else if (run.status === 'failed') ledger.finish(generationId, 'failed', errorOfFailedJob(run.error));
    else await this.#succeed(generationId, run.projectId, signal);
  }

  /** Progress never falls within one attempt of the service. */
  #note(generationId: string, run: WorkflowRun, stage: string | null | undefined): void {
    const { ledger } = this.#deps;
    const record = ledger.get(generationId);
    const before = record.request.materialIds.length === 0 ? 0 : uploadShare;
    const told = before + (1 - before) * (run.progressPercentage / 100);
    const isNewAttempt = run.attemptIndex !== record.attemptIndex;
    const progress = isNewAttempt ? told : Math.max(record.progress, told);
    const shownStage = stage === undefined ? record.stage : stage;
    const isSame = progress === record.progress && shownStage === record.stage && !isNewAttempt;
    if (!isSame) {
      ledger.update(generationId, { progress, stage: shownStage, attemptIndex: run.attemptIndex });
    }
  }

  async #succeed(generationId: string, projectId: string, signal: AbortSignal): Promise<void> {
    const { ledger, projects, log } = this.#deps;
    const title = await projects.get(projectId, signal).then(
      (project) => project.title.trim(),
      (error: unknown) => {
        if (signal.aborted) throw error;
        log.warn('The title of a finished project could not be read.', { projectId, error });
        return '';
      },
    );
    if (title !== '') ledger.update(generationId, { title });
    ledger.finish(generationId, 'succeeded');
  }
}

function notStarted(cause: unknown): AppError {
  const details = cause instanceof AppError ? cause.details : {};
  return new AppError(
    'service_unreachable',
    'The service never confirmed the start, and it has no such run.',
    {
      details: { ...details, outcome: 'not_started' },
      cause,
    },
  );
}
