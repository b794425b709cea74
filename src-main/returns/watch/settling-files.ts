import type { Clock } from '../../platform.ts';
import type { ReturnFile } from './return-files.ts';

/** Time that a file must be unchanged before it is read. */
export const settleMs = 2_000;

/** `settled`: seen unchanged for `settleMs`. `old`: unchanged for long, by its own time. */
export type Settling = 'changing' | 'old' | 'settled';

/** Identifies a state of a file without reading it. */
export const stampOf = ({
  sizeBytes,
  modifiedAtMs,
}: Pick<ReturnFile, 'sizeBytes' | 'modifiedAtMs'>): string => `${String(sizeBytes)} ${String(modifiedAtMs)}`;

/** Determines which files have stopped changing, from their state at each scan. */
export class SettlingFiles {
  readonly #clock: Clock;
  /** State of each file at its last scan, and the time it was first seen in it, on the monotonic clock. */
  readonly #seen = new Map<string, { readonly stamp: string; readonly sinceMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(file: ReturnFile): Settling {
    const { path, modifiedAtMs } = file;
    const stamp = stampOf(file);
    const before = this.#seen.get(path);
    const nowMs = this.#clock.monotonicMs();
    if (before?.stamp === stamp) return nowMs - before.sinceMs >= settleMs ? 'settled' : 'changing';
    this.#seen.set(path, { stamp, sinceMs: nowMs });
    return !before && this.#clock.now() - modifiedAtMs > 2 * settleMs ? 'old' : 'changing';
  }
}
