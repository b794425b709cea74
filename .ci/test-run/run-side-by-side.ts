export interface Task {
  readonly name: string;
  /** Number of cores it keeps busy; 1 by default. */
  readonly cores?: number;
  /** Names of tasks that must end first. Names missing from the list are ignored. */
  readonly after?: readonly string[];
}

/**
 * Runs as many tasks at once as fit on the cores, in order of the list where possible. A task that needs more cores
 * than there are runs alone. Rejects with the first error of a task.
 */
export async function runSideBySide<T extends Task>(
  tasks: readonly T[],
  cores: number,
  run: (task: T) => Promise<void>,
): Promise<void> {
  const waiting = new Set(tasks);
  const running = new Map<T, Promise<void>>();
  const coresOf = ({ cores: count = 1 }: Task): number => Math.min(count, cores);
  const mayBegin = (task: T): boolean => {
    const unfinished = new Set([...waiting, ...running.keys()].map(({ name }) => name));
    const busy = [...running.keys()].reduce((sum, each) => sum + coresOf(each), 0);
    return busy + coresOf(task) <= cores && !(task.after ?? []).some((name) => unfinished.has(name));
  };
  while (waiting.size > 0 || running.size > 0) {
    for (const task of waiting) {
      if (!mayBegin(task)) continue;
      waiting.delete(task);
      const ended = run(task).finally(() => running.delete(task));
      running.set(task, ended);
    }
    if (running.size === 0)
      throw new Error(`Wait for each other: ${[...waiting].map(({ name }) => name).join(', ')}.`);
    await Promise.race(running.values());
  }
}
