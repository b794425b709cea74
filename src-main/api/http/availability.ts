import { AppError } from '../../../src-shared/app-error.ts';
import { backoffMs, type BackoffPolicy } from '../../../src-shared/backoff.ts';
import { needsOf } from '../../../src-shared/error-policy.ts';
import { ElapsedTime } from '../../foundation/elapsed-time.ts';
import { appIsClosing, stopErrorOf, wait } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';

/**
 * `offline`: the service is unreachable, or the network answers in its place. `signed_out`: the connection has no
 * credential that the service accepts. In both states work waits and nothing fails.
 */
export type AvailabilityState = 'online' | 'offline' | 'signed_out';

export interface AvailabilityDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Returns 0 to 1; the jitter spreads the probes of many clients. */
  readonly random?: () => number;
}

/** Pauses between requests to a service that does not answer as it should. */
export const callingAgain = { firstMs: 2_000, maxMs: 60_000, jitter: 0.25 };
/** Pauses after a refused credential, because the refusal may be temporary. */
const askingAgain = { firstMs: 60_000, maxMs: 3_600_000, jitter: 0.25 };

/**
 * Tracks whether one connection is usable, from the outcomes of its requests. It counts as online until a request
 * fails. While it is offline, probes leave every 2 s to 60 s; after a refused credential, every minute to every hour.
 * If the credential is missing or the keychain does not release it, the class waits without probing.
 */
export class Availability {
  readonly #deps: AvailabilityDeps;
  readonly #stopper = new AbortController();
  readonly #listeners = new Set<(state: AvailabilityState) => void>();
  #state: AvailabilityState = 'online';
  #error: AppError | null = null;
  #probe: ((signal: AbortSignal) => Promise<unknown>) | null = null;
  #probing: Promise<void> | null = null;
  #nap = new AbortController();
  readonly #answered: ElapsedTime;

  constructor(deps: AvailabilityDeps) {
    this.#deps = deps;
    this.#answered = new ElapsedTime(deps);
  }

  get state(): AvailabilityState {
    return this.#state;
  }

  /** Reason why the connection is not online; null if it is. */
  get error(): AppError | null {
    return this.#error;
  }

  /** Milliseconds since the service last answered this credential; infinite before the first answer. */
  get msSinceAnswer(): number {
    return this.#answered.ms;
  }

  /** Starts probing with `probe`, one cheap request whose sender reports its outcome to `noteOutcome`. */
  start(probe: (signal: AbortSignal) => Promise<unknown>): void {
    this.#probe = probe;
    this.#beginProbing();
  }

  /** Resolves as soon as it is online. @throws AppError `cancelled` when the signal is aborted or the app closes. */
  whenReady(signal: AbortSignal): Promise<void> {
    return this.#when((state) => state === 'online', signal);
  }

  /** As `whenReady`, for requests that need the network but no credential. */
  whenReachable(signal: AbortSignal): Promise<void> {
    return this.#when((state) => state !== 'offline', signal);
  }

  /** Calls back after every change. Returns the function that ends the subscription. */
  onChange(listener: (state: AvailabilityState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Probes at once if the connection is not online: after a sign-in, a wake-up, or when the user asks. */
  lookNow(): void {
    if (this.#state === 'online' || this.#stopper.signal.aborted || !this.#probe) return;
    if (this.#pauses !== null) {
      this.#nap.abort();
      this.#beginProbing();
    } else this.#probing ??= this.#probeOnce().finally(() => this.#afterProbing());
  }

  /** Records the outcome of a request: null if it was answered, otherwise its error. */
  noteOutcome(error: unknown): void {
    if (this.#stopper.signal.aborted) return;
    const next = error === null ? 'online' : this.#stateAfter(error);
    if (next === null) return;
    if (next === 'online') this.#answered.restart();
    const before = { state: this.#state, pauses: this.#pauses };
    this.#error = next === 'online' || !(error instanceof AppError) ? null : error;
    this.#state = next;
    // The new state has its own pauses, and the current pause can last up to an hour.
    if (this.#pauses !== before.pauses) this.#nap.abort();
    if (next !== before.state) {
      this.#deps.log.info('The connection changed.', { state: next, error });
      for (const listener of [...this.#listeners]) listener(next);
    }
    this.#beginProbing();
  }

  async dispose(): Promise<void> {
    this.#stopper.abort(appIsClosing);
    this.#nap.abort();
    await this.#probing;
  }

  #stateAfter(error: unknown): AvailabilityState | null {
    if (!(error instanceof AppError)) return null;
    const needs = needsOf(error);
    if (needs === 'network') return 'offline';
    if (needs === 'sign_in') return 'signed_out';
    // Something answered, but that says nothing about the credential.
    if (error.code === 'service_failed') return this.#state === 'offline' ? 'online' : null;
    // Only the service itself gives any other answer, and only to a known credential.
    return needs !== 'service' && error.details['status'] !== undefined ? 'online' : null;
  }

  /** Pauses between probes; null if another probe would find out nothing. */
  get #pauses(): BackoffPolicy | null {
    if (this.#stopper.signal.aborted || this.#state === 'online') return null;
    if (this.#state === 'offline') return callingAgain;
    return this.#error?.code === 'unauthorized' ? askingAgain : null;
  }

  #beginProbing(): void {
    if (this.#pauses === null || !this.#probe) return;
    this.#probing ??= this.#keepProbing().finally(() => this.#afterProbing());
  }

  #afterProbing(): void {
    this.#probing = null;
    this.#beginProbing();
  }

  async #keepProbing(): Promise<void> {
    const { clock, random } = this.#deps;
    let turn = 0;
    let last: BackoffPolicy | null = null;
    for (let pauses = this.#pauses; pauses !== null; pauses = this.#pauses) {
      turn = pauses === last ? turn + 1 : 0;
      last = pauses;
      this.#nap = new AbortController();
      const nap = AbortSignal.any([this.#nap.signal, this.#stopper.signal]);
      await wait(clock, backoffMs(pauses, turn, random), nap).catch(() => undefined);
      // After a deliberate check the pauses start short again.
      if (this.#nap.signal.aborted) last = null;
      if (this.#pauses !== null) await this.#probeOnce();
    }
  }

  async #probeOnce(): Promise<void> {
    // The sender of the probe reports its outcome.
    await this.#probe?.(this.#stopper.signal).catch(() => undefined);
  }

  #when(isGood: (state: AvailabilityState) => boolean, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#stopper.signal]);
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        stopListening();
        either.removeEventListener('abort', look);
      };
      const look = (): void => {
        if (either.aborted) reject(stopErrorOf(either));
        else if (isGood(this.#state)) resolve();
        else return;
        finish();
      };
      const stopListening = this.onChange(look);
      either.addEventListener('abort', look);
      look();
    });
  }
}
