import type { UpdatesRecord } from '../../src-shared/contract/updates.ts';
import type { Clock, System } from '../platform.ts';

type Blocker = UpdatesRecord['waitsFor'];

export interface UpdateBlockersDeps {
  readonly isAutomatic: () => boolean;
  /** True while bytes of the user move. */
  readonly isTransferring: () => boolean;
  readonly system: Pick<System, 'isMetered'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** How often the system is asked again. */
export const lookAgainMs = 60_000;

/** Finds what holds up the download of an update that the user did not ask for. */
export class UpdateBlockers {
  readonly #deps: UpdateBlockersDeps;

  constructor(deps: UpdateBlockersDeps) {
    this.#deps = deps;
  }

  /** Null when the download may start. */
  async find(): Promise<Blocker> {
    return this.#known() ?? ((await this.#deps.system.isMetered()) ? 'metered' : null);
  }

  /**
   * Makes a function to call as bytes arrive, which looks for new blockers.
   * @param onFound called with each blocker.
   */
  watch(onFound: (blocker: NonNullable<Blocker>) => void): () => void {
    const { clock } = this.#deps;
    let askedMs = clock.now();
    const tell = (found: Blocker): void => {
      if (found !== null) onFound(found);
    };
    return () => {
      tell(this.#known());
      if (clock.now() - askedMs < lookAgainMs) return;
      askedMs = clock.now();
      void this.find().then(tell);
    };
  }

  /** Without asking the system. */
  #known(): Blocker {
    if (!this.#deps.isAutomatic()) return 'user';
    return this.#deps.isTransferring() ? 'transfers' : null;
  }
}
