import { type ErrorBody, fromErrorBody, toErrorBody } from '../../../src-shared/app-error.ts';
import { trustedAuthorities } from '../../api/http/authorities.ts';
import { findProxy } from '../../api/http/proxy.ts';
import type { ThreadHost } from '../../foundation/thread-host.ts';
import { stopErrorOf } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { type Allowance, CreditPump } from './credit-pump.ts';
import { interrupted } from './download-errors.ts';
import { LostBytes } from './lost-bytes.ts';
import type { TaskFailure, TransferCommand, TransferReport } from './thread-messages.ts';

type Report<Kind extends TransferReport['kind']> = TransferReport & { readonly kind: Kind };

export interface TransferTaskDeps {
  readonly host: ThreadHost<TransferCommand, TransferReport>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Stops the task; its pending promises reject with the signal's reason. */
  readonly signal: AbortSignal;
}

/** The outcome of a task. */
export interface TaskEnd {
  /** Null on success. An error of the system concerns the file. */
  readonly failure: unknown;
  /** Download only: position up to which the file is written. */
  readonly writtenTo: number;
  /** Download only: position up to which the file is on the disk. */
  readonly syncedTo: number;
  /** Upload only: status of the storage's response. */
  readonly status: number | null;
}

/** Progress of a task, as positions in its file. */
export interface TaskProgress {
  /** Position up to which bytes were received or sent. */
  readonly movedTo: number;
  /** Download only: position up to which the file is written. */
  readonly writtenTo: number;
  /** Download only: position up to which the file is on the disk. */
  readonly syncedTo: number;
}

/** One exchange with a storage; the transfer thread carries it out. */
export class TransferTask {
  readonly #deps: TransferTaskDeps;
  readonly #taskId: number;
  readonly #answered = Promise.withResolvers<Report<'answered'>>();
  readonly #ended = Promise.withResolvers<TaskEnd>();
  readonly #stop = (): void => {
    this.stop();
  };
  #pump: CreditPump | null = null;
  #reached = { writtenTo: 0, syncedTo: 0 };
  #onProgress: (progress: TaskProgress) => void = () => undefined;

  constructor(deps: TransferTaskDeps) {
    this.#deps = deps;
    this.#answered.promise.catch(() => undefined);
    this.#taskId = deps.host.enlist({
      onReport: (report) => {
        this.#take(report);
      },
      onDeath: () => {
        this.#end({ failure: interrupted(), ...this.#reached, status: null });
      },
    });
    deps.signal.addEventListener('abort', this.#stop);
  }

  /** The head of the response to a GET. */
  get answered(): Promise<Report<'answered'>> {
    return this.#answered.promise;
  }

  /** Never rejects. Once it resolves, the thread no longer touches the descriptor. */
  get ended(): Promise<TaskEnd> {
    return this.#ended.promise;
  }

  /** True if the bandwidth limit kept the transfer waiting since the last call. */
  takeHasWaited(): boolean {
    return this.#pump?.takeHasWaited() ?? false;
  }

  send(command: (taskId: number) => TransferCommand): void {
    this.#deps.host.send(command(this.#taskId));
  }

  /** Supplies the task with credit from an allowance. A task without credit moves nothing. */
  meter(allowance: Allowance): void {
    this.#pump = new CreditPump({
      allowance,
      clock: this.#deps.clock,
      supply: (bytes) => {
        this.send((taskId) => ({ kind: 'credit', taskId, bytes }));
      },
    });
  }

  /** Writes the body of the response to a file. Resolves with the outcome. */
  receive(
    into: { readonly descriptor: number; readonly position: number; readonly maxBytes: number | null },
    allowance: Allowance,
  ): Promise<TaskEnd> {
    this.#reached = { writtenTo: into.position, syncedTo: into.position };
    this.meter(allowance);
    this.send((taskId) => ({ kind: 'receive', taskId, ...into }));
    return this.ended;
  }

  /** @param listener called several times a second. */
  onProgress(listener: (progress: TaskProgress) => void): void {
    this.#onProgress = listener;
  }

  /** Ends the task soon; `ended` then resolves. */
  stop(): void {
    this.send((taskId) => ({ kind: 'stop', taskId }));
  }

  #take(report: TransferReport): void {
    if (report.kind === 'answered') this.#answered.resolve(report);
    else if (report.kind === 'routing') void this.#route(report.url);
    else if (report.kind === 'wanting') void this.#pump?.fill();
    else if (report.kind === 'progress') {
      const { movedTo, writtenTo, syncedTo } = report;
      this.#reached = { writtenTo, syncedTo };
      this.#onProgress({ movedTo, writtenTo, syncedTo });
    } else {
      const { failure, writtenTo, syncedTo, status } = report;
      this.#end({ failure: failure && errorOf(failure), writtenTo, syncedTo, status });
    }
  }

  async #route(url: string): Promise<void> {
    let proxy: URL | null = null;
    let failure: ErrorBody | null = null;
    try {
      proxy = await findProxy(new URL(url));
    } catch (error) {
      failure = toErrorBody(error);
    }
    const authorities = trustedAuthorities();
    this.send((taskId) => ({ kind: 'routed', taskId, proxy: proxy?.href ?? null, failure, authorities }));
  }

  #end(end: TaskEnd): void {
    const { host, signal } = this.#deps;
    host.forget(this.#taskId);
    signal.removeEventListener('abort', this.#stop);
    this.#pump?.end();
    const failure = signal.aborted && end.failure !== null ? stopErrorOf(signal) : end.failure;
    this.#answered.reject(failure ?? new Error('The exchange ended without an answer.'));
    this.#ended.resolve({ ...end, failure });
  }
}

function errorOf(failure: TaskFailure): Error {
  if (failure.kind === 'app') return fromErrorBody(failure.body);
  if (failure.kind === 'bug') return new Error(failure.text);
  const cause = Object.assign(new Error(failure.message), { code: failure.code });
  return failure.kind === 'lost' ? new LostBytes(cause) : cause;
}
