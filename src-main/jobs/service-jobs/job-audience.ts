import type { JobReading } from '../schedule/job-ref.ts';
import type { JobListener } from './service-job-performer.ts';

interface Listener {
  readonly onStarted?: (remoteId: string) => void;
  readonly onUpdate?: (reading: JobReading) => void;
}

interface Seat extends Listener {
  readonly fail: (error: unknown) => void;
}

const mostKept = 100;

/** Who waits for which job, and the last readings of those that ended, so that nobody has to read them again. */
export class JobAudience {
  readonly #seats = new Map<string, Set<Seat>>();
  readonly #last = new Map<string, JobReading>();

  /** `failed` rejects with what the listener throws, which harms neither the job nor the others. */
  join(jobId: string, listener: Listener): { readonly failed: Promise<never>; readonly leave: () => void } {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    const seat: Seat = { ...listener, fail: reject };
    const seats = this.#seats.get(jobId) ?? new Set();
    this.#seats.set(jobId, seats.add(seat));
    const leave = (): void => {
      seats.delete(seat);
      if (seats.size === 0) this.#seats.delete(jobId);
    };
    return { failed: promise, leave };
  }

  isAwaited(jobId: string): boolean {
    return this.#seats.has(jobId);
  }

  /** Tells whoever waits for the job at that moment. */
  listenerOf(jobId: string): JobListener {
    return {
      onStarted: (remoteId) => {
        this.#tell(jobId, ({ onStarted }) => onStarted?.(remoteId));
      },
      onUpdate: (reading) => {
        this.#tell(jobId, ({ onUpdate }) => onUpdate?.(reading));
      },
    };
  }

  keepLast(jobId: string, reading: JobReading): void {
    this.#last.set(jobId, reading);
    const [oldest] = this.#last.keys();
    if (this.#last.size > mostKept && oldest !== undefined) this.#last.delete(oldest);
  }

  lastReading(jobId: string): JobReading | null {
    return this.#last.get(jobId) ?? null;
  }

  #tell(jobId: string, tell: (listener: Listener) => void): void {
    for (const seat of [...(this.#seats.get(jobId) ?? [])]) {
      try {
        tell(seat);
      } catch (error) {
        seat.fail(error);
      }
    }
  }
}
