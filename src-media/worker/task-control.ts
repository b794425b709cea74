/** Slots of the memory a task shares with the pool. */
export const controlSlots = { cancelled: 0, heartbeat: 1, count: 2 } as const;

/** What a task on a worker thread has of the outside: whether it is still wanted, and where to report progress. */
export interface TaskControl {
  /** To be called often, at least every few frames. Throws TaskCancelled when the task is no longer wanted. */
  checkpoint(): void;
  /** @param fraction 0 to 1 */
  progress(fraction: number): void;
}

/** Thrown inside a task that was cancelled; the pool turns it into the reason of the abort. */
export class TaskCancelled extends Error {
  override readonly name = 'TaskCancelled';
}

/** Progress is reported in steps of at least this much. */
const minProgress = 0.01;

/** The worker's end of a task's shared memory. */
export function createTaskControl(
  shared: SharedArrayBuffer,
  reportProgress: (fraction: number) => void,
): TaskControl {
  const slots = new Int32Array(shared);
  let reported = 0;
  return {
    checkpoint() {
      Atomics.add(slots, controlSlots.heartbeat, 1);
      if (Atomics.load(slots, controlSlots.cancelled) !== 0) throw new TaskCancelled();
    },
    progress(fraction) {
      if (fraction < reported + minProgress && fraction < 1) return;
      reported = fraction;
      reportProgress(Math.min(1, fraction));
    },
  };
}
