import { backoffMs } from '../../src-shared/backoff.ts';
import type { Clock } from '../platform.ts';

export interface ReadingPausesDeps {
  readonly clock: Clock;
  /** Called when the pause of a project is over. */
  readonly onEnd: (projectId: string) => void;
}

/** Readings of one project in a row that ended with a state other than the project's present one. */
interface Readings {
  readonly count: number;
  readonly lastEndMs: number;
  readonly cancelTimer: (() => void) | null;
}

const backoff = { firstMs: 60_000, maxMs: 10 * 60_000, jitter: 0 };

/** Readings further apart do not count as in a row: nobody may have looked at the project in between. */
const longestRowMs = 2 * backoff.maxMs;

/** Readings in a row without a pause: the first one, and one for a change during it. */
const freeReadings = 2;

/** Pauses between readings of a project that changes faster than it can be read. */
export class ReadingPauses {
  readonly #deps: ReadingPausesDeps;
  readonly #readings = new Map<string, Readings>();

  constructor(deps: ReadingPausesDeps) {
    this.#deps = deps;
  }

  /** Notes that a reading has ended, with or without success. */
  noteReading(projectId: string): void {
    const lastEndMs = this.#deps.clock.monotonicMs();
    const before = this.#readings.get(projectId);
    const isInARow = before !== undefined && lastEndMs - before.lastEndMs < longestRowMs;
    const count = isInARow ? before.count + 1 : 1;
    this.forget(projectId);
    this.#readings.set(projectId, { count, lastEndMs, cancelTimer: null });
  }

  /** Ends the pause of a project without a call of `onEnd`. The next pause is the shortest again. */
  forget(projectId: string): void {
    this.#readings.get(projectId)?.cancelTimer?.();
    this.#readings.delete(projectId);
  }

  /** True if the project changed during each of its last readings. */
  isChanging(projectId: string): boolean {
    return (this.#readings.get(projectId)?.count ?? 0) >= freeReadings;
  }

  /** True if a changed project should not be read yet. Then `onEnd` follows. */
  isPaused(projectId: string): boolean {
    const { clock, onEnd } = this.#deps;
    const readings = this.#readings.get(projectId);
    if (!readings || readings.count < freeReadings) return false;
    const endMs = readings.lastEndMs + backoffMs(backoff, readings.count - freeReadings);
    const restMs = endMs - clock.monotonicMs();
    if (restMs <= 0) return false;
    if (readings.cancelTimer) return true;
    const cancelTimer = clock.schedule(restMs, () => {
      this.#readings.set(projectId, { ...readings, cancelTimer: null });
      onEnd(projectId);
    });
    this.#readings.set(projectId, { ...readings, cancelTimer });
    return true;
  }

  /** Ends all pauses. */
  dispose(): void {
    for (const projectId of this.#readings.keys()) this.forget(projectId);
  }
}
