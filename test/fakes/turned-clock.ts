import type { Clock } from '../../src-main/platform.ts';

interface Alarm {
  readonly dueMs: number;
  readonly ring: () => void;
}

/** Clock that a test advances. */
export class TurnedClock implements Clock {
  #ms = 0;
  readonly #startMs: number;
  #alarms: Alarm[] = [];
  /** Requested pauses, in milliseconds. */
  readonly pauses: number[] = [];

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#startMs = startMs;
  }

  now(): number {
    return this.#startMs + this.#ms;
  }

  monotonicMs(): number {
    return this.#ms;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    this.pauses.push(delayMs);
    const alarm = { dueMs: this.#ms + delayMs, ring: callback };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  get waiting(): number {
    return this.#alarms.length;
  }

  /** Advances the clock and fires all due alarms in order, with the work they start in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#ms + ms;
    for (;;) {
      await settle();
      const next = this.#alarms.filter(({ dueMs }) => dueMs <= end).sort((a, b) => a.dueMs - b.dueMs)[0];
      if (!next) break;
      this.#ms = Math.max(this.#ms, next.dueMs);
      this.#alarms = this.#alarms.filter((other) => other !== next);
      next.ring();
    }
    this.#ms = end;
    await settle();
  }
}

/** Clock of a computer that sleeps now and then: only its time of day continues during the sleep. */
export class SleepyClock extends TurnedClock {
  sleptMs = 0;

  override now(): number {
    return super.now() + this.sleptMs;
  }
}

/** Waits until all work that needs no time has run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves as soon as `look` returns true. The test's own time limit ends a futile wait. */
export async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Creates a clock that runs a hundred times as fast by default, for whole flows over real sockets. */
export function createHastyClock(factor = 100): Clock {
  const startMs = Date.now();
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) * factor;
  return {
    now: () => startMs + Math.floor(elapsed()),
    monotonicMs: elapsed,
    schedule(delayMs, callback) {
      const timer = setTimeout(callback, delayMs / factor);
      return () => {
        clearTimeout(timer);
      };
    },
  };
}

interface HastyAlarm {
  readonly dueMs: number;
  readonly ring: () => void;
  timer: NodeJS.Timeout;
}

/** Fast clock that can skip hours: all alarms within them fire at once. */
export class SkippingClock implements Clock {
  readonly #hasty = createHastyClock();
  readonly #alarms = new Set<HastyAlarm>();
  #skippedMs = 0;

  now(): number {
    return this.#hasty.now() + this.#skippedMs;
  }

  monotonicMs(): number {
    return this.#hasty.monotonicMs() + this.#skippedMs;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    const alarm: HastyAlarm = {
      dueMs: this.monotonicMs() + delayMs,
      ring: () => {
        this.#alarms.delete(alarm);
        callback();
      },
      timer: setTimeout(() => {
        alarm.ring();
      }, delayMs / 100),
    };
    this.#alarms.add(alarm);
    return () => {
      this.#alarms.delete(alarm);
      clearTimeout(alarm.timer);
    };
  }

  skip(ms: number): void {
    this.#skippedMs += ms;
    for (const alarm of this.#alarms) {
      clearTimeout(alarm.timer);
      alarm.timer = setTimeout(alarm.ring, Math.max(0, alarm.dueMs - this.monotonicMs()) / 100);
    }
  }
}
