import { parentPort, workerData } from 'node:worker_threads';
import type { TaskOrder, TaskReport } from '../../../src-media/worker/media-tasks.ts';
import { createTaskControl } from '../../../src-media/worker/task-control.ts';

/**
 * Media thread that behaves as the probed path says: crash, throw, exit, hang, ignore a cancel, count to the end, or
 * answer with the path. It loads until the shared gate of its data, if it has one, is no longer 0.
 */
function behave(order: TaskOrder, report: (message: TaskReport) => void): void {
  const control = createTaskControl(order.control, (fraction) => report({ kind: 'progress', fraction }));
  const wish = String(order.input);
  if (wish === 'crash')
    setImmediate(() => {
      throw new Error('crashed');
    });
  else if (wish === 'exit') process.exit(3);
  else if (wish === 'hang') for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  else if (wish === 'fail') {
    report({
      kind: 'failed',
      failure: { code: 'unreadable_media', message: 'No.', stack: null, systemCode: null },
    });
  } else if (wish === 'full') {
    report({
      kind: 'failed',
      failure: { code: null, message: 'No room.', stack: null, systemCode: 'ENOSPC' },
    });
  } else if (wish === 'work') {
    try {
      for (;;) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        control.checkpoint();
      }
    } catch {
      report({
        kind: 'failed',
        failure: { code: 'cancelled', message: 'Cancelled.', stack: null, systemCode: null },
      });
    }
  } else {
    control.progress(0.5);
    report({ kind: 'done', output: wish });
  }
}

const gate = workerData as Int32Array | undefined;
if (gate) Atomics.wait(gate, 0, 0);
parentPort?.on('message', (order: TaskOrder) => behave(order, (message) => parentPort?.postMessage(message)));
