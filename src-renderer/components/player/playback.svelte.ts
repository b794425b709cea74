import { untrack } from 'svelte';
import {
  type FrameRate,
  nearestFramesOfTime,
  secondsOfFrames,
  timeOfFrames,
} from '../../../src-timeline/model/rational-time.ts';
import { formatTimecode } from '../../format/timecode.ts';

/** Playback speeds of the shuttle, in both directions. */
const shuttleSpeeds = [1, 2, 4, 8] as const;

/**
 * Position to seek within a frame, for each attempt, as a fraction of the frame. Chromium ignores a seek to the movie's
 * present time, so each attempt uses another position.
 */
const placesInFrame = [0.5, 0.4, 0.6, 0.3] as const;

/** Smallest `readyState` at which a movie's length is known. */
const hasMetadata = 1;

/** Part of a movie element that the player uses. */
export type Movie = Pick<
  HTMLVideoElement,
  | 'currentTime'
  | 'duration'
  | 'playbackRate'
  | 'readyState'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'removeEventListener'
  | 'requestVideoFrameCallback'
  | 'cancelVideoFrameCallback'
>;

/** Calls back before each repaint until the returned function is called. */
export type EveryRepaint = (run: (timeMs: number) => void) => () => void;

export interface PlaybackDeps {
  readonly frameRate: FrameRate;
  /** True if timecode uses drop-frame counting. */
  readonly isDropFrame: () => boolean;
  /** Length in frames once the timeline is known; until then the movie's own length applies. */
  readonly durationFrames: () => number | null;
  readonly everyRepaint: EveryRepaint;
}

/**
 * Plays a movie with positions in frames. Seeks to the middle of a frame, so that no rounding hits a neighbour, and
 * shows it as soon as the movie has it. Of several seeks requested while one is running, only the last is carried out.
 */
export class Playback {
  readonly frameRate: FrameRate;
  readonly #deps: PlaybackDeps;
  #movie: Movie | null = null;
  /** True once the length of the movie is known. Until then the movie shows its start, not the requested position. */
  #isLoaded = false;
  #isSeeking = false;
  #wantedFrame: number | null = null;
  /** Frame to show while stopped; null once the movie shows it or all attempts are used. */
  #soughtFrame: number | null = null;
  #attempts = 0;
  /** Frame that the movie has shown since the last seek. */
  #shownFrame: number | null = null;
  #stopReverse: (() => void) | null = null;
  /** Number of play and pause requests, so that the late refusal of an earlier request stops nothing. */
  #playRequests = 0;
  #movieFrames = $state(0);

  /** Shown frame, counted from zero. */
  frame = $state(0);
  /** 0 when stopped, 1 at normal speed, negative in reverse. */
  speed = $state(0);
  isReady = $state(false);
  isFailed = $state(false);
  /**
   * In and out points of playback; the out point's frame is still played. Points outlive the movie they were set in and
   * are ignored beyond the end of a shorter movie.
   */
  inFrame = $state<number | null>(null);
  outFrame = $state<number | null>(null);
  isLooping = $state(false);

