import { parentPort } from 'node:worker_threads';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import sharp from 'sharp';
import type { MediaTaskHandlers } from './media-task-handlers.ts';
import type { TaskOrder, TaskReport } from './media-tasks.ts';
import { createTaskControl } from './task-control.ts';
import { failureOf } from './task-failure.ts';

/** Serves tasks on this thread. Takes one order at a time and reports its result. Runs until the pool ends it. */
export function serveTasks(handlers: Partial<MediaTaskHandlers>): void {
  const port = parentPort;
  if (!port) return;
  Log.setLevel(AV_LOG_QUIET);
  // The pool alone controls parallelism.
  sharp.concurrency(1);
  sharp.cache(false);
  const report = (message: TaskReport): void => port.postMessage(message);
  port.on('message', (order: TaskOrder) => {
    const control = createTaskControl(order.control, (fraction) => report({ kind: 'progress', fraction }));
    const handler = handlers[order.name] as (input: unknown, control: unknown) => unknown;
    const work = async (): Promise<unknown> => {
      control.checkpoint();
      return await handler(order.input, control);
    };
    work().then(
      (output) => report({ kind: 'done', output }),
      (error: unknown) => report({ kind: 'failed', failure: failureOf(error) }),
    );
  });
}
