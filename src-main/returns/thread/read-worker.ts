import { parentPort } from 'node:worker_threads';
import { errorOf, failureOf } from './call-failure.ts';
import { readCalls } from './read-calls.ts';
import type { ReadCommand, ReadReport } from './read-messages.ts';
import type { ReadContext } from './return-reader.ts';

const say = (report: ReadReport): void => parentPort?.postMessage(report);

/** The calls that the thread works on. */
class Calls {
  /** Hashes that calls wait for, by the call and the path. */
  readonly #awaited = new Map<string, PromiseWithResolvers<string>>();

  take(command: ReadCommand): void {
    if (command.kind === 'call') void this.#run(command);
    else this.#answer(command);
  }

  async #run({ taskId, name, input }: ReadCommand & { readonly kind: 'call' }): Promise<void> {
    const context: ReadContext = {
      hashFile: (path) => this.#ask(taskId, path),
      onRead: (read) => {
        say({ kind: 'read', taskId, read });
      },
    };
    try {
      // The host sends each call with its own input.
      const result: unknown = await readCalls[name](input as never, context);
      say({ kind: 'done', taskId, result });
    } catch (error) {
      say({ kind: 'failed', taskId, failure: failureOf(error) });
    }
  }

  #ask(taskId: number, path: string): Promise<string> {
    const key = keyOf({ taskId, path });
    const awaited = this.#awaited.get(key) ?? Promise.withResolvers<string>();
    if (!this.#awaited.has(key)) say({ kind: 'hash', taskId, path });
    this.#awaited.set(key, awaited);
    return awaited.promise;
  }

  #answer({ taskId, path, hash }: ReadCommand & { readonly kind: 'hashed' }): void {
    const key = keyOf({ taskId, path });
    const awaited = this.#awaited.get(key);
    this.#awaited.delete(key);
    if (typeof hash === 'string') awaited?.resolve(hash);
    else awaited?.reject(errorOf(hash));
  }
}

function keyOf({ taskId, path }: Pick<ReadCommand & { readonly kind: 'hashed' }, 'taskId' | 'path'>): string {
  return `${String(taskId)} ${path}`;
}

/* Entry of the thread that reads returns. */
const calls = new Calls();
parentPort?.on('message', (command: ReadCommand) => {
  calls.take(command);
});