  readonly durationFrames = $derived.by(() => this.#deps.durationFrames() ?? this.#movieFrames);
  readonly lastFrame = $derived(Math.max(0, this.durationFrames - 1));
  readonly isPlaying = $derived(this.speed !== 0);
  readonly firstPlayed = $derived(this.inFrame !== null && this.inFrame <= this.lastFrame ? this.inFrame : 0);
  readonly lastPlayed = $derived(Math.min(this.lastFrame, this.outFrame ?? this.lastFrame));

  /** @param before showed the same movie at another frame rate; playback continues from its state. */
  constructor(deps: PlaybackDeps, before: Playback | null = null) {
    this.#deps = deps;
    this.frameRate = deps.frameRate;
    if (!before) return;
    const counted = (frame: number): number =>
      nearestFramesOfTime(timeOfFrames(frame, before.frameRate), deps.frameRate);
    const { inFrame, outFrame } = before;
    this.frame = counted(before.frame);
    this.inFrame = inFrame === null ? null : counted(inFrame);
    this.outFrame = outFrame === null ? null : counted(outFrame);
    this.isLooping = before.isLooping;
    this.isFailed = before.isFailed;
    this.speed = before.speed;
  }

  get everyRepaint(): EveryRepaint {
    return this.#deps.everyRepaint;
  }

  get isDropFrame(): boolean {
    return this.#deps.isDropFrame();
  }

  readonly timecodeOf = (frame: number): string => formatTimecode(frame, this.frameRate, this.isDropFrame);

  /** Attaches to the movie element; returns the function that detaches. */
  readonly attach = (movie: Movie): (() => void) => {
    this.#movie = movie;
    let callback = movie.requestVideoFrameCallback(function show(_now, shown) {
      onShown(shown.mediaTime);
      callback = movie.requestVideoFrameCallback(show);
    });
    const onShown = (seconds: number): void => {
      this.#show(seconds);
    };
    const listeners = {
      emptied: () => {
        this.#startOver();
      },
      loadedmetadata: () => {
        this.#takeUp(movie);
      },
      durationchange: () => {
        this.#measure(movie);
      },
      seeked: () => {
        this.#settle();
      },
      ended: () => {
        this.#stand(this.lastFrame);
        if (this.isLooping) this.#play(this.#movie?.playbackRate ?? 1);
      },
      error: () => {
        this.isFailed = true;
      },
    };
    for (const [name, listener] of Object.entries(listeners)) movie.addEventListener(name, listener);
    // A movie already loaded for another playback emits no event. Untracked, so that reads here do not attach it again.
    if (movie.readyState >= hasMetadata) {
      untrack(() => {
        this.#takeUp(movie);
      });
    }
    return () => {
      this.#startOver();
      movie.cancelVideoFrameCallback(callback);
      for (const [name, listener] of Object.entries(listeners)) movie.removeEventListener(name, listener);
      this.#movie = null;
    };
  };

  /** Shows the wanted frame and resumes playing, now that the length of the movie is known. */
  #takeUp(movie: Movie): void {
    this.#measure(movie);
    this.#isLoaded = true;
    if (this.frame > 0) this.seek(this.frame);
    if (this.speed > 0) this.#play(this.speed);
    else if (this.speed < 0) this.#playBackwards(-this.speed);
  }

  /** Tries the movie again after it failed. */
  recover(): void {
    this.isFailed = false;
  }

