import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { regularFileFlags } from '../../foundation/files/read-foreign-file.ts';
import type { HashCommand, HashReport } from './hash-messages.ts';

/** Number of bytes read and hashed at once. */
const pieceBytes = 512 * 1024;
const piecesPerTurn = 8;
const reportEveryMs = 200;

interface HashTask {
  readonly taskId: number;
  readonly descriptor: number;
  readonly hash: Hash;
  hashedBytes: number;
  readableTo: number;
  /** Null while it is not known. */
  sizeBytes: number | null;
  /** True to hash up to the current end of the file. */
  readonly isToEnd: boolean;
  reportedMs: number;
}

/** @throws Error for anything but a regular file, and the system's error. */
function openRegular(path: string): number {
  const descriptor = openSync(path, regularFileFlags);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new Error('It is not a file.');
}

/** The files of the hash thread, which takes turns hashing a little of each. */
class HashTasks {
  readonly #say: (report: HashReport) => void;
  readonly #buffer = Buffer.allocUnsafeSlow(pieceBytes);
  readonly #tasks = new Map<number, HashTask>();
  #isTurning = false;

  constructor(say: (report: HashReport) => void) {
    this.#say = say;
  }

  take(command: HashCommand): void {
    const task = this.#tasks.get(command.taskId);
    if (command.kind === 'begin') this.#begin(command);
    else if (command.kind === 'stop') this.#end(task);
    else if (task && command.kind === 'readable') task.readableTo = command.readableTo;
    else if (task && command.kind === 'finish') {
      task.readableTo = command.sizeBytes;
      task.sizeBytes = command.sizeBytes;
    }
    this.#turn();
  }

  #begin({ taskId, path, readableTo }: HashCommand & { kind: 'begin' }): void {
    try {
      this.#tasks.set(taskId, {
        taskId,
        descriptor: openRegular(path),
        hash: createHash('sha256'),
        hashedBytes: 0,
        readableTo: readableTo ?? Number.MAX_SAFE_INTEGER,
        sizeBytes: null,
        isToEnd: readableTo === null,
        reportedMs: performance.now(),
      });
    } catch (error) {
      this.#fail(taskId, error);
    }
  }

  /** Hashes a little of each file per round until nothing is left to read. Messages are handled between rounds. */
  #turn(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(() => {
      this.#isTurning = false;
      let hasMore = false;
      for (const task of [...this.#tasks.values()]) {
        try {
          hasMore = this.#advance(task) || hasMore;
        } catch (error) {
          this.#end(task);
          this.#fail(task.taskId, error);
        }
      }
      if (hasMore) this.#turn();
    });
  }

  /** Returns true while there is more to read. */
  #advance(task: HashTask): boolean {
    for (let pieces = 0; pieces < piecesPerTurn && task.hashedBytes < task.readableTo; pieces += 1) {
      const wanted = Math.min(pieceBytes, task.readableTo - task.hashedBytes);
      const size = readSync(task.descriptor, this.#buffer, 0, wanted, task.hashedBytes);
      if (size === 0) {
        if (!task.isToEnd) throw new Error('The file is shorter than was said.');
        task.sizeBytes = task.hashedBytes;
        task.readableTo = task.hashedBytes;
        break;
      }
      task.hash.update(this.#buffer.subarray(0, size));
      task.hashedBytes += size;
    }
    this.#tell(task);
    return this.#tasks.has(task.taskId) && task.hashedBytes < task.readableTo;
  }

  #tell(task: HashTask): void {
    const { taskId, hashedBytes } = task;
    if (hashedBytes === task.sizeBytes) {
      this.#end(task);
      this.#say({ kind: 'hashed', taskId, sha256: task.hash.digest('hex') });
    } else if (performance.now() - task.reportedMs > reportEveryMs) {
      task.reportedMs = performance.now();
      this.#say({ kind: 'progress', taskId, hashedBytes });
    }
  }

  #end(task: HashTask | undefined): void {
    if (!task || !this.#tasks.delete(task.taskId)) return;
    closeSync(task.descriptor);
  }

  #fail(taskId: number, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#say({ kind: 'failed', taskId, code: systemCodeOf(error), message });
  }
}

/* Entry of the hash thread, which computes checksums of files beside the transfers. */
const tasks = new HashTasks((report) => parentPort?.postMessage(report));
parentPort?.on('message', (command: HashCommand) => {
  tasks.take(command);
});
