const share = 0.15;
const shortestMs = 400;
/** Shortest interval for a job that has run for a while. */
const usualShortestMs = 1_000;
const longestMs = 10_000;
const unchangedForMs = 600_000;
const longestUnchangedMs = 60_000;
const longestUnrecognisedMs = 3_600_000;

/** Times of a followed job that determine its interval, in milliseconds. */
export interface JobPace {
  /** Since this app began to follow it, or saw it begin. */
  readonly followedMs: number;
  /** Until its expected end; negative when that has passed. */
  readonly toEndMs: number;
  /** Since its progress last changed. */
  readonly unchangedMs: number;
  /** In which its progress moves by a few points; null while its speed is unknown. */
  readonly stepMs: number | null;
  /** Since the service began to report an unrecognised status; null while the status is known. */
  readonly unrecognisedMs: number | null;
}

/**
 * Returns the pause until a job's next reading: 15 % of the time since its start or to its expected end, whichever is
 * less, so that the delay in noticing its end is proportional to its duration. The pause is between 0.4 s (new job) or
 * 1 s, and 10 s; up to 60 s for a job unchanged for ten minutes. A job that moves fast is read at each step, so that
 * its percentage is right. A job with an unrecognised status may have ended, so its pause grows to 15 % of the time in
 * that status, between 10 s and an hour.
 */
export function pollIntervalMs(pace: JobPace): number {
  const { followedMs, toEndMs, unchangedMs, stepMs, unrecognisedMs } = pace;
  if (unrecognisedMs !== null) return clamp(share * unrecognisedMs, longestMs, longestUnrecognisedMs);
  const least = clamp(share * followedMs, shortestMs, usualShortestMs);
  const most = unchangedMs > unchangedForMs ? longestUnchangedMs : longestMs;
  const usualMs = clamp(share * Math.min(followedMs, Math.abs(toEndMs)), least, most);
  return stepMs === null ? usualMs : clamp(stepMs, shortestMs, usualMs);
}

/**
 * Estimates when a job should be read: at first from the typical duration of its kind, and with more progress
 * increasingly from its own speed. Too rough to be shown; see `MeasuredSpeed`. Progress restarts with each attempt of
 * the service (specification §2.4).
 */
export class EndEstimate {
  readonly #typicalMs: number;
  #base: { readonly atMs: number; readonly progress: number; readonly attemptIndex: number } | null = null;
  #progress = 0;
  #changedMs: number;
  #endMs: number;

  /** @param typicalMs typical duration of such a job. */
  constructor(nowMs: number, typicalMs: number) {
    this.#typicalMs = Math.max(1, typicalMs);
    this.#changedMs = nowMs;
    this.#endMs = nowMs + typicalMs;
  }

  /** Expected end; changes only when the progress changes. */
  get endMs(): number {
    return this.#endMs;
  }

  /** Time of the last change of the progress. */
  get changedMs(): number {
    return this.#changedMs;
  }

  /** Call while the job waits: its own speed is measured from its beginning. */
  noteWaiting(nowMs: number): void {
    this.#endMs = nowMs + this.#typicalMs;
    this.#base = null;
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
    // A job that takes longer than its kind no longer follows the typical duration.
    const trust = Math.min(1, 2 * Math.max(0, gain) + Math.max(0, passedMs / this.#typicalMs - 1));
    this.#endMs = nowMs + trust * measuredLeftMs + (1 - trust) * typicalLeftMs;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
