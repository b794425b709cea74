import { frameRateOfNumber, maxFrames } from '../../model/frame-rate.ts';
import {
  clipsOfTracks,
  coverClips,
  itemsOfPlacements,
  spreadOverTracks,
  withoutLoneLinks,
} from '../../model/placement.ts';
import type { ItemKind, ItemWithoutMedia, Timeline, TimelineMarker, Track } from '../../model/timeline.ts';
import { transitionsAsRead } from '../read-transitions.ts';
import {
  type LayerClip,
  type LayerSpan,
  readLayerClip,
  withLevels,
  withTransitions,
} from './openshot-clips.ts';
import { OpenShotMedia } from './openshot-media.ts';
import type { OpenShotCurve, OpenShotItem, OpenShotProject } from './openshot-schema.ts';

/** Reads one project. */
export class OpenShotReader {
  readonly #project: OpenShotProject;
  readonly #framesPerSecond: number;
  readonly #media: OpenShotMedia;
  readonly #items: ItemWithoutMedia[] = [];

  constructor(project: OpenShotProject) {
    this.#project = project;
    this.#framesPerSecond = project.fps.num / project.fps.den;
    this.#media = new OpenShotMedia(project);
  }

  read(name: string): Timeline {
    const { width, height, sample_rate: audioRate } = this.#project;
    const clips = this.#readClips();
    const layers = [...new Set(clips.map(({ layer }) => layer))].toSorted((a, b) => a - b);
    const onLayer = (layer: number): readonly LayerClip[] => clips.filter((clip) => clip.layer === layer);
    const tracks = withoutLoneLinks([
      ...layers.flatMap((layer) => this.#pictureTracks(layer, onLayer(layer))),
      ...layers.flatMap((layer) => this.#soundTracks(layer, onLayer(layer))),
    ]);
    const covered = coverClips(this.#media.media, clipsOfTracks(tracks));
    const markers = this.#readMarkers();
    return {
      name,
      frameRate: frameRateOfNumber(this.#framesPerSecond),
      width: width ?? 1920,
      height: height ?? 1080,
      startFrame: 0,
      isDropFrame: false,
      audioRate: audioRate ?? 48_000,
      media: covered,
      tracks: transitionsAsRead(tracks, covered),
      captionTracks: [],
      ...(markers.length > 0 && { markers }),
      ...(this.#items.length > 0 && {
        itemsWithoutMedia: this.#items.toSorted((a, b) => a.startFrame - b.startFrame),
      }),
    };
  }

  #framesOf(seconds: number | null | undefined): number | null {
    if (seconds === null || seconds === undefined) return null;
    const frames = Math.round(seconds * this.#framesPerSecond);
    return Math.abs(frames) <= maxFrames ? frames + 0 : null;
  }

  /** Null for times that are missing or impossible. */
  #spanOf({ position, start, end }: OpenShotItem): LayerSpan | null {
    const startFrame = this.#framesOf(position);
    const firstFrame = this.#framesOf(start);
    const lastFrame = this.#framesOf(end);
    if (startFrame === null || firstFrame === null || lastFrame === null) return null;
    if (startFrame < 0 || firstFrame < 0 || lastFrame <= firstFrame) return null;
    return { startFrame, firstFrame, durationFrames: lastFrame - firstFrame };
  }

  /** Names something without media, or an effect, at its place. */
  #name(kind: ItemKind, name: string, { startFrame, durationFrames }: Omit<LayerSpan, 'firstFrame'>): void {
    const place = { trackKind: 'video', trackIndex: null, startFrame, durationFrames } as const;
    this.#items.push({ kind, name, words: null, ...place, source: null });
  }

  #readClips(): readonly LayerClip[] {
    return this.#project.clips.flatMap((item) => {
      const span = this.#spanOf(item);
      const media = this.#media.mediaOf(item);
      const name = item.title || media?.fileName || 'Clip';
      if (span === null || media === null) {
        const place = { startFrame: Math.max(0, this.#framesOf(item.position) ?? 0), durationFrames: 1 };
        this.#name(media === null ? 'missing-media' : 'unreadable', name, span ?? place);
        return [];
      }
      const clip = readLayerClip(item, media, span);
      const effects = (item.effects ?? []).map((effect) => effect?.name || effect?.class_name || 'Effect');
      for (const effect of clip.hasUnreadSpeed ? [...effects, 'Time'] : effects)
        this.#name('other', `${effect} (${name})`, span);
      return [clip];
    });
  }

  #nameOf(layer: number): string {
    return this.#project.layers.find(({ number }) => number === layer)?.label || '';
  }

  /** Transitions of a layer. Those that belong to no clip are named. */
  #transitionsOn(layer: number): readonly LayerSpan[] {
    return this.#project.effects.flatMap((item) => {
      const span = (item.layer ?? 0) === layer ? this.#spanOf(item) : null;
      return span ? [span] : [];
    });
  }

  #pictureTracks(layer: number, clips: readonly LayerClip[]): readonly Track[] {
    const shown = clips.filter(({ media, item }) => media.size !== null && isOn(item.has_video));
    if (shown.length === 0) return [];
    const { placements, unused } = withTransitions(shown, this.#transitionsOn(layer));
    for (const span of unused) this.#name('other', 'Transition', span);
    const name = this.#nameOf(layer) || `Video ${String(layer)}`;
    return [{ kind: 'video', name, role: 'video', items: itemsOfPlacements(placements) }];
  }

  #soundTracks(layer: number, clips: readonly LayerClip[]): readonly Track[] {
    const heard = clips.filter(({ media, item }) => media.audioChannels !== null && isOn(item.has_audio));
    const name = this.#nameOf(layer) || `Audio ${String(layer)}`;
    return spreadOverTracks(heard.map(withLevels)).map((placements) => ({
      kind: 'audio',
      name,
      role: 'dialogue',
      items: itemsOfPlacements(placements),
    }));
  }

  #readMarkers(): readonly TimelineMarker[] {
    return this.#project.markers.flatMap(({ position, name, vector }) => {
      const frame = this.#framesOf(position);
      if (frame === null || frame < 0) return [];
      return [{ frame, name: name ?? '', note: '', ...(vector && { colour: vector }) }];
    });
  }
}

/** False for pictures or sound that the user switched off. */
function isOn(curve: OpenShotCurve): boolean {
  const [first, ...more] = curve?.Points ?? [];
  return !first || more.length > 0 || first.co.Y !== 0;
}
