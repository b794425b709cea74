/** Positions within a frame to seek to, for each attempt; Chromium ignores a seek to the present time. */
const placesInFrame = [0.5, 0.4, 0.6, 0.3] as const;
/** Distance from the clock beyond which a playing clip is sought, in seconds of the clip at normal speed. */
const maxDriftSeconds = 0.3;
/** The part of the drift that a changed rate makes up for in a second, and the largest change. */
const driftShare = 2;
const maxRateChange = 0.25;
/** Rates at which Chromium plays. */
export const playedRates = { least: 0.0625, most: 16 } as const;

/** A frame of a clip. */
export interface ClipMoment {
  /** Frame counted from the clip's first. */
  readonly frame: number;
  /** Rate by which the frame is counted. */
  readonly framesPerSecond: number;
  /** Duration of the file's own frames in seconds. */
  readonly frameSeconds: number;
}

/** Shows one clip in a video element outside the page: at an exact frame, or along with a clock. */
export class ClipPlayer {
  readonly url: string;
  readonly #video = document.createElement('video');
  readonly #onChange: () => void;
  /** Frame to stand at; null while playing. */
  #wanted: ClipMoment | null = null;
  /** Frame that is being sought, or was last. */
  #asked: ClipMoment | null = null;
  /** Frame that the picture shows; null while unknown. */
  #shownFrame: number | null = null;
  #attempts = 0;
  #isSeeking = false;
  isFailed = false;

  /** @param onChange is called when a wanted frame can be drawn, or when the clip failed. */
  constructor(url: string, onChange: () => void) {
    this.url = url;
    this.#onChange = onChange;
    const video = this.#video;
    video.crossOrigin = 'anonymous';
    video.muted = true;
    video.preload = 'auto';
    video.addEventListener('loadeddata', () => {
      if (this.#wanted && !this.#isSeeking) this.#seek(this.#wanted);
    });
    video.addEventListener('seeked', () => {
      this.#isSeeking = false;
      this.#check();
    });
    video.addEventListener('error', () => {
      this.isFailed = true;
      onChange();
    });
    video.src = url;
  }

  /** Returns the picture if it shows the frame, or plays; null while it is sought. */
  pictureAt(frame: number): HTMLVideoElement | null {
    const video = this.#video;
    if (this.#isSeeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
    return this.#wanted === null || this.#shownFrame === frame ? video : null;
  }

  /** Stops and shows a frame. Of several frames wanted during one seek, only the last is sought. */
  show(moment: ClipMoment): void {
    this.#video.pause();
    if (this.#wanted?.frame === moment.frame) return;
    this.#wanted = moment;
    this.#attempts = 0;
    if (!this.#isSeeking && this.#video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.#seek(moment);
  }

  /** Plays from the present frame on and stays with a clock. Call it on every repaint. */
  follow({ frame, framesPerSecond, frameSeconds }: ClipMoment, rate: number): void {
    const video = this.#video;
    this.#wanted = null;
    this.#shownFrame = null;
    if (this.#isSeeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const seconds = (frame + 0.5) / framesPerSecond;
    const drift = video.currentTime - seconds;
    if (Math.abs(drift) > maxDriftSeconds * Math.max(1, rate)) {
      this.#isSeeking = true;
      video.currentTime = seconds;
    }
    if (video.ended) return;
    const change = Math.abs(drift) < frameSeconds ? 0 : (drift / rate) * driftShare;
    video.playbackRate = rate * (1 - Math.max(-maxRateChange, Math.min(maxRateChange, change)));
    // A refusal leaves the clip at its frame; the next seek moves it.
    if (video.paused) video.play().catch(() => undefined);
  }

  #seek(moment: ClipMoment): void {
    const place = placesInFrame[this.#attempts] ?? placesInFrame[0];
    this.#attempts += 1;
    this.#isSeeking = true;
    this.#shownFrame = null;
    this.#asked = moment;
    this.#video.currentTime = (moment.frame + place) / moment.framesPerSecond;
  }

  #check(): void {
    const wanted = this.#wanted;
    if (wanted === null) return this.#onChange();
    if (this.#asked !== wanted) return this.#seek(wanted);
    if (!this.#shows(wanted)) {
      // A busy decoder may end a seek on a neighbour, and show the frame only later.
      if (this.#attempts < placesInFrame.length) return this.#seek(wanted);
      this.#video.requestVideoFrameCallback(this.#onChange);
    }
    this.#shownFrame = wanted.frame;
    this.#onChange();
  }

  /** True if the decoded picture is the one visible in the middle of the frame. */
  #shows({ frame, framesPerSecond, frameSeconds }: ClipMoment): boolean {
    try {
      const picture = new VideoFrame(this.#video);
      const age = (frame + 0.5) / framesPerSecond - picture.timestamp / 1e6;
      picture.close();
      return age > -frameSeconds / 4 && age < frameSeconds;
    } catch {
      return false;
    }
  }

  /** Frees the decoder and the file. */
  dispose(): void {
    this.#video.pause();
    this.#video.removeAttribute('src');
    this.#video.load();
  }
}
