import type { Clock } from '../../platform.ts';

/** Older samples are irrelevant for the current speed. */
export const windowMs = 5_000;

/** Measures the speed of a transfer as a moving average over five seconds. */
export class TransferMeter {
  readonly #clock: Clock;
  #samples: { readonly atMs: number; readonly bytes: number }[] = [];

  constructor(deps: { clock: Clock }) {
    this.#clock = deps.clock;
  }

  /** @param bytes moved in total so far. */
  note(bytes: number): void {
    const atMs = this.#clock.monotonicMs();
    const last = this.#samples.at(-1);
    if (last && last.bytes > bytes) this.#samples = [];
    if (last && atMs - last.atMs < 100) return;
    this.#samples.push({ atMs, bytes });
    while (this.#samples.length > 2 && atMs - (this.#samples[0]?.atMs ?? atMs) > windowMs)
      this.#samples.shift();
  }

  /** Null before it is known, and when no bytes have moved for the length of the window. */
  get bytesPerSecond(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.atMs <= first.atMs) return null;
    if (this.#clock.monotonicMs() - last.atMs >= windowMs) return null;
    return Math.round(((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs));
  }
}
