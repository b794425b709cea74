import type { Movie } from '../playback.svelte.ts';
import type { CutMovie } from './cut-movie.ts';

/** Plays two cuts in step as one movie. The follower was made with the leader, whose length and events count. */
export class TwinMovie implements Movie {
  readonly readyState: number;
  readonly #leader: CutMovie;
  readonly #follower: CutMovie;
  #isPlaying = false;

  constructor(leader: CutMovie, follower: CutMovie) {
    this.#leader = leader;
    this.#follower = follower;
    this.readyState = leader.readyState;
    leader.addEventListener('ended', () => {
      this.#isPlaying = false;
      follower.pause();
    });
  }

  get duration(): number {
    return this.#leader.duration;
  }

  get currentTime(): number {
    return this.#leader.currentTime;
  }

  set currentTime(seconds: number) {
    this.#leader.currentTime = seconds;
    this.#follower.currentTime = seconds;
    // A shorter cut stopped at its end.
    if (this.#isPlaying) void this.#follower.play();
  }

  get playbackRate(): number {
    return this.#leader.playbackRate;
  }

  set playbackRate(rate: number) {
    this.#leader.playbackRate = rate;
    this.#follower.playbackRate = rate;
  }

  async play(): Promise<void> {
    this.#isPlaying = true;
    await Promise.all([this.#leader.play(), this.#follower.play()]);
  }

  pause(): void {
    this.#isPlaying = false;
    this.#leader.pause();
    this.#follower.pause();
    this.#follower.currentTime = this.#leader.currentTime;
  }

  addEventListener(name: string, listener: EventListenerOrEventListenerObject): void {
    this.#leader.addEventListener(name, listener);
  }

  removeEventListener(name: string, listener: EventListenerOrEventListenerObject): void {
    this.#leader.removeEventListener(name, listener);
  }

  requestVideoFrameCallback(callback: VideoFrameRequestCallback): number {
    return this.#leader.requestVideoFrameCallback(callback);
  }

  cancelVideoFrameCallback(handle: number): void {
    this.#leader.cancelVideoFrameCallback(handle);
  }
}
