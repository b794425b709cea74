import type { UpdatesRecord } from '../../src-shared/contract/updates.ts';
import type { AppClient } from './app-client.ts';

/** New versions of the app, as main knows of them. */
export class Updates {
  readonly #client: AppClient;
  #eventCount = 0;

  /** Null until it is read, and where there are none to come. */
  current = $state.raw<UpdatesRecord | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then asks. Returns the function that ends the subscription. */
  start(): () => void {
    const stop = this.#client.on('updates.changed', ({ updates }) => {
      this.#eventCount += 1;
      this.current = updates;
    });
    void this.#client.call('updates.get', {}).then(
      ({ updates }) => {
        this.current ??= updates;
      },
      () => undefined,
    );
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

  /** Events may overtake an answer: one that came since the call tells of what is newer. */
  async #take(answer: Promise<{ readonly updates: UpdatesRecord | null }>): Promise<void> {
    const eventCount = this.#eventCount;
    const { updates } = await answer;
    if (eventCount === this.#eventCount) this.current = updates;
  }
}
