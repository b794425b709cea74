import { parentPort } from 'node:worker_threads';
import { AppError } from '../../../src-shared/app-error.ts';
import { FetchTask } from './fetch-task.ts';
import { SendTask } from './send-task.ts';
import { SyncSlots } from './sync-behind.ts';
import type { Say } from './task-io.ts';
import type { TransferCommand } from './thread-messages.ts';

/** The tasks of the transfer thread by id. */
class TransferTasks {
  readonly #say: Say;
  readonly #syncSlots = new SyncSlots();
  readonly #tasks = new Map<number, FetchTask | SendTask>();

  constructor(say: Say) {
    this.#say = say;
  }

  /** Handles a command. Ignores commands that arrive after their task has ended. */
  take(command: TransferCommand): void {
    const { taskId } = command;
    if (command.kind === 'fetch') this.#begin(taskId, new FetchTask(command, this.#say, this.#syncSlots));
    else if (command.kind === 'send') this.#begin(taskId, new SendTask(command, this.#say));
    else if (command.kind === 'credit') this.#tasks.get(taskId)?.addCredit(command.bytes);
    else if (command.kind === 'routed') this.#tasks.get(taskId)?.takeProxy(command);
    else if (command.kind === 'stop') {
      this.#tasks.get(taskId)?.stop(new AppError('cancelled', 'The transfer was stopped.'));
    } else {
      const task = this.#tasks.get(taskId);
      if (task instanceof FetchTask) task.receive(command);
    }
  }

  #begin(taskId: number, task: FetchTask | SendTask): void {
    this.#tasks.set(taskId, task);
    void task.run().finally(() => this.#tasks.delete(taskId));
  }
}

/* Entry of the transfer thread, which moves the bytes of all downloads and uploads. */
const tasks = new TransferTasks((report) => parentPort?.postMessage(report));
parentPort?.on('message', (command: TransferCommand) => {
  tasks.take(command);
});
