import type { Attention as AttentionKind } from '../../../src-shared/contract/connection.ts';
import type { AppClient } from '../foundation/app-client.ts';
import type { Schedule } from './toasts.svelte.ts';

export interface AttentionDeps {
  readonly client: AppClient;
  readonly schedule: Schedule;
  /** True if the window is visible and has the focus. */
  readonly isInFront: () => boolean;
  /** Calls back when the user returns from another window. Returns the function that unsubscribes. */
  readonly onReturn: (listener: () => void) => () => void;
  /** Calls back when the computer is on a network again. Returns the function that unsubscribes. */
  readonly onNetwork: (listener: () => void) => () => void;
}

const tellEveryMs = 60_000;

/** Reports to main that the window is in use, so that main keeps the connection's state current. */
export class Attention {
  readonly #deps: AttentionDeps;
  #cancel = (): void => undefined;

  constructor(deps: AttentionDeps) {
    this.#deps = deps;
  }

  /** Returns the function that stops it. */
  start(): () => void {
    const stops = [
      this.#deps.onReturn(() => {
        this.#tell('returned');
      }),
      this.#deps.onNetwork(() => {
        this.#tell('network_changed');
      }),
    ];
    this.#tellLater();
    return () => {
      for (const stop of stops) stop();
      this.#cancel();
    };
  }

  #tellLater(): void {
    this.#cancel = this.#deps.schedule(() => {
      if (this.#deps.isInFront()) this.#tell('looking');
      this.#tellLater();
    }, tellEveryMs);
  }

  #tell(attention: AttentionKind): void {
    // If main does not answer, the page shows that itself.
    this.#deps.client.call('connection.attend', { attention }).catch(() => undefined);
  }
}
