import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import {
  needsDecision,
  type Transfer,
  transferSchema,
  type TransferTotals,
} from '../../../src-shared/contract/transfer.ts';
import { storeWithRetry } from '../../foundation/store-with-retry.ts';
import type { Clock, Log } from '../../platform.ts';
import {
  isFinishedTransfer,
  type TransferRecord,
  type TransferRepository,
} from '../../state/transfer-repository.ts';
import { noWait } from './blockers.ts';
import { TransferMeter, windowMs } from './transfer-meter.ts';
import type { TransferOrder } from './transfer-order.ts';
import { newPlace } from './transfer-places.ts';

export interface TransferLedgerDeps {
  readonly repository: TransferRepository;
  readonly clock: Clock;
  readonly log: Log;
}

/** Current progress of a transfer; never stored by itself. */
interface Live {
  doneBytes: number;
  totalBytes: number | null;
  readonly meter: TransferMeter;
  publishedAtMs: number;
  /** Cancels the update that is published when no bytes arrive for a while. */
  cancelTimer: () => void;
}

const publishEveryMs = 100;
/** States that are only valid while a runner works on the transfer. */
const workedOn = new Set<TransferRecord['state']>(['checking', 'running', 'processing', 'waiting']);

/**
 * The rows of the queue. Keeps unfinished rows in memory together with their current progress. Writes a change of state
 * at once, progress only with the next change.
 */
export class TransferLedger {
  readonly #deps: TransferLedgerDeps;
  readonly #live = new Map<string, Live>();
  readonly #listeners = new Set<(transferId: string) => void>();
  /** Final records that are not on the disk yet, because it may be full. */
  readonly #ends = new Map<string, TransferRecord>();
  readonly #closing = new AbortController();
  #openRecords: Map<string, TransferRecord> | null = null;

  constructor(deps: TransferLedgerDeps) {
    this.#deps = deps;
  }

