import {
  endShownFrame,
  firstShownFrame,
  layerOf,
  picturesAt,
  picturesBetween,
  type PictureLayer,
  type PictureUse,
} from '../../../../src-timeline/model/playing/pictures-at.ts';
import { secondsOfFrames } from '../../../../src-timeline/model/rational-time.ts';
import { type ClipMoment, playedRates } from './clip-player.ts';
import { ClipPool } from './clip-pool.ts';
import type { DrawnLayer } from './draw-cut.ts';
import { Plates } from './plates.ts';
import type { PlayableCut, PlateState } from './playable-cut.ts';
import { StillCache } from './still-cache.ts';

/** Time before and after the shown frame whose pictures are loaded, in seconds of watching. */
const secondsBefore = 1;
const secondsAhead = 4;
/** Largest number of pictures that are loaded beyond the shown ones. */
const maxAhead = 8;

export interface CutPicturesDeps {
  /** Called when a picture can be drawn that could not before. */
  readonly onChange: () => void;
  readonly wordsOf: (state: PlateState) => string;
}

/** The pictures of a cut near the shown frame, as far as they are loaded. */
export class CutPictures {
  readonly #stills: StillCache;
  readonly #clips: ClipPool;
  readonly #plates: Plates;

  constructor({ onChange, wordsOf }: CutPicturesDeps) {
    this.#stills = new StillCache(onChange);
    this.#clips = new ClipPool(onChange);
    this.#plates = new Plates(wordsOf);
  }

  /**
   * Loads what is shown at a frame and soon after.
   * @param speed 0 to stand at the frame, else multiple of normal speed. @param scale pixels drawn per pixel of the cut.
   */
  prepare(cut: PlayableCut, frame: number, speed: number, scale: number): void {
    const { timeline } = cut;
    const perSecond = timeline.frameRate.numerator / timeline.frameRate.denominator;
    const before = speed === 0 ? secondsBefore * perSecond : 0;
    const ahead = secondsAhead * perSecond * Math.max(1, speed);
    const isShown = (use: PictureUse): boolean => firstShownFrame(use) <= frame && endShownFrame(use) > frame;
    const uses = picturesBetween(timeline, Math.floor(frame - before), Math.ceil(frame + ahead));
    const shown = uses.filter(isShown);
    const soon = uses
      .filter((use) => !isShown(use))
      .toSorted((a, b) => distance(a, frame) - distance(b, frame))
      .slice(0, maxAhead);
    const wanted = [...shown, ...soon];
    for (const use of wanted) if (use.media.kind === 'still') this.#still(cut, use, scale);
    const clips = wanted.filter(({ media }) => media.kind === 'video');
    this.#clips.assign(
      clips.flatMap((use) => {
        const { url } = cut.mediaOf(use.media.mediaId);
        return url === null ? [] : [{ key: keyOf(use), url }];
      }),
      shown.length,
    );
    for (const use of clips) {
      const at = isShown(use)
        ? frame
        : Math.max(firstShownFrame(use), Math.min(frame, endShownFrame(use) - 1));
      this.#moveClip(layerOf(use, at, timeline), cut, isShown(use) ? speed : 0);
    }
  }

  #moveClip({ use, sourceFrame }: PictureLayer, { timeline }: PlayableCut, speed: number): void {
    const player = this.#clips.playerOf(keyOf(use));
    if (!player) return;
    const { clip, media } = use;
    const moment: ClipMoment = {
      frame: sourceFrame,
      framesPerSecond: timeline.frameRate.numerator / timeline.frameRate.denominator,
      frameSeconds: secondsOfFrames(1, media.frameRate ?? timeline.frameRate),
    };
    const rate = speed * (clip.speed ?? 1);
    const isHeld = sourceFrame + 1 >= (media.durationFrames ?? 0);
    const isPlayed = rate >= playedRates.least && rate <= playedRates.most;
    if (isPlayed && !isHeld && clip.isReversed !== true) player.follow(moment, rate);
    else player.show(moment);
  }

  #still(cut: PlayableCut, { clip, media }: PictureUse, scale: number): ImageBitmap | 'loading' | 'failed' {
    const { url } = cut.mediaOf(media.mediaId);
    if (url === null || media.size === null) return 'failed';
    const { width, height } = media.size;
    const fitted = Math.min(cut.timeline.width / width, cut.timeline.height / height);
    const largest = Math.max(...(clip.motion?.map((point) => point.scale) ?? [fitted]));
    return this.#stills.want(url, Math.ceil(width * largest * scale));
  }

  /** Returns what shows the frame, and true if nothing of it is still being loaded. */
  at(
    cut: PlayableCut,
    frame: number,
    scale: number,
  ): { readonly layers: readonly DrawnLayer[]; readonly isComplete: boolean } {
    const found = picturesAt(cut.timeline, frame).map((layer) => ({
      layer,
      image: this.#imageOf(cut, layer, scale),
    }));
    const layers = found.map(({ layer, image }): DrawnLayer => {
      if (typeof image !== 'string') return { layer, image };
      const { label } = cut.mediaOf(layer.use.media.mediaId);
      const state = image === 'loading' ? null : image;
      return { layer, image: this.#plates.of(label, state, layer.use.media.size ?? cut.timeline) };
    });
    return { layers, isComplete: found.every(({ image }) => image !== 'loading') };
  }

  #imageOf(
    cut: PlayableCut,
    { use, sourceFrame }: PictureLayer,
    scale: number,
  ): CanvasImageSource | PlateState | 'loading' {
    const { url, state } = cut.mediaOf(use.media.mediaId);
    if (url === null) return state === 'ready' ? 'offline' : state;
    if (use.media.kind === 'still') {
      const still = this.#still(cut, use, scale);
      return still === 'failed' ? 'offline' : still;
    }
    const player = this.#clips.playerOf(keyOf(use));
    if (player?.isFailed === true) return 'unsupported';
    return player?.pictureAt(sourceFrame) ?? 'loading';
  }

  /** Tries failed media again. */
  retry(): void {
    this.#stills.forgetFailures();
    this.#clips.forgetFailures();
  }

  dispose(): void {
    this.#stills.dispose();
    this.#clips.dispose();
  }
}

/** Frames until a picture is shown, or since it was. */
function distance(use: PictureUse, frame: number): number {
  return Math.max(firstShownFrame(use) - frame, frame - endShownFrame(use) + 1);
}

/** Names a use of a picture. A moved scene keeps its loaded file, because players are also found by it. */
function keyOf({ trackIndex, startFrame }: PictureUse): string {
  return `${String(trackIndex)}:${String(startFrame)}`;
}
