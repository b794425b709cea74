import { ClipDecoder, type DecodedFrame } from '../av/clip-decoder.ts';
import { framesPerSecond } from '../project-content.ts';
import { FrameFitter } from './frame-fitter.ts';
import type { YuvPicture } from './yuv-picture.ts';

/**
 * The pictures of a clip at a constant rate, whatever its own: each is the one that would be on screen in the
 * middle of the frame. A picture that stays is the same object again.
 */
export class ClipSampler implements Disposable {
  readonly #decoder: ClipDecoder;
  readonly #fitter: FrameFitter;
  readonly #rate: number;
  #index = 0;
  #picture: YuvPicture | null = null;
  /** Decoded, but not yet to be shown. */
  #waiting: DecodedFrame | null = null;
  #hasEnded = false;
  #lastSeconds = 0;
  #lastStepSeconds: number;

  /**
   * @param rate pictures a second
   * @throws MediaError `unreadable_media`
   */
  constructor(path: string, width: number, height: number, rate: number = framesPerSecond) {
    this.#rate = rate;
    this.#lastStepSeconds = 1 / rate;
    this.#decoder = new ClipDecoder(path);
    this.#fitter = new FrameFitter(width, height);
  }

  /** The next picture; null once the clip is over. */
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

  /** The next decoded frame, which is kept while the decoder goes on. */
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
