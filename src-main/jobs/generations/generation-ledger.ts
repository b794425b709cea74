import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import { generationSchema, type Generation } from '../../../src-shared/contract/generation.ts';
import type { Clock } from '../../platform.ts';
import type { GenerationRecord, GenerationRepository } from '../../state/generation-repository.ts';
import type { JobEvents } from '../job-events.ts';

export interface GenerationLedgerDeps {
  readonly repository: GenerationRepository;
  readonly events: Pick<JobEvents, 'changed'>;
  readonly clock: Clock;
}

/** Starts further apart than this are told by their time. */
const closeStartsMs = 600_000;

/** How far a generation is within its present attempt, and what is odd about it; told often, stored seldom, and told anew after a restart. */
type LiveProgress = Pick<GenerationRecord, 'progress' | 'stage' | 'attemptIndex' | 'error'>;

/** The record of every generation: each change of a step is on the disk before it is told. */
export class GenerationLedger {
  readonly #deps: GenerationLedgerDeps;
  readonly #live = new Map<string, LiveProgress>();

  constructor(deps: GenerationLedgerDeps) {
    this.#deps = deps;
  }

  /** With how far it is now. @throws AppError `not_found`. */
  get(generationId: string): GenerationRecord {
    const record = this.#deps.repository.get(generationId);
    if (!record) throw new AppError('not_found', `There is no generation ${generationId}.`);
    return { ...record, ...this.#live.get(generationId) };
  }

  put(record: GenerationRecord): GenerationRecord {
    const { repository, events } = this.#deps;
    repository.put(record);
    events.changed('generation', record.generationId);
    return record;
  }

  update(generationId: string, change: Partial<GenerationRecord>): GenerationRecord {
    return this.put({ ...this.get(generationId), ...change });
  }

  /** Stored with the next step only, so that a thousand running ones cost no thousand writes a round. */
  note(generationId: string, live: LiveProgress): void {
    this.#live.set(generationId, live);
    this.#deps.events.changed('generation', generationId);
  }

  finish(
    generationId: string,
    state: 'succeeded' | 'failed' | 'cancelled',
    error?: unknown,
    change: Partial<GenerationRecord> = {},
  ): GenerationRecord {
    const record = this.update(generationId, {
      ...change,
      state,
      isCancelling: false,
      stage: null,
      ...(state === 'succeeded' ? { progress: 1 } : {}),
      finishedAt: Math.floor(this.#deps.clock.now() / 1000),
      error: error === undefined ? null : toErrorBody(error),
    });
    this.#live.delete(generationId);
    return record;
  }

  /** What the page may know of a record, with how far it is now. */
  shown(record: GenerationRecord): Generation {
    return generationSchema.parse({ ...record, ...this.#live.get(record.generationId) });
  }

  /** Ids of the runs that generations have, of the newest thousand. */
  knownRunIds(): Set<string> {
    const ids = this.#deps.repository.list(1_000).map(({ workflowRunId }) => workflowRunId);
    return new Set(ids.filter((id) => id !== null));
  }

  /** The other generations of the same connection whose start request left about then and was never confirmed. */
  otherStarts({ generationId, connectionId, submittedAtMs }: GenerationRecord): GenerationRecord[] {
    return this.#deps.repository
      .listOf(connectionId, 1_000)
      .filter(
        (other) =>
          other.generationId !== generationId &&
          isUnconfirmedStart(other) &&
          Math.abs((other.submittedAtMs ?? 0) - (submittedAtMs ?? 0)) < closeStartsMs,
      );
  }
}

/** True for one whose run may be at the service without being known here, whether it is still looked for or not. */
function isUnconfirmedStart({ workflowRunId, submittedAtMs, state, error }: GenerationRecord): boolean {
  if (workflowRunId !== null || submittedAtMs === null) return false;
  return state === 'starting' || state === 'cancelled' || error?.code === 'start_unconfirmed';
}
