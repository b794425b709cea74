import { secondsOfFrames } from '../../../../src-timeline/model/rational-time.ts';
import { timelineDurationFrames } from '../../../../src-timeline/model/timeline.ts';
import type { EveryRepaint, Movie } from '../playback.svelte.ts';
import { CutPictures } from './cut-pictures.ts';
import { CutSound } from './cut-sound.ts';
import { CutPainter } from './draw-cut.ts';
import type { PlayableCut, PlateState } from './playable-cut.ts';

/** Pixels of the canvas: larger cuts are drawn smaller. */
const maxPixels = 1920 * 1080;
/** Longest time for which a seek waits for pictures; then it shows plates, which the pictures replace. */
const patienceMs = 1500;
/** Longest time for which the last drawn frame stays while pictures of a playing cut are missing. */
const holdMs = 500;
/** Distance in seconds between a follower's sound and its leader from which the sound starts again. */
const maxDrift = 0.1;
/** A movie is complete at once, because only its media are loaded. */
const haveEnoughData = 4;

export interface CutMovieDeps {
  readonly canvas: HTMLCanvasElement;
  readonly everyRepaint: EveryRepaint;
  /** Returns a state of a missing picture in the user's language. */
  readonly wordsOf: (state: PlateState) => string;
  /** Movie at whose position this one plays, frame by frame. */
  readonly leader?: { readonly currentTime: number } | null;
}

/** Plays a cut on a canvas like a video element: seeks are exact, and the sound's clock leads. */
export class CutMovie extends EventTarget implements Movie {
  readonly readyState = haveEnoughData;
  readonly #painter: CutPainter;
  readonly #pictures: CutPictures;
  readonly #sound = new CutSound();
  readonly #deps: CutMovieDeps;
  readonly #callbacks = new Map<number, VideoFrameRequestCallback>();
  #cut: PlayableCut;
  #callbackCount = 0;
  /** Position while no clock runs, in seconds. */
  #seconds = 0;
  #rate = 1;
  #isPlaying = false;
  #isSeeking = false;
  /** Number of the latest seek or start, so that overtaken ones end. */
  #request = 0;
  #shownFrame = 0;
  #drawnMs = 0;
  #stopRepaints: (() => void) | null = null;
  #onPicture: (() => void) | null = null;

  constructor(cut: PlayableCut, deps: CutMovieDeps) {
    super();
    this.#cut = cut;
    this.#deps = deps;
    this.#painter = new CutPainter(deps.canvas);
    this.#pictures = new CutPictures({
      wordsOf: deps.wordsOf,
      onChange: () => {
        if (this.#onPicture) this.#onPicture();
        else if (!this.#isPlaying) this.#draw(this.#shownFrame, true);
      },
    });
    this.#resize();
    void this.#arrive(0);
  }

