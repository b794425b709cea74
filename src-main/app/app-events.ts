import { appContract, type AppContract } from '../../src-shared/contract/app-contract.ts';
import type { EventName, EventPayload } from '../../src-shared/ipc/define.ts';

/** What every subscriber of the app receives. */
export interface AppMessage {
  readonly name: string;
  readonly payload: unknown;
}

/** Sends the events of the contract to all subscribers, without keys that the contract does not know. */
export class AppEvents {
  readonly #listeners = new Set<(message: AppMessage) => void>();

  publish<Name extends EventName<AppContract>>(name: Name, payload: EventPayload<AppContract, Name>): void {
    const message = { name, payload: appContract.events[name].payload.parse(payload) };
    for (const listener of [...this.#listeners]) listener(message);
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: (message: AppMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
