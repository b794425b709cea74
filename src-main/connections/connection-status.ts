import { AppError, type ErrorBody, toErrorBody } from '../../src-shared/app-error.ts';
import { backoffMs } from '../../src-shared/backoff.ts';
import type { Attention, Connection, ConnectionAccount } from '../../src-shared/contract/connection.ts';
import { needsOf } from '../../src-shared/error-policy.ts';
import type { Priority, RateBudget } from '../api/budget/rate-budget.ts';
import type { Availability } from '../api/http/availability.ts';
import { ElapsedTime } from '../foundation/elapsed-time.ts';
import { wait } from '../foundation/wait.ts';
import type { Clock, Log } from '../platform.ts';
import type { ServiceSource } from './local-service/service-source.ts';

export interface ConnectionStatusDeps {
  /** Account of the last answer. */
  readonly knownAccount: ConnectionAccount | null;
  readonly source: ServiceSource;
  readonly availability: Availability;
  readonly clock: Clock;
  readonly log: Log;
  /** Reads what the user sees of the connection besides its status. */
  readonly readFacts: () => Omit<Connection, keyof Status>;
  /** Asks the service for the account. @throws AppError, also for an account that the connection must not work for. */
  readonly readAccount: (asked: { signal: AbortSignal; priority: Priority }) => Promise<ConnectionAccount>;
  readonly onChange: (connection: Connection) => void;
}

const figuresPauseMs = 1_000;
/** Age from which the last answer says too little about the present. */
const answerIsOldAfterMs: Readonly<Record<Attention, number>> = {
  looking: 300_000,
  returned: 150_000,
  network_changed: 0,
};
/** 24 an hour, less than a hundredth of the service's limit (`account.read`), however often the user comes back. */
const minPauseMs = 150_000;
/** Pauses between checks of a service with a fault; in the end 22 checks an hour. */
const recheck = { firstMs: 10_000, maxMs: 160_000, jitter: 0 };

type Answering = Pick<Connection, 'state' | 'error'>;
type Status = Answering & Pick<Connection, 'address' | 'account' | 'offlineSince'>;
const starting: Answering = { state: 'starting', error: null };

/** Status of one connection: whether its service answers, and for whom. */
export class ConnectionStatus {
  readonly #deps: ConnectionStatusDeps;
  readonly #stopper = new AbortController();
  readonly #unsubscribe: (() => void)[] = [];
  /** Time since the last check of an idle connection. */
  readonly #asked: ElapsedTime;
  #answering: Answering = starting;
  #account: ConnectionAccount | null;
  /** Unix seconds. */
  #offlineSince: number | null = null;
  /** Error of the last sign-in, null if it was cancelled; undefined once it no longer matters. */
  #signInError: ErrorBody | null | undefined = undefined;
  #check: { readonly stop: () => void; readonly done: Promise<void> } | null = null;
  /** Signal of the running request. */
  #asking: AbortSignal | null = null;
  #areFiguresDue = false;
  #publishedFigures = '';

  constructor(deps: ConnectionStatusDeps) {
    this.#deps = deps;
    this.#account = deps.knownAccount;
    this.#asked = new ElapsedTime(deps);
  }

