import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Generation, StartGeneration } from '../../../src-shared/contract/generation.ts';
import type { Workflows } from '../../api/workflows.ts';
import { RunningTasks } from '../../foundation/running-tasks.ts';
import type { MaterialService } from '../../intake/material-service.ts';
import type { Clock, Log } from '../../platform.ts';
import {
  type GenerationRecord,
  type GenerationRepository,
  isFinishedGeneration,
} from '../../state/generation-repository.ts';
import type { GenerationLedger } from './generation-ledger.ts';
import type { GenerationPerformer } from './generation-performer.ts';
import { requireSpeakable, titleOfScript } from './start-request.ts';

export interface GenerationsDeps {
  /** Whose generations they are. */
  readonly connectionId: string;
  readonly ledger: GenerationLedger;
  readonly repository: GenerationRepository;
  readonly performer: GenerationPerformer;
  readonly workflows: Pick<Workflows, 'cancelRun'>;
  readonly materials: Pick<MaterialService, 'get'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Hears of every end but the app's own closing. */
  readonly onFinished: (record: GenerationRecord) => void;
}

const longestCancelMs = 60_000;

/** Generations of one connection: started, listed, called off, started again. They go on after a restart. */
export class Generations {
  readonly #deps: GenerationsDeps;
  readonly #tasks: RunningTasks;

  constructor(deps: GenerationsDeps) {
    this.#deps = deps;
    this.#tasks = new RunningTasks({
      limit: Number.POSITIVE_INFINITY,
      onBug: (generationId, error) => {
        deps.log.error('A generation stopped unexpectedly.', error, { generationId });
      },
    });
  }

  /** Takes up what is under way and not followed yet: at the start, and after the ledger was rebuilt. */
  start(): void {
    const { repository, connectionId } = this.#deps;
    for (const { generationId } of repository.listUnfinishedOf(connectionId)) {
      if (!this.#tasks.isRunning(generationId)) this.#run(generationId);
    }
  }

  /** @throws AppError `script_empty`, `script_not_speakable`, `script_too_long`, `not_found` for an unknown material. */
  startGeneration(request: StartGeneration): Generation {
    requireSpeakable(request.script);
    for (const materialId of request.materialIds) this.#deps.materials.get(materialId);
    return this.#begin(request);
  }

  /** Newest first; of this connection. */
  list(limit: number): Generation[] {
    const { repository, ledger, connectionId } = this.#deps;
    return repository.listOf(connectionId, limit).map((record) => ledger.shown(record));
  }

  /** @throws AppError `not_found`. */
  get(generationId: string): GenerationRecord {
    return this.#deps.ledger.get(generationId);
  }

  /** Resolves when nothing more happens to it in this session. */
  settled(generationId: string): Promise<void> {
    return this.#tasks.settled(generationId);
  }

  /**
   * Calls it off: at once before it left, else as soon as the service confirms.
   * @throws AppError `not_found`, `conflict` when it has ended, and as the client when the service cannot be asked.
   */
  async cancel(generationId: string): Promise<Generation> {
    const { ledger, workflows } = this.#deps;
    const record = ledger.get(generationId);
    if (isFinishedGeneration(record)) throw new AppError('conflict', 'The generation has ended already.');
    if (record.state === 'queued' || record.state === 'uploading') {
      this.#tasks.cancel(generationId);
      await this.#tasks.settled(generationId);
      return this.#deps.ledger.shown(ledger.get(generationId));
    }
    ledger.update(generationId, { isCancelling: true });
    const { workflowRunId } = record;
    if (workflowRunId !== null) {
      await workflows
        .cancelRun(workflowRunId, AbortSignal.timeout(longestCancelMs))
        .catch((error: unknown) => {
          if (!isFinishedGeneration(ledger.get(generationId))) {
            ledger.update(generationId, { isCancelling: false });
          }
          throw error;
        });
    }
    return this.#deps.ledger.shown(ledger.get(generationId));
  }

  /** @throws AppError `not_found`, `conflict` unless it failed or was cancelled, `script_empty` where it is not known. */
  retry(generationId: string): Generation {
    const record = this.#deps.ledger.get(generationId);
    if (record.state !== 'failed' && record.state !== 'cancelled') {
      throw new AppError('conflict', 'Only a failed or cancelled generation can be started again.');
    }
    requireSpeakable(record.request.script);
    return this.#begin(record.request);
  }

  async dispose(): Promise<void> {
    await this.#tasks.dispose();
  }

  #begin(request: StartGeneration): Generation {
    const record: GenerationRecord = {
      generationId: randomUUID(),
      connectionId: this.#deps.connectionId,
      title: titleOfScript(request.script),
      state: 'queued',
      progress: 0,
      stage: null,
      isCancelling: false,
      projectId: null,
      createdAt: Math.floor(this.#deps.clock.now() / 1000),
      finishedAt: null,
      error: null,
      request,
      workflowRunId: null,
      submittedAtMs: null,
      attemptIndex: 0,
    };
    this.#deps.ledger.put(record);
    this.#run(record.generationId);
    return this.#deps.ledger.shown(record);
  }

  #run(generationId: string): void {
    const { performer, ledger, onFinished } = this.#deps;
    this.#tasks.run(generationId, async (signal) => {
      await performer.perform(generationId, signal);
      const record = ledger.get(generationId);
      if (isFinishedGeneration(record)) onFinished(record);
    });
  }
}
