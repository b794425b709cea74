import type { Attention } from '../../src-shared/contract/connection.ts';
import type { Availability } from '../api/http/availability.ts';
import { ElapsedTime } from '../foundation/elapsed-time.ts';
import type { Clock } from '../platform.ts';

/** Age from which an answer says too little about the present. */
const answerIsOldAfterMs: Readonly<Record<Attention, number>> = {
  looking: 300_000,
  returned: 150_000,
  network_changed: 0,
};
/** 24 an hour, less than a hundredth of the service's limit (`account.read`), however often the user comes back. */
const minPauseMs = 150_000;

/** Decides whether the app should check that an otherwise idle connection still answers. */
export class Liveness {
  readonly #availability: Pick<Availability, 'msSinceAnswer'>;
  readonly #asked: ElapsedTime;
  readonly #doubted: ElapsedTime;

  constructor(deps: { availability: Pick<Availability, 'msSinceAnswer'>; clock: Clock }) {
    this.#availability = deps.availability;
    this.#asked = new ElapsedTime(deps);
    this.#doubted = new ElapsedTime(deps);
  }

  /** Returns true if a check is due, and counts it as done. Remembers a doubt that comes too soon. */
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
