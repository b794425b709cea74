import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import { isSystemError } from '../../foundation/system-error.ts';
import { LostBytes } from './lost-bytes.ts';
import type { TaskFailure, TransferReport } from './thread-messages.ts';

const reportEveryMs = 100;
/** Requests more credit below this amount, so that a transfer without a limit never waits for it. */
const lowCreditBytes = 2 * 1024 * 1024;

/** Sends a report to the main thread. */
export type Say = (report: TransferReport) => void;

/** Reports progress no more often than the eye can follow, and never late. */
export class ProgressReporter {
  readonly #tell: () => void;
  #timer: NodeJS.Timeout | null = null;
  #reportedMs = 0;

  constructor(tell: () => void) {
    this.#tell = tell;
  }

  note(): void {
    if (this.#timer) return;
    const dueMs = Math.max(0, this.#reportedMs + reportEveryMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#reportedMs = performance.now();
      this.#tell();
    }, dueMs);
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Number of bytes a task may still move, supplied in portions by the owner of the bandwidth. */
export class Credit {
  readonly #ask: () => void;
  #bytes = 0;
  #isAsked = false;
  #onMore: (() => void) | null = null;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** Spends the bytes, even beyond the credit, as they have already arrived. False when no more may move for now. */
  spend(bytes: number): boolean {
    this.#bytes -= bytes;
    if (this.#bytes < lowCreditBytes && !this.#isAsked) {
      this.#isAsked = true;
      this.#ask();
    }
    return this.#bytes > 0;
  }

  /** Calls back once when more bytes may be moved. */
  onMore(callback: () => void): void {
    this.#onMore = callback;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    this.#isAsked = false;
    if (!this.spend(0)) return;
    const callback = this.#onMore;
    this.#onMore = null;
    callback?.();
  }
}

/** Converts an error into plain data. Errors of the connection are already `AppError`s at this point. */
export function failureOf(error: unknown): TaskFailure {
  if (error instanceof AppError) return { kind: 'app', body: toErrorBody(error) };
  if (isSystemError(error)) return { kind: 'file', code: error.code, message: error.message };
  if (error instanceof LostBytes && isSystemError(error.cause)) {
    return { kind: 'lost', code: error.cause.code, message: error.cause.message };
  }
  return { kind: 'bug', text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