  /** @param budget changes one of the figures. */
  start(budget: Pick<RateBudget, 'onChange'>): void {
    const { source, availability } = this.#deps;
    this.#unsubscribe.push(
      source.onChange(() => {
        this.#followSource();
      }),
      budget.onChange(() => {
        this.noteFigures();
      }),
      availability.onChange(() => {
        this.#followAvailability();
      }),
    );
    source.start();
    this.#followSource();
  }

  get(): Connection {
    const { source, readFacts } = this.#deps;
    return {
      ...readFacts(),
      ...this.#answering,
      address: source.state.state === 'running' ? new URL(source.state.baseUrl).host : '',
      account: this.#account,
      offlineSince: this.#offlineSince,
    };
  }

  /** Restarts the service or calls its address again, and returns the result. */
  async retry(): Promise<Connection> {
    const { source, availability } = this.#deps;
    this.#signInError = undefined;
    source.retry();
    availability.lookNow();
    if (source.state.state !== 'failed') this.#followSource();
    // A check may change the availability, which begins another check.
    for (let check = this.#check; check !== null; check = this.#check === check ? null : this.#check) {
      await check.done;
    }
    return this.get();
  }

  /**
   * Updates the shown state because the user looks at it. Asks a hosted service that has not answered for minutes; the
   * shown state stays until the answer. Probes an unreachable service sooner.
   */
  attend(attention: Attention): void {
    const { availability, source } = this.#deps;
    const { state } = this.#answering;
    if (source.kind === 'local') return;
    if (state === 'offline' && attention !== 'looking') availability.lookNow();
    if ((state !== 'ready' && state !== 'failed') || this.#asking !== null) return;
    if (availability.msSinceAnswer < answerIsOldAfterMs[attention] || this.#asked.ms < minPauseMs) return;
    this.#asked.restart();
    this.#endCheck();
    this.#beginCheck('poll');
  }

  /** Shows that the browser is open for the user to sign in, until `retry` or `signInEnded`. */
  signingIn(): void {
    this.#endCheck();
    this.#signInError = undefined;
    this.#change({ state: 'signing_in', error: null });
  }

  /** Ends a sign-in without success; the old credential may still be valid. @param error null if it was cancelled. */
  signInEnded(error: unknown): void {
    this.#signInError = error === null ? null : toErrorBody(error);
    this.#change(starting);
    this.#followSource();
  }

  /** Shows that the connection has no credential any more. */
  signedOut(): void {
    this.#endCheck();
    this.#signInError = undefined;
    this.#change({ state: 'signed_out', error: null });
  }

  /** Shows that the service ended the sign-in, unless the user is signing in again in the browser. */
  signInLost(): void {
    if (this.#answering.state !== 'signing_in') this.signedOut();
  }

  /** Publishes the connection after a change that only other classes know. */
  tell(): void {
    const connection = this.get();
    this.#publishedFigures = figuresOf(connection);
    this.#deps.onChange(connection);
  }

  /**
   * Publishes the connection if the open work, the budget or the place of the credential has changed. Checks at most
   * once a second, because every answer calls this.
   */
  noteFigures(): void {
    if (this.#areFiguresDue || this.#stopper.signal.aborted) return;
    this.#areFiguresDue = true;
    void wait(this.#deps.clock, figuresPauseMs, this.#stopper.signal)
      .then(() => {
        this.#areFiguresDue = false;
        if (figuresOf(this.get()) !== this.#publishedFigures) this.tell();
      })
      .catch(() => undefined);
  }

  async dispose(): Promise<void> {
    this.#stopper.abort();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#check?.stop();
    await this.#check?.done;
    await this.#deps.source.dispose();
  }

  #followSource(): void {
    this.#endCheck();
    const { state } = this.#deps.source;
    if (state.state === 'failed') this.#change({ state: 'failed', error: toErrorBody(state.error) });
    else if (state.state === 'starting') this.#change(starting);
    else this.#beginCheck();
  }

  /** Follows the outcomes of other requests. */
  #followAvailability(): void {
    const { availability, source } = this.#deps;
    const { state } = this.#answering;
    if (state === 'signing_in' || source.state.state !== 'running') return;
    const expectedState = { online: 'ready', offline: 'offline', signed_out: 'signed_out' }[
      availability.state
    ];
    if (state === expectedState || (state === 'starting' && availability.state === 'online')) return;
    // Even if it answers at once again, requests have failed, and whoever sent them must learn that it is back.
    if (availability.state === 'offline' && state === 'ready') this.#change(starting);
    this.#followSource();
  }

  #endCheck(): void {
    this.#check?.stop();
    this.#check = null;
  }

  #beginCheck(priority: Priority = 'user'): void {
    if (this.#stopper.signal.aborted) return;
    const stopper = new AbortController();
    this.#check = {
      stop: () => {
        stopper.abort();
      },
      done: this.#checkOnce(stopper.signal, priority).then((isAnswering) => {
        if (!isAnswering) void this.#keepChecking(stopper.signal);
      }),
    };
  }

  async #checkOnce(signal: AbortSignal, priority: Priority): Promise<boolean> {
    this.#asking = signal;
    try {
      const account = await this.#deps.readAccount({ signal, priority });
      if (signal.aborted) return true;
      this.#account = account;
      this.#change({ state: 'ready', error: this.#signInError ?? null });
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      if (!(error instanceof AppError)) this.#deps.log.error('The connection check failed.', error);
      const state = stateOf(error);
      const isKnownFromSignIn = state === 'signed_out' && this.#signInError !== undefined;
      this.#change({ state, error: isKnownFromSignIn ? (this.#signInError ?? null) : toErrorBody(error) });
      return false;
    } finally {
      if (this.#asking === signal) this.#asking = null;
    }
  }

  /** Checks a service with a fault again, because it may recover. The availability probes an unreachable one. */
  async #keepChecking(signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted && this.#answering.state === 'failed'; turn += 1) {
      await wait(this.#deps.clock, backoffMs(recheck, turn), signal).catch(() => undefined);
      if (signal.aborted || (await this.#checkOnce(signal, 'poll'))) return;
    }
  }

  #change(answering: Answering): void {
    this.#answering = answering;
    if (answering.state !== 'offline') this.#offlineSince = null;
    else this.#offlineSince ??= Math.floor(this.#deps.clock.now() / 1000);
    this.tell();
  }
}

function figuresOf({ budgetLeft, unfinishedCount, credentialIn }: Connection): string {
  return `${String(budgetLeft)} ${String(unfinishedCount)} ${credentialIn}`;
}

function stateOf(error: unknown): Connection['state'] {
  const needs = needsOf(error);
  if (needs === 'sign_in') return 'signed_out';
  const isStopped = error instanceof AppError && error.code === 'service_stopped';
  return needs === 'network' && !isStopped ? 'offline' : 'failed';
}
