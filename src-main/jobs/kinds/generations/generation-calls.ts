import type { WorkflowRun } from '../../../../src-shared/api/workflows.ts';
import type { Availability } from '../../../api/http/availability.ts';
import type { Projects } from '../../../api/projects.ts';
import type { Workflows } from '../../../api/workflows.ts';
import type { Clock, Log } from '../../../platform.ts';
import type { GenerationRecord } from '../../../state/generation-repository.ts';
import type { MaterialUploader } from '../../../transfers/upload/material-uploader.ts';
import type { JobRun } from '../../run/job-runner.ts';
import { cancelAtService } from '../../run/retry.ts';
import type { JobReading, JobRef } from '../../schedule/job-ref.ts';
import type { JobStart, SendStart } from '../../start/job-starter.ts';
import { optionsOf } from '../../start/known-refusal.ts';
import type { ExpectedEnds } from './expected-ends.ts';
import { findStartedRun } from './find-started-run.ts';
import { type GenerationLedger, knownRunIds, otherStarts } from './generation-ledger.ts';
import { materialsOf } from './request-materials.ts';
import { startRequest } from './start-request.ts';

export interface GenerationCallsDeps {
  readonly ledger: GenerationLedger;
  readonly workflows: Pick<Workflows, 'start' | 'listOwnRuns' | 'cancelRun'>;
  readonly projects: Pick<Projects, 'get'>;
  readonly uploader: Pick<MaterialUploader, 'upload'>;
  readonly expectedEnds: ExpectedEnds;
  readonly availability: Pick<Availability, 'whenReady'>;
  readonly clock: Clock;
  readonly log: Log;
}

type StartedFields = Pick<GenerationRecord, 'workflowRunId' | 'projectId' | 'expectedSeconds' | 'isWaiting'>;

/** Share of the progress bar for uploading the user's own material. */
const uploadShare = 0.1;

/** Calls of the service by which generations start, run and end. */
export class GenerationCalls implements JobStart<GenerationRecord>, JobRun<GenerationRecord> {
  /** As contract supplement §7. */
  readonly maxAtOnce = 20;
  readonly #deps: GenerationCallsDeps;

  constructor(deps: GenerationCallsDeps) {
    this.#deps = deps;
  }

  /** As `ExpectedEnds.of`; null without any. */
  expectedSeconds(wanted: Pick<GenerationRecord, 'request' | 'connectionId'>): number | null {
    return this.#deps.expectedEnds.of(wanted) ?? null;
  }

  /** Any two starts can be confused. */
  keyOf(): string {
    return 'generation';
  }

  isListed(): boolean {
    return true;
  }

  /** Uploads the user's material. @throws as `MaterialUploader.upload`. */
  async prepare(record: GenerationRecord, signal: AbortSignal): Promise<SendStart<GenerationRecord>> {
    const { ledger, workflows } = this.#deps;
    const fileIds = await this.#upload(record, signal);
    const wanted = startRequest(record.request, (materialId) => fileIds.get(materialId) ?? '');
    return async (hooks) =>
      this.#fieldsOf(await workflows.start(wanted, signal, hooks), ledger.get(record.generationId));
  }

  async find(record: GenerationRecord, signal: AbortSignal): Promise<StartedFields | 'none' | 'unclear'> {
    const { ledger, workflows, projects, clock } = this.#deps;
    const run = await findStartedRun({
      workflows,
      projects,
      record,
      knownRunIds: () => knownRunIds(ledger),
      otherStarts: otherStarts(ledger, record),
      clock,
      signal,
    });
    return typeof run === 'string' ? run : this.#fieldsOf(run, record);
  }

  optionsOf({ workflow, request }: GenerationRecord): string {
    return optionsOf(workflow, request);
  }

  refsOf({ workflowRunId }: GenerationRecord): JobRef[] {
    return workflowRunId === null ? [] : [{ kind: 'run', jobId: workflowRunId, parentId: null }];
  }

  fieldsOf(
    record: GenerationRecord,
    [reading]: readonly (JobReading | undefined)[],
    progress: number,
  ): Partial<GenerationRecord> {
    const { clock, expectedEnds } = this.#deps;
    const before = materialsOf(record.request).length === 0 ? 0 : uploadShare;
    const status = reading?.status;
    return {
      progress: before + (1 - before) * progress,
      // A list names no stage: the last known one may be over.
      stage: reading?.stage ?? null,
      begunAt: record.begunAt ?? (status === 'running' ? Math.floor(clock.now() / 1000) : null),
      expectedSeconds: record.expectedSeconds ?? (status === 'pending' ? expectedEnds.of(record) : undefined),
    };
  }

  async cancel({ workflowRunId }: GenerationRecord, signal: AbortSignal): Promise<void> {
    if (workflowRunId !== null) await this.#deps.workflows.cancelRun(workflowRunId, signal);
  }

  cancelStarted(record: GenerationRecord, signal: AbortSignal): Promise<boolean> {
    return cancelAtService(() => this.cancel(record, signal), this.#deps, signal);
  }

  failureOf(): 'generation_failed' {
    return 'generation_failed';
  }

  /** Reads the title of the project. */
  async resultOf({ projectId }: GenerationRecord, signal: AbortSignal): Promise<Partial<GenerationRecord>> {
    if (projectId === null) return {};
    try {
      const title = (await this.#deps.projects.get(projectId, signal)).title.trim();
      return title === '' ? {} : { title };
    } catch (error) {
      if (signal.aborted) throw error;
      this.#deps.log.warn('The title of a finished project could not be read.', { projectId, error });
      return {};
    }
  }

  #fieldsOf(
    { workflowRunId, projectId }: Pick<WorkflowRun, 'workflowRunId' | 'projectId'>,
    sent: GenerationRecord,
  ): StartedFields {
    return { workflowRunId, projectId, expectedSeconds: this.#deps.expectedEnds.of(sent), isWaiting: true };
  }

  /** Returns the service's file ids by material id. */
  async #upload(
    { generationId, title, request }: GenerationRecord,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const { ledger, uploader } = this.#deps;
    const materialIds = materialsOf(request);
    if (materialIds.length === 0) return new Map();
    ledger.update(generationId, { state: 'uploading' });
    let shownPercent = 0;
    const onProgress = (fraction: number): void => {
      const percent = Math.floor(fraction * 100);
      if (percent === shownPercent) return;
      shownPercent = percent;
      ledger.note(generationId, { progress: fraction * uploadShare, stage: null, error: null });
    };
    const fileIds = await uploader.upload(materialIds, signal, onProgress, { generationId, title });
    return new Map(materialIds.map((materialId, index) => [materialId, fileIds[index] ?? '']));
  }
}
