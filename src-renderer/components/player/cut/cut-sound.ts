import { type SoundPart, soundsBetween } from '../../../../src-timeline/model/playing/sounds-between.ts';
import { secondsOfFrames } from '../../../../src-timeline/model/rational-time.ts';
import type { PlayableCut } from './playable-cut.ts';
import { SoundLibrary } from './sound-library.ts';
import { playBuffer, playStream, type Voice } from './sound-voices.ts';

/** Sounds up to this length are decoded whole; longer ones are streamed. */
const longestDecodedSeconds = 75;
/** Time from the start of playing to the first sound, in which sounds are handed over. */
const startSeconds = 0.06;
/** Sounds are handed over this long before they are heard, and decoded before that. */
const scheduledSeconds = 2;
const decodedSeconds = 8;
const pumpMs = 250;
/** Sound is silent at higher speeds, because nobody understands it. */
const fastestHeard = 2;
/** Longest time to wait for the sound device before playing without it. */
const deviceMs = 400;

/** A stretch of playing: the position was `seconds` at the time `time` of the clock. */
interface Run {
  readonly cut: PlayableCut;
  readonly seconds: number;
  readonly time: number;
  readonly speed: number;
  /** True while the clock is the sound device's; false for the page's. */
  readonly isHeard: boolean;
  readonly voices: Map<string, Voice>;
  /** Frame up to which sounds were handed over. */
  scheduledFrame: number;
}

/** Plays the sounds of a cut. Its clock, which is that of the sound device, leads the pictures. */
export class CutSound {
  #context: AudioContext | null = null;
  #library: SoundLibrary | null = null;
  #output: GainNode | null = null;
  #run: Run | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #volume = 1;

  /** @param volume 0 to 1. */
  setVolume(volume: number): void {
    this.#volume = volume;
    if (this.#output) this.#output.gain.value = volume;
  }

  /** Opens the sound device and decodes what is heard first; tries failed sounds again. Call it on the user's request to play. */
  async open(cut: PlayableCut, seconds: number): Promise<void> {
    this.#context ??= new AudioContext({ latencyHint: 'balanced' });
    const context = this.#context;
    this.#library ??= new SoundLibrary(context);
    if (!this.#output) {
      this.#output = context.createGain();
      this.#output.gain.value = this.#volume;
      this.#output.connect(context.destination);
    }
    this.#library.forgetFailures();
    const first = this.#decode(cut, seconds, 0.5);
    const ready = Promise.all([context.state === 'running' ? null : context.resume(), first]);
    await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, deviceMs))]);
  }

  /** Starts at a position. The clock is that of the page if the device does not run. */
  start(cut: PlayableCut, seconds: number, speed: number): void {
    this.stop();
    const isHeard = this.#context?.state === 'running';
    const time = isHeard ? (this.#context?.currentTime ?? 0) + startSeconds : performance.now() / 1000;
    const scheduledFrame = Math.floor(seconds * perSecond(cut) + 1e-6);
    this.#run = { cut, seconds, time, speed, isHeard, voices: new Map(), scheduledFrame };
    this.#timer = setInterval(() => {
      this.#pump();
    }, pumpMs);
    this.#pump();
  }

  /** Position that is heard now, in seconds; null while stopped. */
  get position(): number | null {
    const run = this.#run;
    if (!run) return null;
    const now = run.isHeard ? this.#heardTime() : performance.now() / 1000;
    return Math.max(run.seconds, run.seconds + (now - run.time) * run.speed);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const voice of this.#run?.voices.values() ?? []) voice.stop();
    this.#run = null;
  }

  async dispose(): Promise<void> {
    this.stop();
    await this.#context?.close();
  }

  /** Time of the context that leaves the device now. */
  #heardTime(): number {
    const context = this.#context;
    if (!context) return 0;
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
    if (performanceTime <= 0) return context.currentTime - context.outputLatency;
    return Math.min(context.currentTime, contextTime + (performance.now() - performanceTime) / 1000);
  }

  /** Hands over the sounds that begin soon and the levels of those that play, and frees those that have ended. */
  #pump(): void {
    const run = this.#run;
    const position = this.position;
    if (!run || position === null || !run.isHeard || run.speed > fastestHeard) return;
    for (const [key, voice] of run.voices) {
      if (voice.until > (this.#context?.currentTime ?? 0)) continue;
      voice.stop();
      run.voices.delete(key);
    }
    const { cut } = run;
    const until = Math.ceil((position + scheduledSeconds * run.speed) * perSecond(cut));
    if (until > run.scheduledFrame) {
      for (const part of soundsBetween(cut.timeline, run.scheduledFrame, until)) this.#play(run, part);
      run.scheduledFrame = until;
    }
    void this.#decode(cut, position, decodedSeconds * run.speed);
  }

  #play(run: Run, part: SoundPart): void {
    const key = `${String(part.trackIndex)}:${String(part.clipStartFrame)}`;
    const voice = run.voices.get(key) ?? this.#begin(run, part);
    if (!voice) return;
    if (!run.voices.has(key)) {
      if (this.#output) voice.gain.connect(this.#output);
      run.voices.set(key, voice);
    }
    const [first, ...rest] = part.gains;
    if (first) voice.gain.gain.setValueAtTime(first.gain, timeOf(run, first.frame));
    for (const { frame, gain } of rest) voice.gain.gain.linearRampToValueAtTime(gain, timeOf(run, frame));
    // A streamed file may be longer than its clip.
    if (timeOf(run, part.endFrame) >= voice.until) voice.gain.gain.setValueAtTime(0, voice.until);
  }

  #begin(run: Run, { clip, clipStartFrame, media, sourceFrame, startFrame }: SoundPart): Voice | null {
    const { cut, speed } = run;
    const { url } = cut.mediaOf(media.mediaId);
    if (url === null || !this.#context || !this.#library) return null;
    const start = {
      when: timeOf(run, startFrame),
      offset: sourceFrame / perSecond(cut),
      rate: speed * (clip.speed ?? 1),
      until: timeOf(run, clipStartFrame + clip.durationFrames),
    };
    return isLong(cut, media.durationFrames)
      ? playStream(this.#context, url, start)
      : playBuffer(this.#context, this.#library.get(url), start);
  }

  async #decode(cut: PlayableCut, seconds: number, ahead: number): Promise<void> {
    const from = Math.floor(seconds * perSecond(cut));
    const to = Math.ceil((seconds + ahead) * perSecond(cut));
    const urls = soundsBetween(cut.timeline, from, to)
      .filter(({ media }) => !isLong(cut, media.durationFrames))
      .map(({ media }) => cut.mediaOf(media.mediaId).url)
      .filter((url) => url !== null);
    await Promise.all([...new Set(urls)].map(async (url) => this.#library?.get(url)));
  }
}

function perSecond({ timeline: { frameRate } }: PlayableCut): number {
  return frameRate.numerator / frameRate.denominator;
}

/** Time of the clock at which a frame begins. */
function timeOf({ cut, time, seconds, speed }: Run, frame: number): number {
  return Math.max(0, time + (secondsOfFrames(frame, cut.timeline.frameRate) - seconds) / speed);
}

function isLong({ timeline }: PlayableCut, durationFrames: number | null): boolean {
  return secondsOfFrames(durationFrames ?? 0, timeline.frameRate) > longestDecodedSeconds;
}
