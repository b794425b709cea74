import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import type { Connection } from '../../src-shared/contract/connection.ts';
import type { Account } from '../api/account.ts';
import type { RateBudget } from '../api/rate-budget.ts';
import { wait } from '../concurrency/wait.ts';
import type { Clock, Log } from '../platform.ts';
import type { ServiceSource } from './service-source.ts';

export interface ConnectionStatusDeps {
  readonly source: ServiceSource;
  readonly account: Account;
  readonly budget: RateBudget;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: (connection: Connection) => void;
}

const budgetPauseMs = 1_000;
const recheckAfterMs = 10_000;

type Answering = Pick<Connection, 'state' | 'account' | 'error'>;
const starting: Answering = { state: 'starting', account: null, error: null };

/** What the user is told about the service: whether it answers, for whom, and how much of the budget is left. */
export class ConnectionStatus {
  readonly #deps: ConnectionStatusDeps;
  readonly #stopper = new AbortController();
  readonly #unsubscribe: (() => void)[] = [];
  #answering: Answering = starting;
  #check: { readonly stop: () => void; readonly done: Promise<void> } | null = null;
  #isBudgetDue = false;
  #toldBudget: number | null = null;

  constructor(deps: ConnectionStatusDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { source, budget } = this.#deps;
    this.#unsubscribe.push(
      source.onChange(() => {
        this.#followSource();
      }),
      budget.onChange(() => {
        this.#noteBudget();
      }),
    );
    source.start();
    this.#followSource();
  }

  get(): Connection {
    const { source, budget } = this.#deps;
    const address = source.state.state === 'running' ? new URL(source.state.baseUrl).host : '';
    const left = budget.left;
    return {
      kind: source.kind,
      ...this.#answering,
      address,
      budgetLeft: left === null ? null : Math.round(left * 100) / 100,
    };
  }

  /** Starts the service anew or calls its address again, and tells what came of it. */
  async retry(): Promise<Connection> {
    const { source } = this.#deps;
    source.retry();
    if (source.state.state !== 'failed') this.#followSource();
    await this.#check?.done;
    return this.get();
  }

  async dispose(): Promise<void> {
    this.#stopper.abort();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#check?.stop();
    await this.#check?.done;
    await this.#deps.source.dispose();
  }

  #followSource(): void {
    const { source } = this.#deps;
    this.#check?.stop();
    this.#check = null;
    const { state } = source;
    if (state.state === 'failed') {
      this.#change({ state: 'failed', account: null, error: toErrorBody(state.error) });
    } else if (state.state === 'starting') this.#change(starting);
    else this.#beginCheck();
  }

  #beginCheck(): void {
    if (this.#stopper.signal.aborted) return;
    const stopper = new AbortController();
    this.#change(starting);
    this.#check = {
      stop: () => {
        stopper.abort();
      },
      done: this.#checkOnce(stopper.signal).then((isAnswering) => {
        if (!isAnswering) void this.#keepChecking(stopper.signal);
      }),
    };
  }

  async #checkOnce(signal: AbortSignal): Promise<boolean> {
    try {
      const { email, displayName } = await this.#deps.account.get(signal);
      if (!signal.aborted) this.#change({ state: 'ready', account: { email, displayName }, error: null });
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      if (!(error instanceof AppError)) this.#deps.log.error('The connection check failed.', error);
      this.#change({ state: 'failed', account: null, error: toErrorBody(error) });
      return false;
    }
  }

  /** A service that does not answer may do so later; a refused credential stays refused. */
  async #keepChecking(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#answering.error?.code !== 'unauthorized') {
      await wait(this.#deps.clock, recheckAfterMs, signal).catch(() => undefined);
      if (signal.aborted || (await this.#checkOnce(signal))) return;
    }
  }

  #change(answering: Answering): void {
    this.#answering = answering;
    this.#deps.onChange(this.get());
  }

  /** Tells a changed budget once a second at most. */
  #noteBudget(): void {
    if (this.#isBudgetDue || this.get().budgetLeft === this.#toldBudget) return;
    this.#isBudgetDue = true;
    void wait(this.#deps.clock, budgetPauseMs, this.#stopper.signal)
      .then(() => {
        this.#isBudgetDue = false;
        const connection = this.get();
        this.#toldBudget = connection.budgetLeft;
        this.#deps.onChange(connection);
      })
      .catch(() => undefined);
  }
}
