import { AppError } from '../../../src-shared/app-error.ts';
import { errorOfFailedJob } from '../../api/api-errors.ts';
import type { Availability } from '../../api/availability.ts';
import type { Projects } from '../../api/projects.ts';
import type { Workflows } from '../../api/workflows.ts';
import { appIsClosing } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import { cancelAtService } from '../retry.ts';
import type { JobReading } from '../schedule/job-ref.ts';
import type { JobSchedule } from '../schedule/job-schedule.ts';
import { noticeOfStatus } from '../status-notice.ts';
import type { GenerationLedger } from './generation-ledger.ts';
import { type GenerationStarter, uploadShare } from './generation-starter.ts';
import { materialsOf } from './request-materials.ts';

export interface GenerationRunnerDeps {
  readonly ledger: GenerationLedger;
  readonly workflows: Pick<Workflows, 'cancelRun'>;
  readonly projects: Pick<Projects, 'get'>;
  readonly starter: GenerationStarter;
  readonly schedule: Pick<JobSchedule, 'follow'>;
  readonly availability: Pick<Availability, 'whenReady'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Carries one generation from its recorded state to its end. */
export class GenerationRunner {
  readonly #deps: GenerationRunnerDeps;

  constructor(deps: GenerationRunnerDeps) {
    this.#deps = deps;
  }

  /** Runs a generation. Never rejects: records every end except the closing of the app. */
  async run(generationId: string, signal: AbortSignal): Promise<void> {
    const { ledger, starter, log } = this.#deps;
    try {
      if (ledger.get(generationId).workflowRunId === null) await starter.start(generationId, signal);
      await this.#follow(generationId, signal);
    } catch (error) {
      if (signal.reason === appIsClosing) return;
      if (!(error instanceof AppError))
        log.error('A generation failed unexpectedly.', error, { generationId });
      if (error instanceof AppError && error.code === 'cancelled') ledger.finish(generationId, 'cancelled');
      else ledger.finish(generationId, 'failed', { error });
    }
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
