import { getPriority, setPriority } from 'node:os';
import { MediaPool } from './media-pool.ts';
import type { MediaTaskInput } from './media-tasks.ts';
import type { ProcessOrder, ProcessReport } from './process-messages.ts';
import { startMediaThread } from './start-media-thread.ts';
import { TaskCancelled } from './task-control.ts';
import { failureOf } from './task-failure.ts';

const stallTimeoutMs = 120_000;
const idleTimeoutMs = 60_000;

/** The unfinished tasks of one job. */
interface Job {
  readonly stop: AbortController;
  taskCount: number;
}

/** Entry of the media process. Its first argument is the number of threads. It ends with its parent. */
function serve(pool: MediaPool): void {
  const jobs = new Map<number, Job>();
  const report = (message: ProcessReport): void => void process.send?.(message);

  async function run(order: ProcessOrder & { kind: 'run' }): Promise<void> {
    const { task, job: number, name, input, turn } = order;
    const job = jobs.get(number) ?? { stop: new AbortController(), taskCount: 0 };
    jobs.set(number, job);
    job.taskCount += 1;
    const onProgress = (fraction: number): void => report({ kind: 'progress', task, fraction });
    const options = { signal: job.stop.signal, onProgress, turn };
    try {
      const output = await pool.run(name, input as MediaTaskInput<typeof name>, options);
      report({ kind: 'done', task, output });
    } catch (error) {
      report({ kind: 'failed', task, failure: failureOf(error) });
    }
    job.taskCount -= 1;
    if (job.taskCount === 0) jobs.delete(number);
  }

  process.on('message', (order: ProcessOrder) => {
    if (order.kind === 'run') void run(order);
    else jobs.get(order.job)?.stop.abort(new TaskCancelled());
  });
  // Threads may be in native code, which blocks or crashes an orderly exit.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

// Keeps a lower priority if the process was started with one, because only the system may raise it.
setPriority(0, Math.max(getPriority(), 5));
serve(
  new MediaPool({
    startThread: startMediaThread,
    size: Number(process.argv[2]),
    stallTimeoutMs,
    idleTimeoutMs,
  }),
);