  /** Calls back after every change; for mere progress, at most ten times a second per transfer. */
  onChange(listener: (transferId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @throws AppError `not_found`. */
  get(transferId: string): TransferRecord {
    const record = this.peek(transferId);
    if (!record) throw new AppError('not_found', `There is no transfer ${transferId}.`);
    return record;
  }

  /** Like `get`, but returns null when there is none. */
  peek(transferId: string): TransferRecord | null {
    return this.#held(transferId) ?? this.#deps.repository.get(transferId);
  }

  /** Returns the newest transfer with a key; null when there is none. */
  find(key: string): TransferRecord | null {
    const record = this.#deps.repository.list(1, key)[0];
    return record ? (this.#held(record.transferId) ?? record) : null;
  }

  /** Returns all unfinished transfers in order of their places. */
  listOpen(): TransferRecord[] {
    return [...this.#open.values()].sort((a, b) => a.place - b.place);
  }

  /** Creates the row of an order. @throws AppError `disk_full`. */
  add(order: TransferOrder, state: 'queued' | 'paused'): TransferRecord {
    const { key, connectionId, direction, displayName, owner, totalBytes, targetPath, source } = order;
    const nowMs = this.#deps.clock.now();
    const last = Math.max(...this.listOpen().map(({ place }) => place), -Infinity);
    const record: TransferRecord = {
      key,
      connectionId,
      direction,
      displayName,
      owner,
      totalBytes,
      targetPath,
      source,
      state,
      transferId: randomUUID(),
      ...noWait,
      doneBytes: 0,
      bytesPerSecond: null,
      secondsLeft: null,
      place: newPlace(order.priority, nowMs, last),
      sha256: null,
      fileId: null,
      duplicateOf: null,
      mayDuplicate: order.mayDuplicate ?? false,
      mayReuse: order.mayReuse ?? false,
      isCreationSent: false,
      createdFileId: null,
      checkpoint: null,
      createdAt: Math.floor(nowMs / 1000),
      finishedAt: null,
      error: null,
    };
    this.#put(record);
    return record;
  }

  /** Updates a row; the change is on the disk when it returns. @throws AppError `not_found`, `disk_full`. */
  update(transferId: string, change: Partial<TransferRecord>): TransferRecord {
    const record = { ...this.#measured(transferId), ...change };
    this.#put(record);
    return record;
  }

  /**
   * Like `update`, but for changes that are only displayed: if they cannot be written, they apply to this session only.
   */
  show(transferId: string, change: Partial<TransferRecord>): void {
    try {
      this.update(transferId, change);
    } catch (error) {
      const record = { ...this.get(transferId), ...change };
      if (!isFinishedTransfer(record)) this.#open.set(transferId, record);
      this.#deps.log.warn('The state of a transfer could not be written.', { transferId, error });
      this.#publish(transferId);
    }
  }

  /** Ends the transfer at once for all readers. The end is on the disk when it returns, or as soon as there is room. */
  finish(transferId: string, state: 'done' | 'failed' | 'cancelled', change: Partial<TransferRecord>): void {
    const finishedAt = Math.floor(this.#deps.clock.now() / 1000);
    const end = { error: null, ...change, ...noWait, state, finishedAt };
    this.#ends.set(transferId, { ...this.#measured(transferId), ...end });
    this.#open.delete(transferId);
    const store = (): void => {
      this.storeEnd(transferId);
    };
    storeWithRetry(store, this.#deps, this.#closing.signal).catch(() => undefined);
    if (this.#ends.has(transferId)) this.#publish(transferId);
  }

  /** Writes an end that is not on the disk yet. @throws AppError `disk_full`; the end then stays in memory. */
  storeEnd(transferId: string): void {
    const end = this.#ends.get(transferId);
    if (end) this.#put(end);
  }

  /** Tries a last time to save the ends that are not on the disk. */
  dispose(): void {
    this.#closing.abort();
    for (const transferId of [...this.#ends.keys()]) {
      try {
        this.storeEnd(transferId);
      } catch (error) {
        const message = 'The end of a transfer is lost: it could not be saved before the app closed.';
        this.#deps.log.error(message, error, { transferId });
      }
    }
  }

  /** Resets the row of an ended transfer to its state before the start, except for the bytes already there. */
  reopen(transferId: string, state: 'queued' | 'paused', change: Partial<TransferRecord> = {}): void {
    this.update(transferId, { ...unstarted(state), ...change });
  }

  /**
   * Like `reopen`, but for a row that has not ended: a pause stays, nothing is written where nothing changes, and a
   * change that cannot be written applies to this session only.
   */
  restart(transferId: string, change: Partial<TransferRecord>): void {
    const record = this.get(transferId);
    const next = { ...unstarted(record.state === 'paused' ? 'paused' : 'queued'), ...change };
    if (!isDeepStrictEqual({ ...record, ...next }, record)) this.show(transferId, next);
  }

  startMeasuring(transferId: string): void {
    const { doneBytes, totalBytes } = this.get(transferId);
    const meter = new TransferMeter(this.#deps);
    this.#live.set(transferId, {
      doneBytes,
      totalBytes,
      meter,
      publishedAtMs: -Infinity,
      cancelTimer: () => undefined,
    });
  }

  /** Stops measuring; the next change writes the measured progress. */
  stopMeasuring(transferId: string): void {
    const live = this.#live.get(transferId);
    const record = this.#open.get(transferId);
    live?.cancelTimer();
    this.#live.delete(transferId);
    if (!live || !record) return;
    const { doneBytes, totalBytes } = live;
    this.#open.set(transferId, { ...record, doneBytes, totalBytes });
  }

  note(transferId: string, doneBytes: number, totalBytes: number | null): void {
    const live = this.#live.get(transferId);
    if (!live) return;
    Object.assign(live, { doneBytes, totalBytes });
    live.meter.note(doneBytes);
    const nowMs = this.#deps.clock.monotonicMs();
    if (nowMs - live.publishedAtMs < publishEveryMs) return;
    live.publishedAtMs = nowMs;
    live.cancelTimer();
    live.cancelTimer = this.#deps.clock.schedule(windowMs + publishEveryMs, () => {
      this.#publish(transferId);
    });
    this.#publish(transferId);
  }

  /**
   * Returns the facts the page may see, with the current progress. @param isWorkedOn false until a runner resumes it.
   */
  shown(record: TransferRecord, isWorkedOn: boolean): Transfer {
    const live = this.#live.get(record.transferId);
    if (!live) {
      const state = workedOn.has(record.state) && !isWorkedOn ? 'queued' : record.state;
      return transferSchema.parse({ ...record, state, ...(state === 'waiting' ? {} : noWait) });
    }
    const { doneBytes, totalBytes } = live;
    const bytesPerSecond = speedOf(record, live);
    const secondsLeft = secondsFor(totalBytes === null ? null : totalBytes - doneBytes, bytesPerSecond);
    return transferSchema.parse({ ...record, doneBytes, totalBytes, bytesPerSecond, secondsLeft });
  }

  /** Sums up all unfinished transfers. */
  totals(): Omit<TransferTotals, 'isPaused'> {
    let doneBytes = 0;
    let totalBytes: number | null = 0;
    let decisionCount = 0;
    const speed = { download: 0, upload: 0 };
    for (const record of this.#open.values()) {
      const live = this.#live.get(record.transferId);
      const total = (live ?? record).totalBytes;
      doneBytes += (live ?? record).doneBytes;
      if (needsDecision(record)) decisionCount += 1;
      totalBytes = totalBytes === null || total === null ? null : totalBytes + total;
      speed[record.direction] += (live && speedOf(record, live)) ?? 0;
    }
    const left = totalBytes === null ? null : totalBytes - doneBytes;
    return {
      runningCount: this.#live.size,
      openCount: this.#open.size,
      decisionCount,
      doneBytes,
      totalBytes,
      downBytesPerSecond: speed.download,
      upBytesPerSecond: speed.upload,
      secondsLeft: secondsFor(left, speed.download + speed.upload),
    };
  }

  /** Returns the record in memory: one that has not ended, or an end that is not stored yet. */
  #held(transferId: string): TransferRecord | undefined {
    return this.#ends.get(transferId) ?? this.#open.get(transferId);
  }

  #measured(transferId: string): TransferRecord {
    const { doneBytes, totalBytes } = this.#live.get(transferId) ?? {};
    return {
      ...this.get(transferId),
      ...(doneBytes === undefined ? {} : { doneBytes }),
      ...(totalBytes === undefined ? {} : { totalBytes }),
    };
  }

  get #open(): Map<string, TransferRecord> {
    this.#openRecords ??= new Map(
      this.#deps.repository.listUnfinished().map((record) => [record.transferId, record]),
    );
    return this.#openRecords;
  }

  #put(record: TransferRecord): void {
    this.#deps.repository.put(record);
    this.#ends.delete(record.transferId);
    if (isFinishedTransfer(record)) this.#open.delete(record.transferId);
    else this.#open.set(record.transferId, record);
    this.#publish(record.transferId);
  }

  #publish(transferId: string): void {
    for (const listener of this.#listeners) listener(transferId);
  }
}

/** Fields of a row before it starts. */
function unstarted(state: 'queued' | 'paused'): Partial<TransferRecord> {
  return { ...noWait, state, finishedAt: null, error: null };
}

/** Null while no bytes move, such as during a job of the service, whatever moved before. */
function speedOf({ state }: TransferRecord, { meter }: Live): number | null {
  return state === 'running' ? meter.bytesPerSecond : null;
}

/** Converts an error into the form a row stores. */
export function errorOf(error: unknown): Pick<TransferRecord, 'error'> {
  return { error: toErrorBody(error) };
}

function secondsFor(bytes: number | null, bytesPerSecond: number | null): number | null {
  if (bytes === null || bytesPerSecond === null || bytesPerSecond === 0) return null;
  return Math.max(0, Math.round(bytes / bytesPerSecond));
}
