import { AppError } from '../../../src-shared/app-error.ts';
import type { Semaphore } from '../../foundation/semaphore.ts';
import { appIsClosing, orLeft, orStopped, stopErrorOf, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock, Power } from '../../platform.ts';
import type { TransferRecord } from '../../state/transfer-repository.ts';
import type { BandwidthLimit } from './bandwidth-limit.ts';
import { noWait, type Blockers, type Wait } from './blockers.ts';
import { RetryPolicy } from './retry-policy.ts';
import { errorOf, type TransferLedger } from './transfer-ledger.ts';
import type { TransferLogEvent, TransferLogFacts, TransferLogs } from './transfer-logs.ts';
import type { TransferContext, TransferOrder, TransferOutcome } from './transfer-order.ts';

export interface TransferRunnerDeps {
  readonly ledger: TransferLedger;
  readonly slots: Semaphore;
  readonly bandwidth: BandwidthLimit;
  readonly blockers: Blockers;
  readonly logs: TransferLogs;
  readonly power: Power;
  readonly clock: Clock;
}

/** An order, its row and the signal of its owner. */
interface TransferTask {
  readonly order: TransferOrder;
  readonly transferId: string;
  /** Signal of the owner. */
  readonly signal: AbortSignal;
}

/** An unresponsive drive must not hold up the end of a transfer. Longer than a download waits for its thread. */
const graceMs = 15_000;
/** Stops the work because the user paused it. */
const pausedByUser = new AppError('cancelled', 'Paused by the user.');

/** Runs one transfer from its row to its end, through pauses, waits and retries. */
export class TransferRunner {
  readonly #deps: TransferRunnerDeps;
  readonly #task: TransferTask;
  readonly #retryPolicy: RetryPolicy;
  /** Ends the transfer for good: cancelled in the list, or the app closes. */
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  #pausing = new AbortController();
  #resumed: PromiseWithResolvers<null> | null = null;
  /** Releases its slot; null without one. */
  #release: (() => void) | null = null;

