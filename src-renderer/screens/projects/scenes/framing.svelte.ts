import type { ChangeOf } from '../../../../src-timeline/changes/change.ts';
import {
  type MotionPoint,
  primaryTrackIndex,
  type Timeline,
} from '../../../../src-timeline/model/timeline.ts';
import type { Cuts } from '../../../state/cuts/cuts.svelte.ts';
import type { SceneWork } from './scene-work.svelte.ts';

export type FramePlace = NonNullable<ChangeOf<'frame'>['from']>;
export type FrameEnd = 'from' | 'to';

/** A framing that the user drags. It stays with its scene, whatever is selected meanwhile. */
interface DraggedFraming {
  readonly sceneId: string;
  readonly from: FramePlace;
  readonly to: FramePlace | null;
}

/** The framing of the selected scene's picture, and how it is while the user drags. */
export class Framing {
  readonly #cuts: Cuts;
  readonly #work: SceneWork;
  #dragged = $state.raw<DraggedFraming | null>(null);
  /** The one that is being made a change. */
  #released: DraggedFraming | null = null;

  /** End of the movement that the viewer changes; null while it changes neither. */
  onViewer = $state<FrameEnd | null>(null);

  readonly #scene = $derived.by(() => {
    const { selected } = this.#work;
    return selected.length === 1 ? selected[0] : undefined;
  });
  /** What is dragged of the selected scene. */
  readonly #held = $derived.by(() =>
    this.#dragged?.sceneId === this.#scene?.sceneId ? this.#dragged : null,
  );
  readonly #timeline = $derived.by(() => this.#cuts.view?.timeline);
  readonly #size = $derived.by(() => {
    const mediaId = this.#scene?.pictures[0].mediaId;
    return this.#timeline?.media.find((media) => media.mediaId === mediaId)?.size ?? null;
  });
  /** Scale at which the picture fills the frame; 1 if its size is not known. */
  readonly fillScale = $derived.by(() => this.#scaleBy(Math.max));
  readonly fitScale = $derived.by(() => this.#scaleBy(Math.min));
  /** Place where the scene begins. */
  readonly from: FramePlace = $derived.by(
    () => this.#held?.from ?? this.#placeAt(0) ?? { scale: this.fillScale, x: 0, y: 0 },
  );
  /** Place where the scene ends; null if its picture does not move. */
  readonly to: FramePlace | null = $derived.by(() => {
    if (this.#held) return this.#held.to;
    const count = this.#scene?.pictures[0].motion?.length ?? 0;
    return count > 1 ? this.#placeAt(count - 1) : null;
  });
  /** The cut as it would be if the user let go now; null while nobody drags. */
  readonly preview: Timeline | null = $derived.by(() => {
    const timeline = this.#timeline;
    if (!this.#held || !timeline || !this.#scene) return null;
    const { startFrame, durationFrames } = this.#scene;
    const points: MotionPoint[] = [{ frame: 0, ...this.from }];
    if (this.to) points.push({ frame: Math.max(1, durationFrames - 1), ...this.to });
    return withMotion(timeline, startFrame, points);
  });

  constructor(cuts: Cuts, work: SceneWork) {
    this.#cuts = cuts;
    this.#work = work;
  }

  /** Shows a place without a change. */
  drag(end: FrameEnd, place: FramePlace): void {
    const { from, to } = this;
    const sceneId = this.#scene?.sceneId;
    if (sceneId === undefined) return;
    if (this.#dragged?.sceneId !== sceneId) void this.release();
    this.#dragged = end === 'to' ? { sceneId, from, to: place } : { sceneId, from: place, to };
  }

  /** Makes what was dragged a change, once. */
  async release(): Promise<void> {
    const dragged = this.#dragged;
    if (!dragged || dragged === this.#released) return;
    this.#released = dragged;
    await this.#work.change([{ kind: 'frame', ...dragged }]);
    if (this.#dragged === dragged) this.#dragged = null;
  }

  /** @param from null to fill the frame. */
  async set(from: FramePlace | null, to: FramePlace | null): Promise<void> {
    const sceneId = this.#scene?.sceneId;
    if (sceneId !== undefined) await this.#work.change([{ kind: 'frame', sceneId, from, to }]);
  }

  #placeAt(index: number): FramePlace | null {
    const point = this.#scene?.pictures[0].motion?.[index];
    return point ? { scale: point.scale, x: point.x, y: point.y } : null;
  }

  #scaleBy(choose: (...values: number[]) => number): number {
    const timeline = this.#timeline;
    if (!timeline || !this.#size) return 1;
    return choose(timeline.width / this.#size.width, timeline.height / this.#size.height);
  }
}

/** Returns a cut whose picture at a frame has another motion. */
function withMotion(timeline: Timeline, startFrame: number, motion: readonly MotionPoint[]): Timeline {
  const primary = primaryTrackIndex(timeline.tracks);
  const tracks = timeline.tracks.map((track, index) => {
    if (index !== primary) return track;
    let position = 0;
    const items = track.items.map((item) => {
      const isShown = position === startFrame && item.kind === 'clip';
      position += item.durationFrames;
      return isShown ? { ...item, motion } : item;
    });
    return { ...track, items };
  });
  return { ...timeline, tracks };
}