  get duration(): number {
    return secondsOfFrames(timelineDurationFrames(this.#cut.timeline), this.#cut.timeline.frameRate);
  }

  get currentTime(): number {
    return Math.min(this.duration, this.#sound.position ?? this.#seconds);
  }

  set currentTime(seconds: number) {
    this.#halt();
    this.#seconds = Math.max(0, Math.min(this.duration, seconds));
    this.#isSeeking = true;
    void this.#arrive(this.#frameOf(this.#seconds));
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    if (rate === this.#rate) return;
    this.#rate = rate;
    const position = this.#sound.position;
    if (position !== null) this.#sound.start(this.#cut, position, rate);
  }

  /** 0 to 1. */
  set volume(volume: number) {
    this.#sound.setVolume(volume);
  }

  /**
   * Shows another cut at the same position and speed. Media with the same address stay loaded; those that failed are
   * tried again.
   */
  setCut(cut: PlayableCut): void {
    if (cut === this.#cut) return;
    const position = this.currentTime;
    const { duration } = this;
    this.#cut = cut;
    this.#pictures.retry();
    this.#resize();
    if (this.duration !== duration) this.dispatchEvent(new Event('durationchange'));
    this.#seconds = Math.min(position, this.duration);
    const isRunning = this.#sound.position !== null;
    if (isRunning) this.#sound.start(cut, this.#seconds, this.#rate);
    else void this.#arrive(this.#frameOf(this.#seconds));
  }

  /** Starts at the position; from the end, at the first frame. Resolves when it plays. */
  async play(): Promise<void> {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    if (this.#seconds >= this.duration && !this.#deps.leader) this.#seconds = 0;
    await this.#arrive(this.#frameOf(this.#seconds));
  }

  pause(): void {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    if (this.#sound.position === null) return;
    this.#halt();
    this.#seconds = this.#middleOf(this.#shownFrame);
    void this.#arrive(this.#shownFrame);
  }

  requestVideoFrameCallback(callback: VideoFrameRequestCallback): number {
    this.#callbackCount += 1;
    this.#callbacks.set(this.#callbackCount, callback);
    return this.#callbackCount;
  }

  cancelVideoFrameCallback(handle: number): void {
    this.#callbacks.delete(handle);
  }

  dispose(): void {
    this.#request += 1;
    this.#isPlaying = false;
    this.#halt();
    this.#callbacks.clear();
    this.#pictures.dispose();
    void this.#sound.dispose();
  }

  #resize(): void {
    this.#painter.resize(this.#cut.timeline, maxPixels);
  }

  #frameOf(seconds: number): number {
    const { frameRate } = this.#cut.timeline;
    const last = Math.max(0, timelineDurationFrames(this.#cut.timeline) - 1);
    return Math.min(last, Math.floor((seconds * frameRate.numerator) / frameRate.denominator + 1e-6));
  }

  #middleOf(frame: number): number {
    return secondsOfFrames(frame + 0.5, this.#cut.timeline.frameRate);
  }

  /** Stops the clock. */
  #halt(): void {
    this.#stopRepaints?.();
    this.#stopRepaints = null;
    this.#sound.stop();
  }

  /** Shows a frame as soon as its pictures are there, and starts the clock if the cut is to play. */
  async #arrive(frame: number): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    const opened = this.#isPlaying ? this.#sound.open(this.#cut, this.#seconds) : null;
    await this.#pictured(frame, request);
    await opened;
    if (request !== this.#request) return;
    this.#draw(frame, true);
    if (this.#isSeeking) {
      this.#isSeeking = false;
      this.dispatchEvent(new Event('seeked'));
    }
    if (request === this.#request && this.#isPlaying) this.#run();
  }

  /** Waits until the pictures of a frame are loaded, the patience ends, or another request begins. */
  #pictured(frame: number, request: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const look = (): void => {
      if (request !== this.#request) resolve(undefined);
      else if (this.#isComplete(frame)) resolve(undefined);
    };
    this.#onPicture?.();
    this.#onPicture = look;
    const timer = setTimeout(resolve, patienceMs);
    look();
    return promise.finally(() => {
      clearTimeout(timer);
      if (this.#onPicture === look) this.#onPicture = null;
    });
  }

  #isComplete(frame: number): boolean {
    this.#pictures.prepare(this.#cut, frame, 0, this.#painter.scale);
    return this.#pictures.at(this.#cut, frame, this.#painter.scale).isComplete;
  }

  #run(): void {
    this.#halt();
    this.#sound.start(this.#cut, this.#deps.leader?.currentTime ?? this.#seconds, this.#rate);
    this.#stopRepaints = this.#deps.everyRepaint(() => {
      this.#tick();
    });
  }

  #tick(): void {
    const heard = this.#sound.position ?? this.#seconds;
    const position = this.#deps.leader?.currentTime ?? heard;
    if (position >= this.duration) return this.#end();
    if (Math.abs(heard - position) > maxDrift) this.#sound.start(this.#cut, position, this.#rate);
    const frame = this.#frameOf(position);
    this.#pictures.prepare(this.#cut, frame, this.#rate, this.#painter.scale);
    if (frame !== this.#shownFrame) this.#draw(frame, performance.now() - this.#drawnMs > holdMs);
  }

  #end(): void {
    this.#halt();
    this.#isPlaying = false;
    this.#seconds = this.duration;
    void this.#arrive(this.#frameOf(this.duration));
    this.dispatchEvent(new Event('ended'));
  }

  /** @param isForced true to draw plates in place of missing pictures; else an incomplete frame is left out. */
  #draw(frame: number, isForced: boolean): void {
    const { layers, isComplete } = this.#pictures.at(this.#cut, frame, this.#painter.scale);
    if (isComplete || isForced) {
      this.#painter.draw(layers);
      this.#drawnMs = performance.now();
    }
    this.#shownFrame = frame;
    this.#announce(secondsOfFrames(frame, this.#cut.timeline.frameRate));
  }

  #announce(mediaTime: number): void {
    const now = performance.now();
    const { width, height } = this.#deps.canvas;
    const shown = {
      mediaTime,
      width,
      height,
      presentationTime: now,
      expectedDisplayTime: now,
      presentedFrames: 0,
    };
    const callbacks = [...this.#callbacks.values()];
    this.#callbacks.clear();
    for (const callback of callbacks) callback(now, shown);
  }
}
