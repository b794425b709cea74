import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Settings } from '../../../src-shared/contract/app/settings.ts';
import type { Transfer, TransferTotals } from '../../../src-shared/contract/transfer.ts';
import { Semaphore } from '../../foundation/semaphore.ts';
import { cancelledUnsaved } from '../../foundation/store-with-retry.ts';
import { appIsClosing, cancelledByUser, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock, Log, Power } from '../../platform.ts';
import type { SettingsRepository } from '../../state/settings-repository.ts';
import { inTransaction } from '../../state/sqlite-errors.ts';
import type { StateStore } from '../../state/state-store.ts';
import {
  isFinishedTransfer,
  type TransferRecord,
  type TransferRepository,
} from '../../state/transfer-repository.ts';
import { BandwidthLimit } from './bandwidth-limit.ts';
import { noWait, type Blockers } from './blockers.ts';
import { TransferLedger } from './transfer-ledger.ts';
import type { TransferLogs } from './transfer-logs.ts';
import type { TransferOrder, TransferOutcome } from './transfer-order.ts';
import { placeBefore } from './transfer-places.ts';
import { TransferRunner } from './transfer-runner.ts';

export interface TransferQueueDeps {
  readonly state: StateStore;
  readonly repository: TransferRepository;
  /** Stores whether all transfers are paused. */
  readonly settings: SettingsRepository;
  readonly blockers: Blockers;
  readonly logs: TransferLogs;
  readonly power: Power;
  readonly clock: Clock;
  readonly log: Log;
}

/** The user's limits for all transfers. */
type TransferLimits = Pick<Settings, 'parallelTransfers' | 'bandwidthLimitBytesPerSecond'>;

/** Facts that the owner of a transfer stores with it. */
type NotedFacts = Partial<
  Pick<
    TransferRecord,
    'mayDuplicate' | 'duplicateOf' | 'fileId' | 'createdFileId' | 'source' | 'sha256' | 'checkpoint'
  >
>;

interface Running {
  readonly runner: TransferRunner;
  readonly ended: Promise<unknown>;
}

const pausedKey = 'transfersPaused';
const tellTotalsAfterMs = 250;

/**
 * Manages every download and upload of every connection: order, slots, bandwidth, pauses and waits. Writes each
 * transfer to the journal before a byte moves. After a restart, a transfer continues when its owner runs the same key.
 */
export class TransferQueue {
  readonly #deps: TransferQueueDeps;
  readonly #ledger: TransferLedger;
  readonly #slots = new Semaphore(1);
  readonly #bandwidth: BandwidthLimit;
  readonly #running = new Map<string, Running>();
  readonly #totalsListeners = new Set<(totals: TransferTotals) => void>();
  #cancelTotals: (() => void) | null = null;
  #isClosed = false;

