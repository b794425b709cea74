import type { UpdatesRecord } from '../../src-shared/contract/app/updates.ts';
import type { Clock, System } from '../platform.ts';

type Blocker = UpdatesRecord['waitsFor'];

export interface UpdateBlockersDeps {
  readonly isAutomatic: () => boolean;
  /** True while user transfers are running. */
  readonly isTransferring: () => boolean;
  readonly system: Pick<System, 'isMetered'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Interval of checks of the system. */
export const lookAgainMs = 60_000;

/** Finds the blockers of an automatic update download. */
export class UpdateBlockers {
  readonly #deps: UpdateBlockersDeps;

  constructor(deps: UpdateBlockersDeps) {
    this.#deps = deps;
  }

  get isTransferring(): boolean {
    return this.#deps.isTransferring();
  }

  /** Returns the blocker; null when the download may start. */
  async find(): Promise<Blocker> {
    return this.#known() ?? ((await this.#deps.system.isMetered()) ? 'metered' : null);
  }

  /**
   * Returns a function to call as bytes arrive, which looks for new blockers.
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

  /** Returns a blocker without a check of the system. */
  #known(): Blocker {
    if (!this.#deps.isAutomatic()) return 'user';
    return this.isTransferring ? 'transfers' : null;
  }
}