  /** Resets for another movie, which is shown at the same frame. */
  #startOver(): void {
    this.pause();
    this.#isLoaded = false;
    this.#isSeeking = false;
    this.#wantedFrame = null;
    this.isReady = false;
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.#play(1);
  }

  pause(): void {
    this.#playRequests += 1;
    this.#soughtFrame = null;
    this.#stopReverse?.();
    this.#stopReverse = null;
    this.#movie?.pause();
    this.speed = 0;
  }

  /** Shows a frame, clamped to the ends. Playback continues from there. */
  seek(frame: number): void {
    const target = Math.max(0, Math.min(this.lastFrame, Math.round(frame)));
    this.frame = target;
    if (!this.#movie) return;
    if (this.#isSeeking) {
      this.#wantedFrame = target;
      return;
    }
    this.#soughtFrame = this.speed === 0 ? target : null;
    this.#attempts = 0;
    this.#ask(this.#movie, target);
  }

  #ask(movie: Movie, frame: number): void {
    this.#isSeeking = true;
    this.#shownFrame = null;
    const place = placesInFrame[this.#attempts] ?? placesInFrame[0];
    this.#attempts += 1;
    movie.currentTime = secondsOfFrames(frame + place, this.frameRate);
  }

  /** Seeks again when a busy decoder ended the seek on a neighbour of the sought frame. */
  #askAgain(): void {
    const sought = this.#soughtFrame;
    if (sought === null || this.#shownFrame === null || !this.#movie) return;
    // Set even if it never shows: a movie with fewer frames than counted lacks it, and the next step starts from here.
    this.frame = sought;
    if (this.#shownFrame === sought || this.#attempts >= placesInFrame.length) {
      this.#soughtFrame = null;
      return;
    }
    this.#ask(this.#movie, sought);
  }

  /** Stops and steps by a number of frames. */
  step(frames: number): void {
    this.pause();
    this.seek(this.frame + frames);
  }

  /** Stops and steps by seconds. */
  stepSeconds(seconds: number): void {
    this.step(Math.round((seconds * this.frameRate.numerator) / this.frameRate.denominator));
  }

  /** Steps to the next speed with each press in the same direction; a change of direction starts at normal speed. */
  shuttle(direction: 1 | -1): void {
    const present = Math.sign(this.speed) === direction ? Math.abs(this.speed) : 0;
    const faster = shuttleSpeeds.find((speed) => speed > present) ?? shuttleSpeeds[shuttleSpeeds.length - 1];
    if (direction === 1) this.#play(faster ?? 1);
    else this.#playBackwards(faster ?? 1);
  }

  /** Sets the in point to the shown frame. Drops an out point before it. */
  setIn(): void {
    this.inFrame = this.frame;
    if (this.outFrame !== null && this.outFrame < this.frame) this.outFrame = null;
  }

  /** Sets the out point to the shown frame, which is still played. Drops an in point after it. */
  setOut(): void {
    this.outFrame = this.frame;
    if (this.inFrame !== null && this.inFrame > this.frame) this.inFrame = null;
  }

  clearInOut(): void {
    this.inFrame = null;
    this.outFrame = null;
  }

  #play(speed: number): void {
    if (!this.#movie || this.isFailed) return;
    this.#stopReverse?.();
    this.#stopReverse = null;
    if (this.frame >= this.lastPlayed || this.frame < this.firstPlayed) this.seek(this.firstPlayed);
    this.#soughtFrame = null;
    this.#movie.playbackRate = speed;
    this.speed = speed;
    this.#playRequests += 1;
    const request = this.#playRequests;
    void this.#movie.play().catch(() => {
      if (request === this.#playRequests) this.speed = 0;
    });
  }

  /** Seeks frame by frame as time passes, because browsers cannot play backwards. */
  #playBackwards(speed: number): void {
    if (!this.#movie || this.isFailed) return;
    this.pause();
    this.speed = -speed;
    if (this.frame > this.lastPlayed || (this.isLooping && this.frame <= this.firstPlayed)) {
      this.seek(this.lastPlayed);
    }
    const first = this.frame < this.firstPlayed ? 0 : this.firstPlayed;
    const from = { frame: this.frame, timeMs: null as number | null };
    const framesPerMs = (this.frameRate.numerator / this.frameRate.denominator / 1000) * speed;
    this.#stopReverse = this.#deps.everyRepaint((timeMs) => {
      from.timeMs ??= timeMs;
      const target = Math.max(first, Math.floor(from.frame - (timeMs - from.timeMs) * framesPerMs));
      if (target !== this.frame) this.seek(target);
      if (target > first) return;
      this.pause();
      if (this.isLooping) this.#playBackwards(speed);
    });
  }

  #measure(movie: Movie): void {
    if (!Number.isFinite(movie.duration)) return;
    const { numerator, denominator } = this.frameRate;
    this.#movieFrames = Math.round((movie.duration * numerator) / denominator);
    this.isReady = true;
  }

  #show(seconds: number): void {
    if (!this.#isLoaded) return;
    const { numerator, denominator } = this.frameRate;
    const shown = Math.round((seconds * numerator) / denominator);
    this.#shownFrame = shown;
    if (this.#isSeeking || this.speed < 0) return;
    const isPassingEnd = this.frame <= this.lastPlayed && shown >= this.lastPlayed;
    this.frame = Math.min(this.lastFrame, shown);
    if (this.speed > 0 && isPassingEnd) this.#reachEnd();
    this.#askAgain();
  }

  /** Handles the out point or a loop. The movie's `ended` event handles its own end. */
  #reachEnd(): void {
    if (this.isLooping) this.seek(this.firstPlayed);
    else if (this.outFrame !== null) {
      this.pause();
      this.seek(this.lastPlayed);
    }
  }

  #settle(): void {
    this.#isSeeking = false;
    const wanted = this.#wantedFrame;
    this.#wantedFrame = null;
    if (wanted === null) this.#askAgain();
    else this.seek(wanted);
  }

  #stand(frame: number): void {
    this.speed = 0;
    this.frame = frame;
  }
}
