import type { UpdatesRecord } from '../../src-shared/contract/updates.ts';
import type { Clock, System } from '../platform.ts';

type Obstacle = UpdatesRecord['waitsFor'];

export interface UpdateObstaclesDeps {
  readonly isAutomatic: () => boolean;
  /** True while bytes of the user move. */
  readonly isTransferring: () => boolean;
  readonly system: Pick<System, 'isMetered'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** How often the system is asked again. */
export const lookAgainMs = 60_000;

/** What downloads of updates wait for that nobody has asked for. */
export class UpdateObstacles {
  readonly #deps: UpdateObstaclesDeps;

  constructor(deps: UpdateObstaclesDeps) {
    this.#deps = deps;
  }

  /** Null when nothing is in the way. */
  async find(): Promise<Obstacle> {
    return this.#known() ?? ((await this.#deps.system.isMetered()) ? 'metered' : null);
  }

  /**
   * To be called as bytes come: looks whether something has come in the way since.
   * @param onFound called with each that is found.
   */
  watch(onFound: (obstacle: NonNullable<Obstacle>) => void): () => void {
    const { clock } = this.#deps;
    let askedMs = clock.now();
    const tell = (found: Obstacle): void => {
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
  #known(): Obstacle {
    if (!this.#deps.isAutomatic()) return 'user';
    return this.#deps.isTransferring() ? 'transfers' : null;
  }
}
