import type { Timeline, Track } from '../../model/timeline.ts';
import { levelText, placeProperties } from '../mlt/mlt-effects.ts';
import { ownMediaProperty, ownMediaText, resourceOfLocation } from '../mlt/mlt-media.ts';
import { mltElement, type MltProperties } from '../mlt/mlt-parts.ts';
import {
  type PlacedItems,
  producerLength,
  withProperties,
  type WrittenItem,
} from '../mlt/mlt-written-items.ts';
import { playedLength, type ShownClip, shownClips } from '../mlt/shown-clips.ts';
import { carriedElements } from '../xml/xml-copy.ts';
import { type XmlElement, xmlElement } from '../xml/xml-writer.ts';

/** Property of the app on a transition's second clip: the place of the cut. Shotcut keeps producers' properties. */
export const cutProperty = 'dailies:cut';
/** Property of the app on every producer of a linked clip. */
export const linkProperty = 'dailies:link';

/** Length to which Shotcut lets a still be extended. */
const stillSeconds = 14_400;

/** Creates producers with ids unique in the document. Shotcut never shares a producer between two uses. */
export class ShotcutProducers {
  readonly #timeline: Timeline;
  #count = 0;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  nextId(prefix: string): string {
    this.#count += 1;
    return `${prefix}${String(this.#count)}`;
  }

  /** Builds a producer of the file with all effects of the clip. */
  build(shown: ShownClip, track: Track, own: MltProperties = {}): XmlElement {
    const { clip, media } = shown;
    const speed = (clip.speed ?? 1) * (clip.isReversed === true ? -1 : 1);
    const length = playedLength(media, Math.abs(speed)) ?? this.#stillLength(shown);
    const resource = resourceOfLocation(media.location);
    const isStill = media.kind === 'still';
    const service: MltProperties =
      speed === 1
        ? { resource, mlt_service: isStill ? 'qimage' : 'avformat-novalidate' }
        : {
            resource: `${String(speed)}:${resource}`,
            mlt_service: 'timewarp',
            warp_speed: speed,
            warp_resource: resource,
            warp_pitch: 1,
          };
    const properties: MltProperties = {
      length,
      eof: 'pause',
      ...service,
      ...(isStill && { ttl: 1, aspect_ratio: 1 }),
      // Picture tracks play sound too, but only clips on sound tracks should.
      audio_index: track.kind === 'video' && media.kind === 'video' ? -1 : null,
      'shotcut:caption': media.fileName,
      'shotcut:comment': clip.note,
      [ownMediaProperty]: ownMediaText(media),
      [linkProperty]: clip.linkId,
      ...own,
    };
    const id = this.nextId('producer');
    return mltElement('producer', { id, in: 0, out: length - 1 }, properties, this.#filters(shown, track));
  }

  /** Builds the producer of an item without media. */
  buildItem(item: WrittenItem): XmlElement {
    const length = producerLength(item);
    return withProperties(item.producer, { id: this.nextId('producer'), in: 0, out: length - 1 }, { length });
  }

  #stillLength({ lengthFrames }: ShownClip): number {
    const { numerator, denominator } = this.#timeline.frameRate;
    return Math.max(lengthFrames, Math.floor((stillSeconds * numerator) / denominator));
  }

  #filters(shown: ShownClip, { kind }: Track): readonly XmlElement[] {
    const { clip, inFrame, headFrames, lengthFrames } = shown;
    const whole = { in: inFrame, out: inFrame + lengthFrames - 1 };
    const filters: MltProperties[] = [];
    const place = kind === 'video' ? placeProperties(shown, this.#timeline, 'SHOTCUT') : null;
    if (place !== null)
      filters.push({
        mlt_service: 'affine',
        'shotcut:filter': 'affineSizePosition',
        background: 'color:#00000000',
        'transition.rect': place.rect,
        'transition.fill': 1,
        'transition.distort': 0,
        'transition.threads': 0,
        'transition.halign': 'center',
        'transition.valign': 'middle',
        ...place.others,
      });
    if (kind === 'audio' && clip.levels)
      filters.push({
        mlt_service: 'volume',
        'shotcut:filter': 'audioGain',
        window: 75,
        max_gain: '20dB',
        level: levelText(clip, headFrames),
      });
    return [
      ...[...filters, ...fadeFilters(shown, kind)].map((properties) =>
        mltElement('filter', whole, properties),
      ),
      ...carriedElements(clip.unread, 'SHOTCUT', 'filter'),
    ];
  }
}

