/** Plays short recordings, one at a time. */
export class SamplePlayer {
  #audio: HTMLAudioElement | null = null;

  /** The one that plays, or will as soon as enough of it is there. */
  playingUrl = $state<string | null>(null);
  /** Whether it can be heard already. */
  isHeard = $state(false);
  /** The one that could not be played last. */
  failedUrl = $state<string | null>(null);

  /** Stops what plays; plays the recording unless it was that one. */
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
    // Ends the request, too.
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
