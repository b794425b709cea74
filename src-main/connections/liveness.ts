import type { Attention } from '../../src-shared/contract/connection.ts';
import type { Availability } from '../api/availability.ts';
import { ElapsedTime } from '../foundation/elapsed-time.ts';
import type { Clock } from '../platform.ts';

/** From when on an answer says too little about now. */
const answerIsOldAfterMs: Readonly<Record<Attention, number>> = {
  looking: 300_000,
  returned: 150_000,
  network_changed: 0,
};
/** 24 an hour: less than a hundredth of what a service allows (`account.read`), however often the user comes back. */
const minPauseMs = 150_000;

/** Whether a connection that nothing else is asked of should be asked if it still answers. */
export class Liveness {
  readonly #availability: Pick<Availability, 'msSinceAnswer'>;
  readonly #asked: ElapsedTime;
  readonly #doubted: ElapsedTime;

  constructor(deps: { availability: Pick<Availability, 'msSinceAnswer'>; clock: Clock }) {
    this.#availability = deps.availability;
    this.#asked = new ElapsedTime(deps);
    this.#doubted = new ElapsedTime(deps);
  }

  /** True when it should be asked now; that counts as done. A doubt that comes too soon is remembered. */
  isDue(attention: Attention): boolean {
    if (attention === 'network_changed') this.#doubted.restart();
    const { msSinceAnswer } = this.#availability;
    const isDoubted = this.#doubted.ms <= msSinceAnswer && this.#doubted.ms < Infinity;
    if (!isDoubted && msSinceAnswer < answerIsOldAfterMs[attention]) return false;
    if (this.#asked.ms < minPauseMs) return false;
    this.#asked.restart();
    return true;
  }
}
