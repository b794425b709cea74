/** Plays short recordings, one at a time. */
export class SamplePlayer {
  #audio: HTMLAudioElement | null = null;

  /** Recording that plays or is about to play; null if none. */
  playingUrl = $state<string | null>(null);
  /** True once the recording is audible. */
  isHeard = $state(false);
  /** Recording that failed last. */
  failedUrl = $state<string | null>(null);

  /** Stops the playing recording. Starts `url` unless it was the one playing. */
  toggle(url: string): void {
    const wasPlaying = this.playingUrl === url;
    this.stop();
    if (!wasPlaying) void this.#play(url);
  }

  stop(): void {
    const audio = this.#audio;
    this.#audio = null;
    this.playingUrl = null;
    this.isHeard = false;
    audio?.pause();
    audio?.removeAttribute('src');
    // Also aborts the request.
    audio?.load();
  }

  async #play(url: string): Promise<void> {
    const audio = new Audio(url);
    const end = (failedUrl: string | null): void => {
      if (this.#audio !== audio) return;
      this.stop();
      this.failedUrl = failedUrl;
    };
    this.#audio = audio;
    this.playingUrl = url;
    this.failedUrl = null;
    audio.addEventListener('ended', () => {
      end(null);
    });
    audio.addEventListener('error', () => {
      end(url);
    });
    try {
      await audio.play();
      if (this.#audio === audio) this.isHeard = true;
    } catch {
      end(url);
    }
  }
}
