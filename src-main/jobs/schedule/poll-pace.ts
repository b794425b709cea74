const share = 0.15;
const shortestMs = 400;
/** The shortest for a job that has run for a while. */
const usualShortestMs = 1_000;
const longestMs = 10_000;
const unchangedForMs = 600_000;
const longestUnchangedMs = 60_000;
const longestUnrecognisedMs = 3_600_000;

/** How far a followed job is, in milliseconds. */
export interface JobPace {
  /** Since it was first asked for here. */
  readonly followedMs: number;
  /** Until its expected end; negative when that has passed. */
  readonly toEndMs: number;
  /** Since its progress moved. */
  readonly unchangedMs: number;
  /** Since the service began to tell a status that nobody here knows; null while it is a known one. */
  readonly unrecognisedMs: number | null;
}

/**
 * The pause until a job is read again: 15 % of the time since it was begun or of the time to its expected end, whichever
 * is less, so that its end is learnt with a delay in proportion to how long it took. Between 0.4 s for a new job or 1 s,
 * and 10 s; 60 s for one that has not moved for ten minutes. One of an unrecognised status may have ended or not, so it
 * is read ever more seldom: after 15 % of the time since, between 10 s and an hour.
 */
export function pollIntervalMs({ followedMs, toEndMs, unchangedMs, unrecognisedMs }: JobPace): number {
  if (unrecognisedMs !== null) return clamp(share * unrecognisedMs, longestMs, longestUnrecognisedMs);
  const least = clamp(share * followedMs, shortestMs, usualShortestMs);
  const most = unchangedMs > unchangedForMs ? longestUnchangedMs : longestMs;
  return clamp(share * Math.min(followedMs, Math.abs(toEndMs)), least, most);
}

/**
 * When a job will end: at first by how long its kind takes, and the more it has progressed the more by its own speed.
 * Progress starts again with each attempt of the service (specification §2.4).
 */
export class EndEstimate {
  readonly #typicalMs: number;
  #base: { readonly atMs: number; readonly progress: number; readonly attemptIndex: number } | null = null;
  #progress = 0;
  #changedMs: number;
  #endMs: number;

  /** @param typicalMs how long such a job takes as a rule. */
  constructor(nowMs: number, typicalMs: number) {
    this.#typicalMs = Math.max(1, typicalMs);
    this.#changedMs = nowMs;
    this.#endMs = nowMs + typicalMs;
  }

  /** When it is expected to end; only a change of the progress moves it. */
  get endMs(): number {
    return this.#endMs;
  }

  /** When the progress moved last. */
  get changedMs(): number {
    return this.#changedMs;
  }

  /** @param progress 0 to 1 within the attempt. */
  note(nowMs: number, progress: number, attemptIndex: number): void {
    const base = this.#base;
    if (base?.attemptIndex === attemptIndex && progress === this.#progress) return;
    this.#progress = progress;
    this.#changedMs = nowMs;
    const typicalLeftMs = this.#typicalMs * (1 - progress);
    if (base?.attemptIndex !== attemptIndex) {
      this.#base = { atMs: nowMs, progress, attemptIndex };
      this.#endMs = nowMs + typicalLeftMs;
      return;
    }
    const gain = progress - base.progress;
    const passedMs = nowMs - base.atMs;
    const measuredLeftMs = gain > 0 ? (passedMs / gain) * (1 - progress) : typicalLeftMs;
    // One that takes longer than its kind is no longer like its kind.
    const trust = Math.min(1, 2 * Math.max(0, gain) + Math.max(0, passedMs / this.#typicalMs - 1));
    this.#endMs = nowMs + trust * measuredLeftMs + (1 - trust) * typicalLeftMs;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
