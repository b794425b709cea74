import { AppError } from '../../../src-shared/app-error.ts';
import { RunningTasks } from '../../foundation/running-tasks.ts';
import { throwIfStopped } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import type { ReturnRecord, ReturnRepository } from '../../state/return-repository.ts';
import type { Blockers } from '../../transfers/queue/blockers.ts';
import { RetryPolicy } from '../../transfers/queue/retry-policy.ts';
import { notKeeping } from '../return-record.ts';

export interface UnfinishedKeepsDeps {
  readonly repository: ReturnRepository;
  readonly blockers: Pick<Blockers, 'of' | 'waitFor'>;
  /** Continues the journaled keep of a return. @throws as `keepReturn`. */
  readonly keep: (returnId: string) => Promise<unknown>;
  readonly onChange: (record: ReturnRecord) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Continues keeps and updates that a quit or crash interrupted; waits for their drives and for room on them. */
export class UnfinishedKeeps {
  readonly #deps: UnfinishedKeepsDeps;
  readonly #tasks: RunningTasks;

  constructor(deps: UnfinishedKeepsDeps) {
    this.#deps = deps;
    this.#tasks = new RunningTasks({
      limit: Infinity,
      onBug: (returnId, error) => {
        deps.log.warn('A return was not kept as a version.', { returnId, error });
      },
    });
  }

  start(): void {
    for (const { returnId, keepingAs } of this.#deps.repository.listUnfinished())
      if (keepingAs !== null) this.#tasks.run(returnId, (signal) => this.#finish(returnId, signal));
  }

  /** Stops waiting. The keep stays journaled. */
  cancel(returnId: string): void {
    this.#tasks.cancel(returnId);
  }

  /** Resolves when the keep of a return has ended; at once when none was interrupted. */
  settled(returnId: string): Promise<void> {
    return this.#tasks.settled(returnId);
  }

  dispose(): Promise<void> {
    return this.#tasks.dispose();
  }

  async #finish(returnId: string, signal: AbortSignal): Promise<void> {
    const { blockers, keep } = this.#deps;
    const retryPolicy = new RetryPolicy(this.#deps);
    for (;;) {
      const record = this.#unfinished(returnId);
      // The user may have kept it meanwhile.
      if (!record) return;
      this.#note(record, null);
      try {
        await keep(returnId);
        return;
      } catch (error) {
        throwIfStopped(signal);
        const blocker = blockers.of(error);
        if (blocker === null || !(error instanceof AppError)) throw error;
        const { connectionId } = record;
        const onWait = ({ waitingFor }: { readonly waitingFor: typeof blocker | null }): void => {
          const now = this.#unfinished(returnId);
          if (now) this.#note(now, waitingFor === 'space' ? 'space' : 'folder');
        };
        await blockers
          .waitFor(blocker, error, { connectionId, retryPolicy, signal, onWait })
          .catch((reason: unknown) => {
            if (!signal.aborted) this.#giveUp(returnId);
            throw reason;
          });
      }
    }
  }

  #unfinished(returnId: string): ReturnRecord | null {
    const record = this.#deps.repository.get(returnId);
    return record && record.keepingAs !== null ? record : null;
  }

  #giveUp(returnId: string): void {
    const record = this.#unfinished(returnId);
    if (record) this.#put({ ...record, ...notKeeping });
  }

  #note(record: ReturnRecord, waitingFor: ReturnRecord['waitingFor']): void {
    if (record.waitingFor !== waitingFor) this.#put({ ...record, waitingFor });
  }

  #put(record: ReturnRecord): void {
    this.#deps.repository.put(record);
    this.#deps.onChange(record);
  }
}
