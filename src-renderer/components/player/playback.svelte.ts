import { untrack } from 'svelte';
import {
  type FrameRate,
  nearestFramesOfTime,
  secondsOfFrames,
  timeOfFrames,
} from '../../../src-shared/timeline/rational-time.ts';
import { formatTimecode } from '../../format/timecode.ts';

/** Speeds the shuttle steps through, in either direction. */
const shuttleSpeeds = [1, 2, 4, 8] as const;

/**
 * Where within a frame it is sought, attempt after attempt, in frames. Chromium passes over a seek to the time at which
 * the movie stands, so each attempt has its own.
 */
const placesInFrame = [0.5, 0.4, 0.6, 0.3] as const;

/** The least `readyState` of a movie whose length is known. */
const hasMetadata = 1;

/** What the player needs of a movie element. */
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
  /** Whether timecode drops numbers. */
  readonly isDropFrame: () => boolean;
  /** Length in frames once it is known from the timeline; until then the movie's own length counts. */
  readonly durationFrames: () => number | null;
  readonly everyRepaint: EveryRepaint;
}

/**
 * Plays a movie by frames. A frame is sought at its middle, so that no rounding can land on a neighbour, and shown
 * as soon as the movie has it; of several wishes made meanwhile only the last is followed.
 */
export class Playback {
  readonly frameRate: FrameRate;
  readonly #deps: PlaybackDeps;
  #movie: Movie | null = null;
  /** The length of the movie is known. Until then it shows its start, not the position that was asked for. */
  #isLoaded = false;
  #isSeeking = false;
  #wantedFrame: number | null = null;
  /** The frame sought while standing, until the movie shows it or has been asked often enough. */
  #soughtFrame: number | null = null;
  #attempts = 0;
  /** What the movie showed since it was last asked for a frame. */
  #shownFrame: number | null = null;
  #stopReverse: (() => void) | null = null;
  /** Counts how often playing was asked for or ended: an earlier request that is refused late ends nothing. */
  #playRequests = 0;
  #movieFrames = $state(0);

  /** The shown frame, counted from zero. */
  frame = $state(0);
  /** 0 when stopped, 1 at normal speed, negative backwards. */
  speed = $state(0);
  isReady = $state(false);
  isFailed = $state(false);
  /**
   * Playing begins at the in point and stays before the end of the out point's frame. Points outlive the movie they were set
   * in: beyond the end of a shorter one they count for nothing.
   */
  inFrame = $state<number | null>(null);
  outFrame = $state<number | null>(null);
  isLooping = $state(false);

  readonly durationFrames = $derived.by(() => this.#deps.durationFrames() ?? this.#movieFrames);
  readonly lastFrame = $derived(Math.max(0, this.durationFrames - 1));
  readonly isPlaying = $derived(this.speed !== 0);
  readonly firstPlayed = $derived(this.inFrame !== null && this.inFrame <= this.lastFrame ? this.inFrame : 0);
  readonly lastPlayed = $derived(Math.min(this.lastFrame, this.outFrame ?? this.lastFrame));

  /** `before` showed the same movie, counted by another frame rate: it goes on where that one stands. */
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
    // One that was loaded for another playback does not say it again. What is read here is not to attach it once more.
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

  /** The length of the movie is known: it can show the frame it is to stand at, and play on from there. */
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

  /** Another movie is to come; it is shown at the same frame. */
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

  /** Shows a frame, clamped to the ends. Playing continues from there. */
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

  /** A busy decoder now and then ends a seek on a neighbour of the sought frame. It is then asked again. */
  #askAgain(): void {
    const sought = this.#soughtFrame;
    if (sought === null || this.#shownFrame === null || !this.#movie) return;
    // Also where it never shows: a movie of fewer frames than are counted has none there, and the next step goes on from it.
    this.frame = sought;
    if (this.#shownFrame === sought || this.#attempts >= placesInFrame.length) {
      this.#soughtFrame = null;
      return;
    }
    this.#ask(this.#movie, sought);
  }

  /** Stops and moves by frames. */
  step(frames: number): void {
    this.pause();
    this.seek(this.frame + frames);
  }

  /** Stops and moves by seconds. */
  stepSeconds(seconds: number): void {
    this.step(Math.round((seconds * this.frameRate.numerator) / this.frameRate.denominator));
  }

  /** Each press in the same direction goes faster; the first in the other direction starts at normal speed. */
  shuttle(direction: 1 | -1): void {
    const present = Math.sign(this.speed) === direction ? Math.abs(this.speed) : 0;
    const faster = shuttleSpeeds.find((speed) => speed > present) ?? shuttleSpeeds[shuttleSpeeds.length - 1];
    if (direction === 1) this.#play(faster ?? 1);
    else this.#playBackwards(faster ?? 1);
  }

  /** Sets the in point at the shown frame. An out point before it is dropped. */
  setIn(): void {
    this.inFrame = this.frame;
    if (this.outFrame !== null && this.outFrame < this.frame) this.outFrame = null;
  }

  /** Sets the out point at the shown frame, which is still played. An in point after it is dropped. */
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

  /** Browsers do not play backwards, so frames are sought one after another as time passes. */
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

  /** The movie reports its own end. */
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
