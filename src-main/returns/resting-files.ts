import type { Clock } from '../platform.ts';
import type { ReturnFile } from './return-files.ts';

/** How long a file must rest before it is read. */
export const settleMs = 2_000;

/** `rested`: it was seen to rest. `old`: it has not changed for long, by its own time. */
export type Rest = 'moving' | 'old' | 'rested';

/** How a file was when it was last looked at. */
interface Look {
  readonly stamp: string;
  /** When it was first seen so, on the monotonic clock. */
  readonly sinceMs: number;
}

/** Tells one state of a file from another without reading it. */
export const stampOf = ({
  sizeBytes,
  modifiedAtMs,
}: Pick<ReturnFile, 'sizeBytes' | 'modifiedAtMs'>): string => `${String(sizeBytes)} ${String(modifiedAtMs)}`;

/** Which files have stopped to change, by how they were at each look. */
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
