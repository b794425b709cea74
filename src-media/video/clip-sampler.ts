import { ClipDecoder, type DecodedFrame } from '../av/clip-decoder.ts';
import { framesPerSecond } from '../project-content.ts';
import { FrameFitter } from './frame-fitter.ts';
import type { YuvPicture } from './yuv-picture.ts';

/**
 * Samples a clip at a constant rate: each picture is the one visible in the middle of its frame. Returns the same
 * object while the picture does not change.
 */
export class ClipSampler implements Disposable {
  readonly #decoder: ClipDecoder;
  readonly #fitter: FrameFitter;
  readonly #rate: number;
  #index = 0;
  #picture: YuvPicture | null = null;
  /** Decoded, but not due yet. */
  #waiting: DecodedFrame | null = null;
  #hasEnded = false;
  #lastSeconds = 0;
  #lastStepSeconds: number;

  /**
   * @param rate pictures per second
   * @throws MediaError `unreadable_media`
   */
  constructor(path: string, width: number, height: number, rate: number = framesPerSecond) {
    this.#rate = rate;
    this.#lastStepSeconds = 1 / rate;
    this.#decoder = new ClipDecoder(path);
    this.#fitter = new FrameFitter(width, height);
  }

  /** Returns the next picture; null after the end of the clip. */
  next(): YuvPicture | null {
    const middle = (this.#index + 0.5) / this.#rate;
    this.#waiting ??= this.#decode();
    let due: DecodedFrame | null = null;
    while (this.#waiting && (this.#waiting.seconds <= middle || this.#picture === null)) {
      due?.frame.free();
      due = this.#waiting;
      this.#waiting = this.#decode();
      if (this.#picture === null && !(this.#waiting && this.#waiting.seconds <= middle)) break;
    }
    if (due) this.#show(due);
    if (this.#hasEnded && middle > this.#lastSeconds + this.#lastStepSeconds) return null;
    this.#index += 1;
    return this.#picture;
  }

  #show(due: DecodedFrame): void {
    if (this.#picture !== null) this.#lastStepSeconds = Math.min(1, due.seconds - this.#lastSeconds);
    this.#lastSeconds = due.seconds;
    this.#picture = this.#fitter.fit(due);
    due.frame.free();
  }

  /** Returns a copy of the next decoded frame, which stays valid while the decoder continues. */
  #decode(): DecodedFrame | null {
    if (this.#hasEnded) return null;
    const decoded = this.#decoder.next();
    const frame = decoded?.frame.clone();
    if (decoded && frame) return { ...decoded, frame };
    this.#hasEnded = true;
    return null;
  }

  [Symbol.dispose](): void {
    this.#waiting?.frame.free();
    this.#fitter[Symbol.dispose]();
    this.#decoder[Symbol.dispose]();
  }
}
