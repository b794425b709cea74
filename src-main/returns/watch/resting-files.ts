import type { Clock } from '../../platform.ts';
import type { ReturnFile } from './return-files.ts';

/** Time that a file must be unchanged before it is read. */
export const settleMs = 2_000;

/** `rested`: seen unchanged for `settleMs`. `old`: unchanged for long, by its own time. */
export type Rest = 'moving' | 'old' | 'rested';

/** The state of a file at the last look. */
interface Look {
  readonly stamp: string;
  /** Time it was first seen in this state, on the monotonic clock. */
  readonly sinceMs: number;
}

/** Identifies a state of a file without reading it. */
export const stampOf = ({
  sizeBytes,
  modifiedAtMs,
}: Pick<ReturnFile, 'sizeBytes' | 'modifiedAtMs'>): string => `${String(sizeBytes)} ${String(modifiedAtMs)}`;

/** Determines which files have stopped changing, from their state at each look. */
export class RestingFiles {
  readonly #clock: Clock;
  readonly #looks = new Map<string, Look>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  look(file: ReturnFile): Rest {
    const { path, modifiedAtMs } = file;
    const stamp = stampOf(file);
    const before = this.#looks.get(path);
    const nowMs = this.#clock.monotonicMs();
    if (before?.stamp === stamp) return nowMs - before.sinceMs >= settleMs ? 'rested' : 'moving';
    this.#looks.set(path, { stamp, sinceMs: nowMs });
    return !before && this.#clock.now() - modifiedAtMs > 2 * settleMs ? 'old' : 'moving';
  }
}
