import { randomUUID } from 'node:crypto';
import { parse } from 'node:path';
import type { WorkflowRun } from '../../../../src-shared/api/workflows.ts';
import { AppError, type ErrorBody, toErrorBody } from '../../../../src-shared/app-error.ts';
import type { BatchItem, Generation } from '../../../../src-shared/contract/generation.ts';
import type { Material } from '../../../../src-shared/contract/material.ts';
import type { StartGeneration } from '../../../../src-shared/contract/start-generation.ts';
import type { MaterialService } from '../../../intake/material-service.ts';
import { type GenerationRecord, queuedGeneration } from '../../../state/generation-repository.ts';
import { JobEngine, type JobEngineDeps } from '../../run/job-engine.ts';
import type { JobRunner } from '../../run/job-runner.ts';
import { type KnownRefusal, knownRefusals, optionsOf } from '../../start/known-refusal.ts';
import type { GenerationCalls } from './generation-calls.ts';
import { maxGenerationsOfProject } from './generation-ledger.ts';
import { materialsOf, requireMaterials } from './request-materials.ts';
import { requireSpeakable, titleOfText, wordsOfRequest } from './start-request.ts';
import { workflowOfType } from './workflow-types.ts';

export interface GenerationsDeps extends JobEngineDeps<GenerationRecord, Generation> {
  readonly runner: JobRunner<GenerationRecord, Generation>;
  readonly calls: GenerationCalls;
  readonly materials: Pick<MaterialService, 'get' | 'getMany'>;
}

/** The generations of one connection. */
export class Generations extends JobEngine<GenerationRecord, Generation> {
  readonly #deps: GenerationsDeps;

  constructor(deps: GenerationsDeps) {
    super(deps);
    this.#deps = deps;
  }

  /**
   * Returns what is known of a request before its start: how long the service is expected to work on it, in seconds, and
   * the refusal that it would get; null where it is not known.
   */
  expect(request: StartGeneration): { seconds: number | null; refusal: ErrorBody | null } {
    const { calls, connectionId } = this.#deps;
    const options = optionsOf(request.workflow, request);
    const refusal = this.refusals().find((known) => known.options === options)?.error;
    return {
      seconds: calls.expectedSeconds({ request, connectionId }),
      refusal: refusal ? toErrorBody(refusal) : null,
    };
  }

  /** Lists what the service is known to refuse to this account, newest first. */
  refusals(): KnownRefusal<GenerationRecord>[] {
    const { ledger, connectionId, calls } = this.#deps;
    return knownRefusals(ledger, connectionId, (record) => calls.optionsOf(record));
  }

  /**
   * Starts a generation.
   * @throws AppError `script_empty`, `script_not_speakable`, `script_too_long`, `disk_full`, and as
   * `requireMaterials`.
   */
  startGeneration(request: StartGeneration): Generation {
    this.#require(request);
    return this.add(this.#recordOf(request));
  }

  /**
   * Starts the items that do not exist yet, in order.
   * @throws AppError as `startGeneration`; starts none of them then, but on `disk_full` those before it stay.
   */
  startBatch(items: readonly BatchItem[]): Generation[] {
    for (const { request } of items) this.#require(request);
    return items.map(({ generationId, title, request }) =>
      this.#deps.ledger.peek(generationId) === null
        ? this.add(this.#recordOf(request, generationId, title))
        : this.shown(generationId),
    );
  }

  /**
   * Starts a failed or cancelled generation again.
   * @throws AppError `not_found`, `disk_full`, `conflict` unless it failed or was cancelled and was not retried yet, and
   * for one of the assistant.
   */
  retry(generationId: string): Generation {
    const retried = this.getRetryable(generationId);
    requireRequest(retried);
    return this.addRetry(
      retried,
      this.#recordOf(retried.request, randomUUID(), retried.isTitleGiven ? retried.title : ''),
    );
  }

  /**
   * Returns the request of a generation in any state, and its materials that are still known.
   * @throws AppError `not_found`, `conflict` for one of the assistant.
   */
  describeRequest(generationId: string): { request: StartGeneration; materials: Material[] } {
    const record = this.get(generationId);
    requireRequest(record);
    const { request } = record;
    return { request, materials: this.#deps.materials.getMany(materialsOf(request)) };
  }

  /** Returns the generation that follows a run; null if none does. */
  ofRun({ workflowRunId, projectId }: Pick<WorkflowRun, 'workflowRunId' | 'projectId'>): string | null {
    const ofProject = this.#deps.ledger.list(maxGenerationsOfProject, projectId);
    return ofProject.find((each) => each.workflowRunId === workflowRunId)?.generationId ?? null;
  }

  /**
   * Follows a run that the assistant started, as one whose request is not known.
   * @returns its generation, the known one if the run is followed already.
   * @throws AppError `disk_full`.
   */
  adopt(run: Pick<WorkflowRun, 'workflowRunId' | 'projectId' | 'workflowType'>, title: string): string {
    const known = this.ofRun(run);
    if (known !== null) return known;
    const request = { workflow: 'script', script: '', visualStyle: { type: 'STOCK' } } as const;
    const record: GenerationRecord = {
      ...this.#recordOf(request, randomUUID(), title),
      workflow: workflowOfType(run.workflowType),
      isByAssistant: true,
      isTitleGiven: false,
      state: 'running',
      workflowRunId: run.workflowRunId,
      projectId: run.projectId,
      isWaiting: true,
    };
    this.add(record);
    return record.generationId;
  }

  protected override async perform(generationId: string, signal: AbortSignal): Promise<void> {
    await this.#deps.runner.run(generationId, signal);
  }

  protected override endsHere({ state }: GenerationRecord): boolean {
    return state === 'queued' || state === 'uploading';
  }

  protected override cancelThere(record: GenerationRecord, signal: AbortSignal): Promise<void> {
    return this.#deps.calls.cancel(record, signal);
  }

  #require(request: StartGeneration): void {
    requireSpeakable(request);
    requireMaterials(request, (materialId) => this.#deps.materials.get(materialId));
  }

  #recordOf(request: StartGeneration, generationId: string = randomUUID(), title = ''): GenerationRecord {
    return {
      ...queuedGeneration,
      generationId,
      connectionId: this.#deps.connectionId,
      workflow: request.workflow,
      title: title === '' ? this.#titleOf(request) : title,
      isTitleGiven: title !== '',
      createdAt: Math.floor(this.#deps.clock.now() / 1000),
      request,
    };
  }

  #titleOf(request: StartGeneration): string {
    const words = wordsOfRequest(request);
    if (words !== null) return titleOfText(words);
    const { displayName } = this.#deps.materials.get('materialId' in request ? request.materialId : '');
    return parse(displayName).name;
  }
}

/** @throws AppError `conflict` for a run that the assistant started, whose request is not known. */
function requireRequest({ generationId, isByAssistant }: GenerationRecord): void {
  if (isByAssistant !== true) return;
  throw new AppError('conflict', `The assistant started ${generationId}; it is asked for again in its chat.`);
}
