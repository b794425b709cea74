import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { MediaError } from '../media-error.ts';
import { createMediaTaskHandlers, type MediaTaskHandlers } from './media-task-handlers.ts';
import type { TaskFailure, TaskOrder, TaskReport } from './media-tasks.ts';
import { TaskCancelled, createTaskControl } from './task-control.ts';

/**
 * Entry of a media thread: takes one order at a time and reports how it went. It ends when the pool ends it.
 */
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

function failureOf(error: unknown): TaskFailure {
  const { message, stack = null } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof TaskCancelled ? 'cancelled' : error instanceof MediaError ? error.code : null;
  return { code, message, stack, systemCode: systemCodeOf(error) };
}

/** The operating system's code of an error or of what caused it. */
function systemCodeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isSystemError = 'code' in error && typeof error.code === 'string' && !(error instanceof MediaError);
  return isSystemError ? String(error.code) : systemCodeOf(error.cause);
}

// Only Linux has a priority for each thread; elsewhere this would slow down the whole service.
// A program that was started with less keeps it: only the system may give more.
if (process.platform === 'linux') setPriority(0, Math.max(getPriority(), 5));
if (parentPort) serve(parentPort, createMediaTaskHandlers());
