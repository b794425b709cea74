/** A change of a job's progress. */
interface Move {
  readonly atMs: number;
  /** 0 to 1. */
  readonly progress: number;
}

/** Number of moves from which the speed counts as measured. */
const leastMoves = 2;
/** Shares of the gained progress whose speeds are compared: all of it, the last half and the last quarter. */
const parts = [1, 1 / 2, 1 / 4];
/** Largest ratio between these speeds at which the time left is told. */
const maxRatio = 1.4;
/** A pause longer than this multiple of the longest one of late ends the forecast. */
const maxPauses = 2;
/** Progress that is worth a reading, and the least to measure a speed by. */
const step = 0.03;

/**
 * Tells how long a job still takes, from how its progress has moved in the present attempt. Tells nothing where that
 * would be a guess by more than two times: before two moves, while the speed changes, and while the progress stands
 * still.
 */
export class MeasuredSpeed {
  #attemptIndex = -1;
  #moves: Move[] = [];

  /** Measures anew: call while the job waits, and when its speed changes. */
  restart(): void {
    this.#moves = [];
  }

  /** @param progress 0 to 1 within the attempt. */
  note(atMs: number, progress: number, attemptIndex: number): void {
    if (attemptIndex !== this.#attemptIndex) this.restart();
    this.#attemptIndex = attemptIndex;
    if (progress !== this.#moves.at(-1)?.progress) this.#moves.push({ atMs, progress });
  }

  /** Milliseconds in which the progress moves by a few points at most; null before it has moved. */
  get stepMs(): number | null {
    const speeds = this.#speeds();
    return speeds.length === 0 ? null : step / Math.max(...speeds);
  }

  /**
   * Returns the expected milliseconds to the end; null where nobody can tell.
   * @param expectedMs duration of the whole job by earlier ones; null without any. It tells the time before there are
   * moves, and must agree with them later.
   */
  leftMs(nowMs: number, expectedMs: number | null): number | null {
    const speeds = [...this.#speeds(), ...(expectedMs === null ? [] : [1 / Math.max(1, expectedMs)])];
    const last = this.#moves.at(-1);
    if (!last || speeds.length === 0) return null;
    const pauseMs = nowMs - last.atMs;
    if (this.#isMeasured && pauseMs > maxPauses * this.#longestPauseMs()) return null;
    const fastest = Math.max(...speeds);
    const slowest = Math.min(...speeds);
    if (!(fastest <= maxRatio * slowest)) return null;
    const leftMs = (1 - last.progress) / Math.sqrt(fastest * slowest) - pauseMs;
    return leftMs > 0 ? leftMs : null;
  }

  get #gain(): number {
    return (this.#moves.at(-1)?.progress ?? 0) - (this.#moves[0]?.progress ?? 0);
  }

  get #isMeasured(): boolean {
    return this.#moves.length > leastMoves && this.#gain >= step;
  }

  /** Returns the progress per millisecond over the last parts of the gained progress; empty before it is measured. */
  #speeds(): number[] {
    const last = this.#moves.at(-1);
    if (!last || !this.#isMeasured) return [];
    return parts.map((part) => {
      const from = this.#moves[this.#startOf(part)] ?? last;
      return (last.progress - from.progress) / (last.atMs - from.atMs);
    });
  }

  /** Returns the longest pause between two moves of the last half of the gained progress. */
  #longestPauseMs(): number {
    const moves = this.#moves.slice(this.#startOf(1 / 2));
    return Math.max(...moves.map(({ atMs }, index) => atMs - (moves[index - 1]?.atMs ?? atMs)));
  }

  /** Returns the index of the move from which the last part of the gained progress was gained. */
  #startOf(part: number): number {
    // Whole moves, however the shares round.
    const start = (this.#moves.at(-1)?.progress ?? 0) - part * this.#gain + 1e-9;
    return Math.max(
      0,
      this.#moves.findLastIndex(({ progress }) => progress <= start),
    );
  }
}
