import type { UpdatesRecord } from '../../src-shared/contract/updates.ts';
import type { AppClient } from './app-client.ts';

/** New versions of the app, as main knows of them. */
export class Updates {
  readonly #client: AppClient;

  /** Null until it is read, and where there are none to come. */
  current = $state.raw<UpdatesRecord | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then asks. Returns the function that ends the subscription. */
  start(): () => void {
    const stop = this.#client.on('updates.changed', ({ updates }) => {
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
    this.current = (await this.#client.call('updates.check', {})).updates;
  }

  /** Downloads at once. What goes wrong with it is in the record. @throws AppError as main made it. */
  async download(): Promise<void> {
    this.current = (await this.#client.call('updates.download', {})).updates;
  }

  /** @throws AppError as main made it. */
  async setAutomatic(isAutomatic: boolean): Promise<void> {
    this.current = (await this.#client.call('updates.setAutomatic', { isAutomatic })).updates;
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
    this.current = (await this.#client.call('updates.dismissNews', {})).updates;
  }
}
