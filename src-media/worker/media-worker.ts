import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { createMediaTaskHandlers, type MediaTaskHandlers } from './media-task-handlers.ts';
import type { TaskOrder, TaskReport } from './media-tasks.ts';
import { createTaskControl } from './task-control.ts';
import { failureOf } from './task-failure.ts';

/** Entry of a media thread. Takes one order at a time and reports its result. Runs until the pool ends it. */
function serve(port: NonNullable<typeof parentPort>, handlers: MediaTaskHandlers): void {
  const report = (message: TaskReport): void => port.postMessage(message);
  port.on('message', (order: TaskOrder) => {
    const control = createTaskControl(order.control, (fraction) => report({ kind: 'progress', fraction }));
    const handler = handlers[order.name] as (input: unknown, control: unknown) => unknown;
    const work = async (): Promise<unknown> => await handler(order.input, control);
    work().then(
      (output) => report({ kind: 'done', output }),
      (error: unknown) => report({ kind: 'failed', failure: failureOf(error) }),
    );
  });
}

if (parentPort) serve(parentPort, createMediaTaskHandlers());
// Node writes its compile cache, if there is one, when a program exits; but this process is always killed.
flushCompileCache();
