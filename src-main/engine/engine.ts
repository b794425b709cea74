import { z } from 'zod';
import { AppError } from '../../src-shared/app-error.ts';
import {
  type EngineOrder,
  type EngineReport,
  engineReportSchema,
  type EngineTaskName,
  type EngineTasks,
} from '../../src-shared/engine.ts';
import { stopErrorOf, throwIfStopped } from '../foundation/wait.ts';
import type { Clock, EngineLauncher, Log, RunningEngine } from '../platform.ts';

export interface EngineDeps {
  readonly launcher: EngineLauncher;
  readonly clock: Clock;
  readonly log: Log;
}

interface TaskOptions {
  readonly signal: AbortSignal;
  /** Called with 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

interface PendingTask {
  readonly onProgress: (fraction: number) => void;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The engine ends after this time without work, to free its memory. */
const idleMs = 60_000;
/** Number of times that a task is begun: again after the engine ended under it. */
const maxTries = 2;
const lineSchema = z
  .string()
  .transform((line): unknown => JSON.parse(line))
  .pipe(engineReportSchema);

/** The program beside the app that makes media playable and renders cuts. It runs while there is work. */
export class Engine {
  readonly #deps: EngineDeps;
  readonly #tasks = new Map<number, PendingTask>();
  #running: RunningEngine | null = null;
  #cancelEnd: (() => void) | null = null;
  #taskCount = 0;
  #isClosed = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  /** False in a package without the engine. */
  get isIncluded(): boolean {
    return this.#deps.launcher.isIncluded;
  }

  /**
   * Runs a task.
   * @throws AppError `not_supported_here` with `reason` `no_engine`; the signal's reason; `file_unreadable` for media
   * that it cannot read; `file_not_written` if it ended repeatedly; and the system's error.
   */
  async run<Name extends EngineTaskName>(
    name: Name,
    input: EngineTasks[Name]['input'],
    { signal, onProgress = () => undefined }: TaskOptions,
  ): Promise<EngineTasks[Name]['output']> {
    for (let tries = 1; ; tries += 1) {
      try {
        return (await this.#runOnce(name, input, { signal, onProgress })) as EngineTasks[Name]['output'];
      } catch (error) {
        if (!(error instanceof EngineEnded) || this.#isClosed) throw error;
        if (tries === maxTries) throw new AppError('file_not_written', error.message, { cause: error });
      }
    }
  }

  /** Ends the engine, and with it its tasks. */
  async dispose(): Promise<void> {
    this.#isClosed = true;
    this.#cancelEnd?.();
    const running = this.#running;
    running?.kill();
    await running?.exited;
  }

  #runOnce(name: EngineTaskName, input: unknown, options: Required<TaskOptions>): Promise<unknown> {
    const { signal, onProgress } = options;
    throwIfStopped(signal);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const running = this.#wake();
    const task = (this.#taskCount += 1);
    const send = (order: EngineOrder): void => {
      running.send(JSON.stringify(order));
    };
    const onAbort = (): void => {
      send({ kind: 'cancel', task });
    };
    this.#tasks.set(task, { onProgress, resolve, reject });
    signal.addEventListener('abort', onAbort, { once: true });
    send({ kind: 'run', task, name, input });
    return promise
      .catch((error: unknown) => {
        throw signal.aborted ? stopErrorOf(signal) : error;
      })
      .finally(() => {
        signal.removeEventListener('abort', onAbort);
        this.#tasks.delete(task);
        if (this.#tasks.size === 0) this.#rest();
      });
  }

  /** @throws AppError `not_supported_here`, `cancelled` when the app closes. */
  #wake(): RunningEngine {
    if (this.#isClosed) throw new AppError('cancelled', 'The app is closing.');
    if (!this.isIncluded) throw engineNotIncluded();
    this.#cancelEnd?.();
    this.#cancelEnd = null;
    return (this.#running ??= this.#start());
  }

  #start(): RunningEngine {
    const running = this.#deps.launcher.launch((line) => {
      this.#receive(line);
    });
    void running.exited.then(({ code, lastWords }) => {
      if (this.#running !== running) return;
      this.#running = null;
      const error = new EngineEnded(`The engine ended with ${String(code)}. ${lastWords}`);
      if (!this.#isClosed) this.#deps.log.warn('The engine ended.', { code, lastWords });
      for (const { reject } of [...this.#tasks.values()]) reject(error);
    });
    return running;
  }

  #receive(line: string): void {
    const report = lineSchema.safeParse(line);
    if (report.success) this.#settle(report.data);
    else this.#deps.log.warn('The engine said something unknown.', { line });
  }

  #settle(report: EngineReport): void {
    const pending = this.#tasks.get(report.task);
    if (report.kind === 'progress') pending?.onProgress(report.fraction);
    else if (report.kind === 'done') pending?.resolve(report.output);
    else pending?.reject(errorOf(report));
  }

  #rest(): void {
    if (this.#isClosed) return;
    const running = this.#running;
    this.#cancelEnd?.();
    this.#cancelEnd = this.#deps.clock.schedule(idleMs, () => {
      this.#cancelEnd = null;
      this.#running = null;
      running?.kill();
    });
  }
}

/** The engine ended under a task. */
class EngineEnded extends Error {
  override readonly name = 'EngineEnded';
}

/** Returns the error of a package without the engine. */
export function engineNotIncluded(): AppError {
  return new AppError('not_supported_here', 'This installation has no engine.', {
    details: { reason: 'no_engine' },
  });
}

function errorOf({ message, systemCode }: Extract<EngineReport, { kind: 'failed' }>): Error {
  if (systemCode !== null) return Object.assign(new Error(message), { code: systemCode });
  return new AppError('file_unreadable', message);
}
