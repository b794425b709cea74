import { createContext } from 'svelte';
import type { Transfer, TransferTotals } from '../../../src-shared/contract/transfer.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { CallLine } from '../foundation/call-line.ts';
import { QueueOrder } from './queue-order.svelte.ts';

const nothing: TransferTotals = {
  runningCount: 0,
  openCount: 0,
  decisionCount: 0,
  doneBytes: 0,
  totalBytes: 0,
  downBytesPerSecond: 0,
  upBytesPerSecond: 0,
  secondsLeft: null,
  isPaused: false,
};

/** The downloads and uploads of all connections, and the actions for each. */
export class Transfers {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  readonly #moves = new CallLine();

  readonly queue: QueueOrder;
  totals = $state.raw<TransferTotals>(nothing);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
    this.queue = new QueueOrder(deps);
  }

  /** Subscribes, then reads the totals. Returns the function that unsubscribes. */
  start(): () => void {
    const stop = this.#client.on('transfer.totalsChanged', (totals) => {
      this.#order.outdate();
      this.totals = totals;
    });
    void this.refresh();
    return stop;
  }

  /** Reads the totals. Never rejects: the known totals stay until main reports others. */
  async refresh(): Promise<void> {
    try {
      await this.#takeTotals(this.#client.call('transfer.totals', {}));
    } catch {
      return;
    }
  }

  /** @throws AppError as main made it. */
  pause(transferId: string): Promise<Transfer> {
    return this.#client.call('transfer.pause', { transferId });
  }

  /** @throws AppError as main made it. */
  resume(transferId: string): Promise<Transfer> {
    return this.#client.call('transfer.resume', { transferId });
  }

  /**
   * Moves a transfer in the queue, after earlier moves. Resolves to false if it is already there.
   * @throws AppError as main made it.
   */
  move(...order: Parameters<QueueOrder['targetOf']>): Promise<boolean> {
    return this.#moves.run(() => this.#move(...order));
  }

  /** Pauses or resumes all transfers. @throws AppError as main made it. */
  async pauseAll(isPaused: boolean): Promise<void> {
    await this.#takeTotals(this.#client.call(isPaused ? 'transfer.pauseAll' : 'transfer.resumeAll', {}));
  }

  /** Pauses all transfers, or resumes them if they are paused. @throws AppError as main made it. */
  async togglePauseOfAll(): Promise<void> {
    await this.pauseAll(!this.totals.isPaused);
  }

  /** Uploads a file, which main has already, to the library of a connection. @throws AppError as main made it. */
  upload(connectionId: string, fileGrant: string): Promise<Transfer> {
    return this.#client.call('transfer.upload', { connectionId, fileGrant });
  }

  /** Decides what to do with content that the service already has. @throws AppError as main made it. */
  decide(transferId: string, choice: 'reuse' | 'send'): Promise<Transfer> {
    return this.#client.call('transfer.decide', { transferId, choice });
  }

  /** Shows the log of a delivery's transfers in the file manager. @throws AppError as main made it. */
  async revealLog(deliveryId: string): Promise<void> {
    await this.#client.call('transfer.revealLog', { deliveryId });
  }

  /** Computes the target now, because the previous move changed the queue. */
  async #move(...[transferId, where]: Parameters<QueueOrder['targetOf']>): Promise<boolean> {
    const beforeTransferId = this.queue.targetOf(transferId, where);
    if (beforeTransferId === undefined) return false;
    this.queue.take(await this.#client.call('transfer.move', { transferId, beforeTransferId }));
    return true;
  }

  async #takeTotals(answer: Promise<TransferTotals>): Promise<void> {
    const isNews = this.#order.begin();
    const totals = await answer;
    if (isNews()) this.totals = totals;
  }
}

export const [getTransfers, setTransfers] = createContext<Transfers>();
