import { untrack } from 'svelte';
import type { CutOf, CutView } from '../../../src-shared/contract/cut.ts';
import {
  type FrameRate,
  nearestFramesOfTime,
  secondsOfFrames,
  timeOfFrames,
} from '../../../src-timeline/model/rational-time.ts';
import { timelineDurationFrames } from '../../../src-timeline/model/timeline.ts';
import {
  type ComparedCuts,
  type CutSide,
  type WatchedCuts,
  watchWays,
  type WatchWay,
} from '../../components/player/cut/compared-cuts.ts';
import { cutScenes, playableCut } from '../../components/player/cut/cut-scenes.ts';
import { type EveryRepaint, Playback } from '../../components/player/playback.svelte.ts';
import type { CutReader, CutReaders } from './cut-reader.svelte.ts';

/** A cut with its name for the user. */
export interface NamedCut {
  readonly of: CutOf;
  readonly name: string;
}

export interface CutWatchDeps {
  readonly readers: CutReaders;
  readonly mediaUrl: (mediaPath: string) => string;
  readonly everyRepaint: EveryRepaint;
  /** Cut to compare with; null to watch the second alone. */
  readonly first: () => NamedCut | null;
  readonly second: () => NamedCut | null;
}

const anyRate: FrameRate = { numerator: 30, denominator: 1 };

/** Watches a cut, alone or in step with another one. */
export class CutWatch implements WatchedCuts {
  readonly #deps: CutWatchDeps;
  readonly firstReader: CutReader;
  readonly secondReader: CutReader;
  #latest: Playback | null = null;

  wantedWay = $state<WatchWay>('second');

  readonly #first: CutSide | null = $derived.by(() => this.#side(this.firstReader.view, this.#deps.first()));
  readonly #second: CutSide | null = $derived.by(() =>
    this.#side(this.secondReader.view, this.#deps.second()),
  );
  /** Ways that are possible with the cuts that could be read. */
  readonly ways: readonly WatchWay[] = $derived.by(() => {
    if (!this.#second) return [];
    return this.#first ? watchWays : ['second'];
  });
  readonly way: WatchWay = $derived(this.ways.includes(this.wantedWay) ? this.wantedWay : 'second');
  readonly compared: ComparedCuts | null = $derived.by(() => {
    const { way } = this;
    const first = this.#first;
    const second = this.#second;
    return first && second && (way === 'beside' || way === 'over') ? { layout: way, first, second } : null;
  });
  /** The cut whose scenes and frames count; null until it was read. */
  readonly shown: CutSide | null = $derived.by(() => (this.way === 'first' ? this.#first : this.#second));
  /** A string, so that reading the same cut again does not reset the player. */
  readonly #rate = $derived.by(() => {
    const { numerator, denominator } = this.shown?.cut.timeline.frameRate ?? anyRate;
    return `${String(numerator)}/${String(denominator)}`;
  });
  /** Frames until the end of the longer cut. */
  readonly #durationFrames = $derived.by(() => {
    const cuts = this.compared ? [this.compared.first, this.compared.second] : [this.shown];
    const { numerator, denominator } = this.shown?.cut.timeline.frameRate ?? anyRate;
    const lengths = cuts.map((side) => {
      const timeline = side?.cut.timeline;
      return timeline ? secondsOfFrames(timelineDurationFrames(timeline), timeline.frameRate) : 0;
    });
    return Math.round((Math.max(...lengths) * numerator) / denominator);
  });
  readonly playback: Playback = $derived.by(() => {
    const [numerator = 30, denominator = 1] = this.#rate.split('/').map(Number);
    const deps = {
      frameRate: { numerator, denominator },
      isDropFrame: () => this.shown?.cut.timeline.isDropFrame ?? false,
      durationFrames: () => this.#durationFrames,
      everyRepaint: this.#deps.everyRepaint,
    };
    this.#latest = untrack(() => new Playback(deps, this.#latest));
    return this.#latest;
  });

  get names(): WatchedCuts['names'] {
    return { first: this.#deps.first()?.name ?? '', second: this.#deps.second()?.name ?? '' };
  }

  constructor(deps: CutWatchDeps) {
    this.#deps = deps;
    this.firstReader = deps.readers.create();
    this.secondReader = deps.readers.create();
  }

  /** Reads both cuts and follows them. Returns the function that ends this. */
  open(projectId: string, first: CutOf | null, second: CutOf | null): () => void {
    const stops = [
      first && this.firstReader.open(projectId, first),
      second && this.secondReader.open(projectId, second),
    ];
    return () => {
      for (const stop of stops) stop?.();
    };
  }

  /**
   * Shows a place of the first cut, counted at its rate, or of the second, counted at the rate of the first. Alone, the
   * cut that has the place is shown.
   */
  show(before: number | null, after: number | null): void {
    if (this.way === 'second' && after === null) this.wantedWay = 'first';
    else if (this.way === 'first' && before === null) this.wantedWay = 'second';
    const frame = this.way === 'first' ? before : (after ?? before);
    const rate = this.firstReader.view?.timeline.frameRate ?? this.playback.frameRate;
    if (frame === null) return;
    this.playback.pause();
    this.playback.seek(nearestFramesOfTime(timeOfFrames(frame, rate), this.playback.frameRate));
  }

  #side(view: CutView | null, named: NamedCut | null): CutSide | null {
    if (!view || !named) return null;
    const { mediaUrl } = this.#deps;
    return { name: named.name, cut: playableCut(view, mediaUrl), scenes: cutScenes(view, mediaUrl) };
  }
}
