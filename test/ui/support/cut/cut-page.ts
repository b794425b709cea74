import { CutMovie } from '../../../../src-renderer/components/player/cut/cut-movie.ts';
import type { CutMedia } from '../../../../src-renderer/components/player/cut/playable-cut.ts';
import { Playback } from '../../../../src-renderer/components/player/playback.svelte.ts';
import { type Timeline, timelineDurationFrames } from '../../../../src-timeline/model/timeline.ts';

/** A page with nothing but a cut on a canvas. Tests call it through `window.cutPage`. */
export interface CutPage {
  readonly playback: Playback;
  readonly movie: CutMovie;
  readonly canvas: HTMLCanvasElement;
  /** Mean samples of what is heard, newest last, and the context's time at their end; null before the first sound. */
  readonly heard: () => {
    readonly samples: Float32Array;
    readonly endTime: number;
    readonly rate: number;
  } | null;
  /** Time of the context that leaves the device now, and the cut's position then; null while nothing plays. */
  readonly clock: () => { readonly time: number; readonly position: number } | null;
  readonly change: (timeline: Timeline, media: Readonly<Record<string, CutMedia>>) => void;
}

declare global {
  interface Window {
    cutPage: CutPage;
    openCut: (timeline: Timeline, media: Readonly<Record<string, CutMedia>>) => void;
  }
}

const nothing: CutMedia = { url: null, state: 'offline', label: 'no media' };
let analyser: AnalyserNode | null = null;

/** Lets the tests hear what every context plays. */
// oxlint-disable-next-line typescript/unbound-method
const connect = AudioNode.prototype.connect as (this: AudioNode, target: AudioNode) => AudioNode;
AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode) {
  if (target instanceof AudioDestinationNode) {
    analyser = new AnalyserNode(target.context, { fftSize: 32_768 });
    connect.call(this, analyser);
  }
  return connect.call(this, target);
} as typeof AudioNode.prototype.connect;

window.openCut = (timeline, media) => {
  const canvas = document.createElement('canvas');
  document.body.replaceChildren(canvas);
  let present = timeline;
  const playback = new Playback({
    frameRate: timeline.frameRate,
    isDropFrame: () => false,
    durationFrames: () => timelineDurationFrames(present),
    everyRepaint: (run) => {
      let handle = requestAnimationFrame(function repeat(timeMs) {
        handle = requestAnimationFrame(repeat);
        run(timeMs);
      });
      return () => {
        cancelAnimationFrame(handle);
      };
    },
  });
  const mediaIn = (all: Readonly<Record<string, CutMedia>>) => (mediaId: string) => all[mediaId] ?? nothing;
  const movie = new CutMovie(
    { timeline, mediaOf: mediaIn(media) },
    { canvas, everyRepaint: playback.everyRepaint, wordsOf: (state) => state },
  );
  playback.attach(movie);
  window.cutPage = {
    playback,
    movie,
    canvas,
    heard: () => {
      if (!analyser) return null;
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      return { samples, endTime: analyser.context.currentTime, rate: analyser.context.sampleRate };
    },
    clock: () => {
      const context = analyser?.context as AudioContext | undefined;
      if (!context) return null;
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
      const time = contextTime + (performance.now() - performanceTime) / 1000;
      return { time, position: movie.currentTime };
    },
    change: (next, nextMedia) => {
      present = next;
      movie.setCut({ timeline: next, mediaOf: mediaIn(nextMedia) });
    },
  };
};
