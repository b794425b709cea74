import { createContext } from 'svelte';
import type { UpdatesRecord } from '../../../src-shared/contract/app/updates.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** Updates of the app, mirrored from main. */
export class Updates {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();

  /** Null until read, and if the app gets no updates. */
  current = $state.raw<UpdatesRecord | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then reads the state. Returns the function that unsubscribes. */
  start(): () => void {
    const stop = this.#client.on('updates.changed', ({ updates }) => {
      this.#order.outdate();
      this.current = updates;
    });
    void this.refresh();
    return stop;
  }

  /** Reads the state. If main does not answer, the known one stays. */
  async refresh(): Promise<void> {
    await this.#take(this.#client.call('updates.get', {})).catch(() => undefined);
  }

  /** Checks for a new version. A failed check is stored in the record. @throws AppError as main made it. */
  async check(): Promise<void> {
    await this.#take(this.#client.call('updates.check', {}));
  }

  /** Downloads the update at once. A failed download is stored in the record. @throws AppError as main made it. */
  async download(): Promise<void> {
    await this.#take(this.#client.call('updates.download', {}));
  }

  /** @throws AppError as main made it. */
  async setAutomatic(isAutomatic: boolean): Promise<void> {
    await this.#take(this.#client.call('updates.setAutomatic', { isAutomatic }));
  }

  /** @throws AppError as main made it. */
  async install(): Promise<void> {
    await this.#client.call('updates.install', {});
  }

  /** @throws AppError as main made it. */
  async openPrevious(): Promise<void> {
    await this.#client.call('updates.openPrevious', {});
  }

  /** @throws AppError as main made it. */
  async dismissNews(): Promise<void> {
    await this.#take(this.#client.call('updates.dismissNews', {}));
  }

  async #take(answer: Promise<{ readonly updates: UpdatesRecord | null }>): Promise<void> {
    const isNews = this.#order.begin();
    const { updates } = await answer;
    if (isNews()) this.current = updates;
  }
}

export const [getUpdates, setUpdates] = createContext<Updates>();
