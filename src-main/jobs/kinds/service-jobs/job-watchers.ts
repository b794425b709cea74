import type { JobListener } from '../../run/job-runner.ts';
import type { JobReading } from '../../schedule/job-ref.ts';

interface Watcher extends JobListener {
  readonly fail: (error: unknown) => void;
}

const maxKept = 100;

/** Callers that wait for jobs, and the last readings of ended jobs, so that these need not be read again. */
export class JobWatchers {
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #last = new Map<string, JobReading>();

  /**
   * Adds a listener. `failed` rejects with the listener's own error, which harms neither the job nor other listeners.
   */
  join(
    jobId: string,
    listener: JobListener,
  ): { readonly failed: Promise<never>; readonly leave: () => void } {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    const watcher: Watcher = { ...listener, fail: reject };
    const watchers = this.#watchers.get(jobId) ?? new Set();
    this.#watchers.set(jobId, watchers.add(watcher));
    const leave = (): void => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(jobId);
    };
    return { failed: promise, leave };
  }

  isAwaited(jobId: string): boolean {
    return this.#watchers.has(jobId);
  }

  /** Returns a listener that calls everyone who waits for the job at that moment. */
  listenerOf(jobId: string): JobListener {
    return {
      onStarted: (remoteId) => {
        this.#call(jobId, ({ onStarted }) => onStarted?.(remoteId));
      },
      onUpdate: (reading) => {
        this.#call(jobId, ({ onUpdate }) => onUpdate?.(reading));
      },
    };
  }

  keepLast(jobId: string, reading: JobReading): void {
    this.#last.set(jobId, reading);
    const [oldest] = this.#last.keys();
    if (this.#last.size > maxKept && oldest !== undefined) this.#last.delete(oldest);
  }

  lastReading(jobId: string): JobReading | null {
    return this.#last.get(jobId) ?? null;
  }

  #call(jobId: string, call: (listener: JobListener) => void): void {
    for (const watcher of [...(this.#watchers.get(jobId) ?? [])]) {
      try {
        call(watcher);
      } catch (error) {
        watcher.fail(error);
      }
    }
  }
}
