import type { TaskControl } from '../task-options.ts';

/** Slots of the shared memory between a task and the pool. The heartbeat is 0 until the task begins. */
export const controlSlots = { cancelled: 0, heartbeat: 1, count: 2 } as const;

/** Thrown inside a cancelled task; the pool replaces it with the reason of the abort. */
export class TaskCancelled extends Error {
  override readonly name = 'TaskCancelled';
}

/** Minimum step between progress reports. */
const minProgress = 0.01;

/** Creates the worker's side of a task's shared memory. */
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
