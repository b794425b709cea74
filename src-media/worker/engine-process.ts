import { getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { EngineOrder, EngineReport, EngineTaskName } from '../../src-shared/engine.ts';
import { MediaPool } from './media-pool.ts';
import type { MediaTaskInput } from './media-tasks.ts';
import { startMediaThread } from './start-media-thread.ts';
import { TaskCancelled } from './task-control.ts';
import { failureOf } from './task-failure.ts';

/** A movie must not keep the page waiting for what it shows. */
const threadCount = 2;
const stallTimeoutMs = 120_000;
const idleTimeoutMs = 60_000;

const taskNames = {
  probe: 'engineProbe',
  proxy: 'engineProxy',
  render: 'engineRender',
  frames: 'engineFrames',
} as const;

/** Entry of the engine of `src-shared/engine.ts`. It ends when its standard input does, so with its parent. */
function serve(pool: MediaPool): void {
  const stops = new Map<number, AbortController>();
  const report = (message: EngineReport): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

  async function run(task: number, name: EngineTaskName, input: unknown): Promise<void> {
    const stop = new AbortController();
    stops.set(task, stop);
    const onProgress = (fraction: number): void => report({ kind: 'progress', task, fraction });
    const { signal } = stop;
    try {
      const poolName = taskNames[name];
      const output = await pool.run(poolName, input as MediaTaskInput<typeof poolName>, {
        signal,
        onProgress,
      });
      report({ kind: 'done', task, output });
    } catch (error) {
      const { message, systemCode } = failureOf(error);
      report({ kind: 'failed', task, message, systemCode });
    }
    stops.delete(task);
  }

  // Threads may be in native code, which blocks or crashes an orderly exit.
  const end = (): void => void process.kill(process.pid, 'SIGKILL');
  process.stdout.on('error', end);
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      const order = JSON.parse(line) as EngineOrder;
      if (order.kind === 'run') void run(order.task, order.name, order.input);
      else stops.get(order.task)?.abort(new TaskCancelled());
    })
    .on('close', end);
}

// Keeps a lower priority if the process was started with one, because only the system may raise it.
setPriority(0, Math.max(getPriority(), 5));
serve(
  new MediaPool({
    startThread: () => startMediaThread('engine-worker'),
    size: threadCount,
    stallTimeoutMs,
    idleTimeoutMs,
  }),
);
