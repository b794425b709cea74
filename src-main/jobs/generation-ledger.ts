import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import { generationSchema, type Generation } from '../../src-shared/contract/generation.ts';
import type { Clock } from '../platform.ts';
import type { GenerationRecord, GenerationRepository } from '../store/generation-repository.ts';
import type { JobEvents } from './job-events.ts';

export interface GenerationLedgerDeps {
  readonly repository: GenerationRepository;
  readonly events: JobEvents;
  readonly clock: Clock;
}

/** The record of every generation: each change is on the disk before it is told. */
export class GenerationLedger {
  readonly #deps: GenerationLedgerDeps;

  constructor(deps: GenerationLedgerDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `not_found`. */
  get(generationId: string): GenerationRecord {
    const record = this.#deps.repository.get(generationId);
    if (!record) throw new AppError('not_found', `There is no generation ${generationId}.`);
    return record;
  }

  put(record: GenerationRecord): GenerationRecord {
    const { repository, events } = this.#deps;
    repository.put(record);
    events.generationChanged(record.generationId, () => {
      const changed = repository.get(record.generationId);
      return changed && shownGeneration(changed);
    });
    return record;
  }

  update(generationId: string, change: Partial<GenerationRecord>): GenerationRecord {
    return this.put({ ...this.get(generationId), ...change });
  }

  finish(
    generationId: string,
    state: 'succeeded' | 'failed' | 'cancelled',
    error?: unknown,
  ): GenerationRecord {
    return this.update(generationId, {
      state,
      isCancelling: false,
      stage: null,
      ...(state === 'succeeded' ? { progress: 1 } : {}),
      finishedAt: Math.floor(this.#deps.clock.now() / 1000),
      error: error === undefined ? null : toErrorBody(error),
    });
  }

  /** Ids of the runs that generations have, of the newest thousand. */
  knownRunIds(): Set<string> {
    const ids = this.#deps.repository.list(1_000).map(({ workflowRunId }) => workflowRunId);
    return new Set(ids.filter((id) => id !== null));
  }
}

/** What the page may know of a record. */
export function shownGeneration(record: GenerationRecord): Generation {
  return generationSchema.parse(record);
}
