/** Plays short recordings, one at a time. */
export class SamplePlayer {
  #audio: HTMLAudioElement | null = null;

  playingUrl = $state<string | null>(null);
  /** The one that could not be played last. */
  failedUrl = $state<string | null>(null);

  /** Stops what plays; plays the recording unless it was that one. */
  toggle(url: string): void {
    const wasPlaying = this.playingUrl === url;
    this.stop();
    if (!wasPlaying) void this.#play(url);
  }

  stop(): void {
    this.#audio?.pause();
    this.#audio?.removeAttribute('src');
    this.#audio = null;
    this.playingUrl = null;
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
    await audio.play().catch(() => {
      end(url);
    });
  }
}