  constructor(deps: TransferQueueDeps) {
    this.#deps = deps;
    this.#ledger = new TransferLedger(deps);
    this.#bandwidth = new BandwidthLimit(deps);
    this.#ledger.onChange(() => {
      this.#tellTotalsSoon();
    });
  }

  /** Applies to running transfers too; a transfer that has a slot keeps it. */
  setLimits({ parallelTransfers, bandwidthLimitBytesPerSecond }: TransferLimits): void {
    this.#slots.setLimit(parallelTransfers);
    this.#bandwidth.set(bandwidthLimitBytesPerSecond);
  }

  /**
   * Carries out an order, however long it takes. Waits for the network, the sign-in, the rate window, space and the
   * folder instead of failing.
   * @param signal `cancelledByUser` ends the row as cancelled, `appIsClosing` leaves it to be continued later.
   * @throws AppError the error of the order's work; `cancelled` when it is cancelled, also in the list; `conflict` for
   * a key that is already running; `disk_full` when it cannot be written to the journal.
   */
  async run(order: TransferOrder, signal: AbortSignal): Promise<TransferOutcome> {
    if (this.#isClosed) throw appIsClosing;
    throwIfStopped(signal);
    const transferId = this.#begin(order);
    const runner = new TransferRunner(
      { ...this.#deps, ledger: this.#ledger, slots: this.#slots, bandwidth: this.#bandwidth },
      { order, transferId, signal },
    );
    const done = runner.run();
    const ended = done
      .catch(() => undefined)
      .finally(() => {
        this.#running.delete(transferId);
      });
    this.#running.set(transferId, { runner, ended });
    return done;
  }

  /** @throws AppError `not_found`. */
  get(transferId: string): TransferRecord {
    return this.#ledger.get(transferId);
  }

  /** Like `get`, but returns null when there is none. */
  peek(transferId: string): TransferRecord | null {
    return this.#ledger.peek(transferId);
  }

  /** Returns the newest row with a key; null when there is none. */
  find(key: string): TransferRecord | null {
    return this.#ledger.find(key);
  }

  /** Returns the facts of a row that the page may see, with the current progress. */
  shown(record: TransferRecord): Transfer {
    return this.#ledger.shown(record, this.#running.has(record.transferId));
  }

  /**
   * Pauses a transfer until `resume`, also across restarts. @throws AppError `not_found`, `conflict` when it has ended.
   */
  pause(transferId: string): Transfer {
    this.#requireOpen(transferId);
    this.#pause(transferId);
    return this.#shownNow(transferId);
  }

  /** @throws AppError `not_found`, `conflict` when it has ended. */
  resume(transferId: string): Transfer {
    this.#requireOpen(transferId);
    this.#resume(transferId);
    return this.#shownNow(transferId);
  }

  /** Cancels a transfer; `run` rejects with `cancelled`. @throws AppError `not_found`, `conflict` when it has ended. */
  async cancel(transferId: string): Promise<Transfer> {
    this.#requireOpen(transferId);
    const running = this.#running.get(transferId);
    running?.runner.stop(cancelledByUser);
    if (running) await running.ended;
    else this.#ledger.finish(transferId, 'cancelled', {});
    try {
      this.#ledger.storeEnd(transferId);
    } catch (error) {
      throw cancelledUnsaved(error);
    }
    return this.#shownNow(transferId);
  }

  /**
   * Queues a failed or cancelled transfer again; its owner runs the order again.
   * @param change facts stored in the same step, as by `note`.
   * @throws AppError `not_found`, `conflict` unless it failed or was cancelled, `disk_full`; nothing has changed then.
   */
  retry(transferId: string, change: NotedFacts = {}): Transfer {
    const { state } = this.#ledger.get(transferId);
    if (state !== 'failed' && state !== 'cancelled') {
      throw new AppError('conflict', 'Only a failed or cancelled transfer can be made again.');
    }
    this.#ledger.reopen(transferId, this.#isPaused ? 'paused' : 'queued', change);
    return this.#shownNow(transferId);
  }

  /**
   * Moves a transfer right before another unfinished one, or last.
   * @throws AppError `not_found` for either, `conflict` when it has ended.
   */
  move(transferId: string, beforeTransferId: string | null): Transfer {
    this.#requireOpen(transferId);
    const others = this.#ledger
      .listOpen()
      .filter((record) => record.transferId !== transferId)
      .map(({ transferId: id, place }) => ({ id, place }));
    const before =
      beforeTransferId === null ? others.length : others.findIndex(({ id }) => id === beforeTransferId);
    if (before === -1) throw new AppError('not_found', 'There is no such transfer to go before.');
    const { place, moved } = placeBefore(others, before);
    for (const [id, newPlace] of moved) this.#ledger.update(id, { place: newPlace });
    this.#ledger.update(transferId, { place });
    return this.#shownNow(transferId);
  }

  /** Pauses all unfinished transfers and those added later. */
  pauseAll(): TransferTotals {
    inTransaction(this.#deps.state, () => {
      this.#deps.settings.write(pausedKey, true);
      for (const { transferId, waitingFor } of this.#ledger.listOpen()) {
        if (waitingFor !== 'decision') this.#pause(transferId);
      }
    });
    this.#tellTotalsSoon();
    return this.totals();
  }

  /** Resumes all paused transfers, whether paused one by one or together. */
  resumeAll(): TransferTotals {
    inTransaction(this.#deps.state, () => {
      this.#deps.settings.write(pausedKey, false);
      for (const { transferId } of this.#ledger.listOpen()) this.#resume(transferId);
    });
    this.#tellTotalsSoon();
    return this.totals();
  }

  totals(): TransferTotals {
    return { ...this.#ledger.totals(), runningCount: this.#slots.heldCount, isPaused: this.#isPaused };
  }

  /**
   * Stores more facts about a transfer, such as a decision of the user. They are on the disk when it returns.
   * @throws AppError `not_found`, `disk_full`.
   */
  note(transferId: string, change: NotedFacts): TransferRecord {
    return this.#ledger.update(transferId, change);
  }

  /**
   * Ends rows as cancelled if their owner will not run them again. Each owner calls it for its own rows at the start,
   * which a full disk must not prevent: the next start tries again.
   */
  settleOrphans(isOrphan: (record: TransferRecord) => boolean): void {
    const { state, log } = this.#deps;
    try {
      inTransaction(state, () => {
        for (const record of this.#ledger.listOpen()) {
          if (this.#running.has(record.transferId) || !isOrphan(record)) continue;
          this.#ledger.finish(record.transferId, 'cancelled', {});
        }
      });
    } catch (error) {
      log.warn('Transfers without an owner could not be ended.', { error });
    }
  }

  /** Calls back with the ID of the changed row. Returns a function that ends the subscription. */
  onChange(listener: (transferId: string) => void): () => void {
    return this.#ledger.onChange(listener);
  }

  /** Calls back with the totals at most four times a second. Returns a function that ends the subscription. */
  onTotals(listener: (totals: TransferTotals) => void): () => void {
    this.#totalsListeners.add(listener);
    return () => this.#totalsListeners.delete(listener);
  }

  /** Stops all transfers and waits for them; their rows stay unchanged. */
  async dispose(): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#running.values()];
    for (const { runner } of running) runner.stop(appIsClosing);
    await Promise.all(running.map(({ ended }) => ended));
    this.#ledger.dispose();
    this.#cancelTotals?.();
    this.#cancelTotals = null;
  }

  #begin(order: TransferOrder): string {
    const known = this.#ledger.find(order.key);
    if (!known) return this.#ledger.add(order, this.#isPaused ? 'paused' : 'queued').transferId;
    const { transferId, state } = known;
    if (this.#running.has(transferId)) {
      throw new AppError('conflict', `The transfer ${order.key} is under way.`);
    }
    if (state === 'cancelled') throw cancelledByUser;
    const { displayName, owner, targetPath, source } = order;
    const totalBytes = order.totalBytes ?? known.totalBytes;
    const facts = { displayName, owner, targetPath, source: source ?? known.source, totalBytes };
    if (isFinishedTransfer(known)) {
      this.#ledger.reopen(transferId, this.#isPaused ? 'paused' : 'queued', facts);
    } else this.#ledger.restart(transferId, facts);
    return transferId;
  }

  #pause(transferId: string): void {
    const running = this.#running.get(transferId);
    if (running) running.runner.pause();
    else this.#ledger.show(transferId, { state: 'paused', ...noWait });
  }

  #resume(transferId: string): void {
    const running = this.#running.get(transferId);
    if (running) running.runner.resume();
    else if (this.#ledger.get(transferId).state === 'paused')
      this.#ledger.show(transferId, { state: 'queued' });
  }

  #requireOpen(transferId: string): void {
    if (!isFinishedTransfer(this.#ledger.get(transferId))) return;
    throw new AppError('conflict', 'The transfer has ended already.');
  }

  #shownNow(transferId: string): Transfer {
    return this.shown(this.#ledger.get(transferId));
  }

  get #isPaused(): boolean {
    return this.#deps.settings.read(pausedKey, z.boolean()) ?? false;
  }

  #tellTotalsSoon(): void {
    if (this.#totalsListeners.size === 0 || this.#isClosed) return;
    this.#cancelTotals ??= this.#deps.clock.schedule(tellTotalsAfterMs, () => {
      this.#cancelTotals = null;
      const totals = this.totals();
      for (const listener of this.#totalsListeners) listener(totals);
    });
  }
}
