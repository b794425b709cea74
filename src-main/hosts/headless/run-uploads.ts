import { basename } from 'node:path';
import { type AppError, fromErrorBody } from '../../../src-shared/app-error.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import { createClient } from '../../../src-shared/ipc/client.ts';
import type { App } from '../../app/compose.ts';
import { cancelledByUser, orStopped, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { type FileTaker, sendToLibrary } from '../page/send-to-library.ts';
import type { UploadOptions } from './upload-options.ts';
import { watchConnection } from './watch-connection.ts';

export interface UploadsDeps {
  /** Already started. */
  readonly app: FileTaker & Pick<App, 'subscribe'>;
  readonly clock: Clock;
  readonly options: Pick<UploadOptions, 'paths' | 'isAgain'>;
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal;
  /** Shows a line to people. */
  readonly tell: (line: string) => void;
}

/** Result for one file; `fileId` is null exactly when there is an error. */
export interface UploadedFile {
  readonly path: string;
  readonly fileId: string | null;
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  readonly error: AppError | null;
}

const maxCancelMs = 5_000;

/**
 * Sends files to the library and waits for all of them. Sends a repeated path once, and returns its result each time.
 * @throws AppError `cancelled`, and the errors of `watchConnection`; cancels unfinished transfers then.
 */
export async function runUploads(deps: UploadsDeps): Promise<UploadedFile[]> {
  const { app, clock, options } = deps;
  const lost = watchConnection(app, clock);
  const signal = AbortSignal.any([deps.signal, lost.signal]);
  const followed = new FollowedTransfers(deps);
  try {
    const results: Promise<UploadedFile>[] = [];
    for (const path of new Set(options.paths)) {
      throwIfStopped(signal);
      const { ended } = await orStopped(followed.send(path), signal);
      results.push(ended.then((file) => tellEnd(deps, file)));
    }
    const files = await orStopped(Promise.all(results), signal);
    const byPath = new Map(files.map((file) => [file.path, file]));
    return options.paths.flatMap((path) => byPath.get(path) ?? []);
  } catch (error) {
    await followed.cancelUnfinished();
    throw error;
  } finally {
    followed.end();
    lost.end();
  }
}

function resultOf(path: string, { state, fileId, sha256, totalBytes, error }: Transfer): UploadedFile {
  if (state === 'done' && fileId !== null)
    return { path, fileId, sha256, sizeBytes: totalBytes, error: null };
  return notSent(path, error ? fromErrorBody(error) : cancelledByUser);
}

function notSent(path: string, error: AppError): UploadedFile {
  return { path, fileId: null, sha256: null, sizeBytes: null, error };
}

function tellEnd({ tell }: UploadsDeps, file: UploadedFile): UploadedFile {
  if (file.error) tell(`${basename(file.path)}: not sent: ${file.error.message}`);
  return file;
}

/** Follows the command's transfers by the app's events. Answers their question as the command line says. */
class FollowedTransfers {
  readonly #deps: UploadsDeps;
  readonly #client;
  readonly #latest = new Map<string, Transfer>();
  readonly #waiting = new Map<string, (transfer: Transfer) => void>();
  readonly #shownLines = new Map<string, string>();
  readonly #unsubscribe: () => void;
  /** Resolves when the last file is in the queue or refused. */
  #sending: Promise<unknown> = Promise.resolve();

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
    this.#client = createClient<AppContract>({ invoke: deps.app.router, subscribe: deps.app.subscribe });
    this.#unsubscribe = this.#client.on('activity.changed', ({ items }) => {
      for (const { kind, record } of items) if (kind === 'transfer') this.#show(record);
    });
  }

  /** Sends a file. Resolves once it is in the queue or refused; `ended` then resolves with the result. */
  send(path: string): Promise<{ readonly ended: Promise<UploadedFile> }> {
    const sending = sendToLibrary(this.#deps.app, [path]).then(([sent]) => {
      if (!sent?.transfer) return { ended: Promise.resolve(notSent(path, sent?.error ?? cancelledByUser)) };
      return { ended: this.#ended(sent.transfer).then((transfer) => resultOf(path, transfer)) };
    });
    this.#sending = sending.catch(() => undefined);
    return sending;
  }

  /** Resolves with the transfer once it has ended. */
  #ended(begun: Transfer): Promise<Transfer> {
    return new Promise((resolve) => {
      this.#waiting.set(begun.transferId, resolve);
      this.#show(this.#latest.get(begun.transferId) ?? begun);
    });
  }

  /** Cancels unfinished transfers. Waits a few seconds at most, as the service or a drive may not answer. */
  async cancelUnfinished(): Promise<void> {
    const enough = new AbortController();
    const cancelTimer = this.#deps.clock.schedule(maxCancelMs, () => {
      enough.abort();
    });
    const cancelled = Promise.all([this.#cancelWaiting(), this.#sending.then(() => this.#cancelWaiting())]);
    await orStopped(cancelled, enough.signal).catch(() => undefined);
    cancelTimer();
  }

  #cancelWaiting(): Promise<unknown> {
    const cancelled = [...this.#waiting.keys()].map((transferId) =>
      this.#client.call('transfer.cancel', { transferId }),
    );
    return Promise.allSettled(cancelled);
  }

  end(): void {
    this.#unsubscribe();
  }

  #show(transfer: Transfer): void {
    const { transferId, state, waitingFor } = transfer;
    this.#latest.set(transferId, transfer);
    const done = this.#waiting.get(transferId);
    if (!done) return;
    this.#tell(transfer);
    if (waitingFor === 'decision') {
      const choice = this.#deps.options.isAgain ? 'send' : 'reuse';
      // If the question is reported twice before the answer, the second call finds nothing to decide.
      this.#client.call('transfer.decide', { transferId, choice }).catch(() => undefined);
    }
    if (!['done', 'failed', 'cancelled'].includes(state)) return;
    this.#waiting.delete(transferId);
    done(transfer);
  }

  /** Writes a line whenever the transfer took a step or another tenth of one. */
  #tell({ transferId, displayName, state, waitingFor, doneBytes, totalBytes, duplicateOf }: Transfer): void {
    const tenths = Math.floor((10 * doneBytes) / (totalBytes ?? 1)) * 10;
    const step =
      waitingFor === 'decision'
        ? `the service has the same content as ${duplicateOf ?? 'another file'}`
        : [state, ...(waitingFor ? [`(${waitingFor})`] : [])].join(' ');
    const line = `${displayName}: ${step}${state === 'running' ? ` ${String(tenths)} %` : ''}`;
    if (this.#shownLines.get(transferId) === line) return;
    this.#shownLines.set(transferId, line);
    this.#deps.tell(line);
  }
}
