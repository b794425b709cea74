import type { UpdatesRecord } from '../../src-shared/contract/updates.ts';
import { AnswerOrder } from './answer-order.ts';
import type { AppClient } from './app-client.ts';

/** New versions of the app, as main knows of them. */
export class Updates {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();

  /** Null until it is read, and where there are none to come. */
  current = $state.raw<UpdatesRecord | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then asks. Returns the function that ends the subscription. */
  start(): () => void {
    const stop = this.#client.on('updates.changed', ({ updates }) => {
      this.#order.outdate();
      this.current = updates;
    });
    this.#take(this.#client.call('updates.get', {})).catch(() => undefined);
    return stop;
  }

  /** Asks for a new version. What goes wrong with it is in the record. @throws AppError as main made it. */
  async check(): Promise<void> {
    await this.#take(this.#client.call('updates.check', {}));
  }

  /** Downloads at once. What goes wrong with it is in the record. @throws AppError as main made it. */
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