function fadeFilters(
  { clip, headFrames, lengthFrames }: ShownClip,
  kind: Track['kind'],
): readonly MltProperties[] {
  const { inFrames, outFrames } = clip.fades ?? { inFrames: 0, outFrames: 0 };
  const isPicture = kind === 'video';
  const service = isPicture ? 'brightness' : 'volume';
  const [silent, full] = isPicture ? [0, 1] : [-60, 0];
  const level = (from: number, length: number, first: number, last: number): string =>
    `${String(from)}=${String(first)};${String(from + Math.max(1, length - 1))}=${String(last)}`;
  const name = isPicture ? 'Brightness' : 'Volume';
  const end = lengthFrames - outFrames;
  return [
    inFrames === 0
      ? null
      : {
          mlt_service: service,
          'shotcut:filter': `fadeIn${name}`,
          'shotcut:animIn': inFrames,
          level: level(headFrames, inFrames, silent, full),
        },
    outFrames === 0
      ? null
      : {
          mlt_service: service,
          'shotcut:filter': `fadeOut${name}`,
          'shotcut:animOut': outFrames,
          level: level(end, outFrames, full, silent),
        },
  ].filter((properties) => properties !== null);
}

/** Builds the tractor of a transition: the end of one clip and the beginning of the next. */
function transitionElement(
  id: string,
  ends: readonly { readonly id: string | null; readonly inFrame: number }[],
  durationFrames: number,
): XmlElement {
  const last = durationFrames - 1;
  const blend = (properties: MltProperties): XmlElement =>
    mltElement('transition', { in: 0, out: last }, { a_track: 0, b_track: 1, ...properties });
  return mltElement('tractor', { id, in: 0, out: last }, { 'shotcut:transition': 'lumaMix' }, [
    ...ends.map((end) => xmlElement('track', { producer: end.id, in: end.inFrame, out: end.inFrame + last })),
    blend({ factory: 'loader', mlt_service: 'luma', alpha_over: 1, fix_background_alpha: 1 }),
    blend({ mlt_service: 'mix', start: -1, accepts_blanks: 1 }),
  ]);
}

const idOf = ({ attributes }: XmlElement): string => String(attributes['id']);

interface BuiltTrack {
  /** Elements that the playlist refers to, in order; they precede it. */
  readonly elements: readonly XmlElement[];
  readonly playlist: XmlElement;
}

/** Builds a playlist of clips, transitions and the space between them. */
export function buildShotcutTrack(
  track: Track,
  { timeline, itemsOf }: PlacedItems,
  producers: ShotcutProducers,
): BuiltTrack {
  const elements: XmlElement[] = [];
  const items: XmlElement[] = [];
  const clips = shownClips(track, timeline);
  let cursor = 0;
  const add = (producer: XmlElement, from: number, lengthFrames: number, at: number): void => {
    if (at > cursor) items.push(xmlElement('blank', { length: at - cursor }));
    items.push(xmlElement('entry', { producer: idOf(producer), in: from, out: from + lengthFrames - 1 }));
    cursor = at + lengthFrames;
  };
  const others = [...itemsOf(track)];
  const addItemsBefore = (frame: number): void => {
    for (let next = others[0]; next !== undefined && next.startFrame < frame; next = others[0]) {
      others.shift();
      const producer = producers.buildItem(next);
      elements.push(producer);
      add(producer, next.inFrame, next.durationFrames, next.startFrame);
    }
  };
  clips.forEach((shown, index) => {
    const { clip, inFrame, lengthFrames, startFrame } = shown;
    addItemsBefore(startFrame);
    const before = clips[index - 1];
    const mixed = clip.transition?.durationFrames ?? 0;
    if (mixed > 0 && before !== undefined) {
      const cut = clip.transition?.framesBeforeCut ?? 0;
      const halves = [producers.build(before, track), producers.build(shown, track, { [cutProperty]: cut })];
      const starts = [before.inFrame + before.lengthFrames - mixed, inFrame];
      const ends = halves.map((half, at) => ({ id: idOf(half), inFrame: starts[at] ?? 0 }));
      const transition = transitionElement(producers.nextId('transition'), ends, mixed);
      elements.push(...halves, transition);
      add(transition, 0, mixed, startFrame);
    }
    const after = clips[index + 1]?.clip.transition?.durationFrames ?? 0;
    const isMixedAfter = clips[index + 1]?.startFrame === startFrame + lengthFrames - after;
    const alone = lengthFrames - mixed - (isMixedAfter ? after : 0);
    if (alone <= 0) return;
    const producer = producers.build(shown, track);
    elements.push(producer);
    add(producer, inFrame + mixed, alone, startFrame + mixed);
  });
  addItemsBefore(Infinity);
  const kind = track.kind === 'video' ? 'shotcut:video' : 'shotcut:audio';
  const playlist = mltElement(
    'playlist',
    { id: producers.nextId('playlist') },
    { [kind]: 1, 'shotcut:name': track.name },
    items,
  );
  return { elements, playlist };
}