  constructor(deps: TransferRunnerDeps, task: TransferTask) {
    this.#deps = deps;
    this.#task = task;
    this.#retryPolicy = new RetryPolicy(deps);
    this.#signal = AbortSignal.any([task.signal, this.#end.signal]);
    if (this.#record.state === 'paused') this.#resumed = Promise.withResolvers();
  }

  /** @throws AppError the error of the order's work, and `cancelled` with the reason of the signal or of `stop`. */
  async run(): Promise<TransferOutcome> {
    const { ledger } = this.#deps;
    const { transferId } = this.#task;
    try {
      const outcome = await this.#untilDone();
      const { sizeBytes, sha256, fileId } = outcome;
      ledger.finish(transferId, 'done', {
        doneBytes: sizeBytes,
        totalBytes: sizeBytes,
        sha256,
        fileId: fileId ?? this.#record.fileId,
      });
      this.#log('received', { sizeBytes, sha256 });
      return outcome;
    } catch (error) {
      const known = this.#signal.aborted ? stopErrorOf(this.#signal) : error;
      this.#endWith(known);
      throw known;
    } finally {
      this.#giveBack();
    }
  }

  pause(): void {
    if (this.#resumed !== null) return;
    this.#resumed = Promise.withResolvers();
    this.#show({ state: 'paused', ...noWait });
    this.#log('paused');
    this.#pausing.abort(pausedByUser);
  }

  resume(): void {
    const resumed = this.#resumed;
    if (resumed === null) return;
    this.#resumed = null;
    this.#pausing = new AbortController();
    this.#deps.ledger.show(this.#task.transferId, { state: 'queued', error: null });
    resumed.resolve(null);
  }

  /** @param reason `cancelledByUser` ends the row, `appIsClosing` leaves it unchanged. */
  stop(reason: AppError): void {
    this.#end.abort(reason);
  }

  get #record() {
    return this.#deps.ledger.get(this.#task.transferId);
  }

  async #untilDone(): Promise<TransferOutcome> {
    for (;;) {
      throwIfStopped(this.#signal);
      if (this.#resumed) await orStopped(this.#resumed.promise, this.#signal);
      const { pausing, signal } = this.#signals();
      try {
        return await this.#perform(signal);
      } catch (error) {
        throwIfStopped(this.#signal);
        if (!pausing.aborted) await this.#recover(error, signal, pausing);
      }
    }
  }

  /** Returns the signals of the work until the next pause. */
  #signals(): { readonly pausing: AbortSignal; readonly signal: AbortSignal } {
    const pausing = this.#pausing.signal;
    return { pausing, signal: AbortSignal.any([this.#signal, pausing]) };
  }

  async #perform(signal: AbortSignal): Promise<TransferOutcome> {
    const { ledger, clock } = this.#deps;
    const { order, transferId } = this.#task;
    await this.#take(signal);
    try {
      ledger.show(transferId, { state: 'running', ...noWait, error: null });
      const receivedBytes = this.#record.checkpoint?.receivedBytes ?? 0;
      this.#log(
        receivedBytes > 0 ? 'resumed' : 'started',
        receivedBytes > 0 ? { atByte: receivedBytes } : {},
      );
      ledger.startMeasuring(transferId);
      return await orLeft(order.perform(this.#context(signal)), this.#signal, { clock, graceMs });
    } finally {
      ledger.stopMeasuring(transferId);
      this.#giveBack();
    }
  }

  #context(signal: AbortSignal): TransferContext {
    const { ledger, bandwidth } = this.#deps;
    const { order, transferId } = this.#task;
    const read = () => this.#record;
    return {
      get record() {
        return read();
      },
      signal,
      progress: (doneBytes, totalBytes) => {
        if (signal.aborted) return;
        this.#retryPolicy.noteProgress(doneBytes);
        ledger.note(transferId, doneBytes, totalBytes);
        order.onProgress?.(doneBytes);
      },
      checkpoint: (change) => {
        const { state, ...rest } = change;
        const isIdle = state === 'processing' || state === 'waiting';
        const isShown = state !== undefined && !signal.aborted;
        if (isIdle) this.#giveBack();
        const waitingFor = state === 'waiting' ? ('decision' as const) : null;
        ledger.update(transferId, { ...(isShown ? { state, waitingFor } : {}), ...rest });
      },
      allowance: async (bytes) => {
        await this.#take(signal);
        await bandwidth.take(bytes, signal);
      },
      retry: (error, doneBytes) => this.#retryPolicy.retryInPlace(error, doneBytes, signal),
    };
  }

  /** Waits for a slot, and keeps the computer awake while it has one. Returns at once if it has one already. */
  async #take(signal: AbortSignal): Promise<void> {
    throwIfStopped(signal);
    if (this.#release !== null) return;
    const { slots, power } = this.#deps;
    const release = await slots.acquire(signal, () => this.#record.place);
    if (this.#release !== null) {
      release();
      return;
    }
    const allowSleep = power.keepAwake('A transfer is on its way.');
    this.#release = () => {
      allowSleep();
      release();
    };
  }

  #giveBack(): void {
    this.#release?.();
    this.#release = null;
  }

  /** Waits for the blocker to go, or for a pause before the next try; rejects when neither helps. */
  async #recover(error: unknown, signal: AbortSignal, pausing: AbortSignal): Promise<void> {
    const { ledger, blockers } = this.#deps;
    const { order, transferId } = this.#task;
    const blocker = blockers.of(error);
    const facts = { reason: reasonOf(error) };
    try {
      if (blocker !== null && error instanceof AppError) {
        this.#log('waits', { waitingFor: blocker, ...facts });
        const { connectionId } = order;
        await blockers.waitFor(blocker, error, {
          connectionId,
          retryPolicy: this.#retryPolicy,
          signal,
          onWait: (wait) => {
            if (!signal.aborted) this.#show({ state: 'waiting', ...wait, ...errorOf(error) });
          },
        });
      } else if (this.#retryPolicy.allows(error)) {
        ledger.show(transferId, { state: 'queued' });
        this.#log('retried', facts);
        await this.#retryPolicy.pause(signal);
      } else throw error;
      this.#show({ state: 'queued', ...noWait, error: null });
    } catch (reason) {
      if (!pausing.aborted) throw reason;
    }
  }

  /** Shows the start or end of a wait in the row and to the owner. */
  #show(change: Partial<TransferRecord> & Wait): void {
    const { ledger } = this.#deps;
    const { order, transferId } = this.#task;
    ledger.show(transferId, change);
    const { waitingFor, missingRoom } = change;
    order.onWait?.({ waitingFor, missingRoom });
  }

  #endWith(error: unknown): void {
    if (error === appIsClosing) return;
    const { ledger } = this.#deps;
    const { transferId } = this.#task;
    const isCancelled = error instanceof AppError && error.code === 'cancelled';
    ledger.finish(transferId, isCancelled ? 'cancelled' : 'failed', isCancelled ? {} : errorOf(error));
    this.#log(isCancelled ? 'cancelled' : 'failed', isCancelled ? {} : { reason: reasonOf(error) });
  }

  #log(event: TransferLogEvent, facts: TransferLogFacts = {}): void {
    const { logs } = this.#deps;
    const { order } = this.#task;
    if (order.owner?.kind !== 'delivery') return;
    logs.note(order.owner.id, event, { file: order.displayName, ...facts });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'internal';
  const { reason } = error.details;
  return reason === undefined ? error.code : `${error.code}: ${String(reason)}`;
}
