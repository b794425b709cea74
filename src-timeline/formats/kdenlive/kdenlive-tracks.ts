import type { Timeline, Track } from '../../model/timeline.ts';
import { levelText, placeProperties } from '../mlt/mlt-effects.ts';
import { mltElement, type MltProperties } from '../mlt/mlt-parts.ts';
import type { WrittenItem } from '../mlt/mlt-written-items.ts';
import { type ShownClip, shownClips } from '../mlt/shown-clips.ts';
import { carriedElements } from '../xml/xml-copy.ts';
import { type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import type { KdenliveItems } from './kdenlive-items.ts';
import type { KdenliveProducers } from './kdenlive-producers.ts';

/** A clip on one of the two playlists of its track. */
interface LaidOutClip {
  readonly shown: ShownClip;
  readonly playlist: 0 | 1;
}

/** Assigns clips to playlists. A mix needs both of them; after a plain cut Kdenlive returns to the first. */
function layOut(clips: readonly ShownClip[]): readonly LaidOutClip[] {
  let playlist: 0 | 1 = 0;
  return clips.map((shown) => {
    playlist = shown.clip.transition !== undefined && playlist === 0 ? 1 : 0;
    return { shown, playlist };
  });
}

type Filter = readonly [attributes: { readonly in: number; readonly out: number }, properties: MltProperties];

function fadeFilters({ clip, inFrame, headFrames }: ShownClip, isPicture: boolean): readonly Filter[] {
  const { inFrames, outFrames } = clip.fades ?? { inFrames: 0, outFrames: 0 };
  const first = inFrame + headFrames;
  const end = first + clip.durationFrames;
  const fade = (from: number, length: number, id: string, isIn: boolean): readonly Filter[] => {
    if (length === 0) return [];
    const [start, finish] = isIn ? [0, 1] : [1, 0];
    const picture = {
      mlt_service: 'brightness',
      level: `0=${String(start)};${String(length - 1)}=${String(finish)}`,
    };
    const sound = { mlt_service: 'volume', gain: start, end: finish, level: null };
    return [
      [
        { in: from, out: from + length - 1 },
        { ...(isPicture ? picture : sound), kdenlive_id: id },
      ],
    ];
  };
  return [
    ...fade(first, inFrames, isPicture ? 'fade_from_black' : 'fadein', true),
    ...fade(end - outFrames, outFrames, isPicture ? 'fade_to_black' : 'fadeout', false),
  ];
}

function filterElements(shown: ShownClip, isPicture: boolean, timeline: Timeline): readonly XmlElement[] {
  const { clip, inFrame, headFrames, lengthFrames } = shown;
  const whole = { in: inFrame, out: inFrame + lengthFrames - 1 };
  const filters: Filter[] = [];
  const place = isPicture ? placeProperties(shown, timeline, 'KDENLIVE') : null;
  if (place !== null)
    filters.push([
      whole,
      {
        mlt_service: 'qtblend',
        kdenlive_id: 'qtblend',
        rect: place.rect,
        rotation: '0=0',
        compositing: 0,
        distort: 0,
        rotate_center: 1,
        ...place.others,
      },
    ]);
  if (!isPicture && clip.levels)
    filters.push([
      whole,
      {
        mlt_service: 'volume',
        kdenlive_id: 'volume',
        level: levelText(clip, headFrames),
        window: 75,
        max_gain: '20dB',
      },
    ]);
  const all = [...filters, ...fadeFilters(shown, isPicture)];
  return [
    ...all.map(([attributes, properties]) => mltElement('filter', attributes, properties)),
    ...carriedElements(clip.unread, 'KDENLIVE', 'filter'),
  ];
}

interface TrackParts {
  readonly id: string;
  readonly track: Track;
  readonly timeline: Timeline;
  readonly producers: KdenliveProducers;
  readonly items: KdenliveItems;
  /** Items without media on the track. */
  readonly others: readonly WrittenItem[];
}

function entryElement(shown: ShownClip, { track, timeline, producers }: TrackParts): XmlElement {
  const { media, inFrame, lengthFrames } = shown;
  return mltElement(
    'entry',
    { producer: producers.producerIdOf(shown, track.kind), in: inFrame, out: inFrame + lengthFrames - 1 },
    { 'kdenlive:id': producers.idOf(media) },
    filterElements(shown, track.kind === 'video', timeline),
  );
}

/** An entry with its place. */
interface PlacedEntry {
  readonly startFrame: number;
  readonly lengthFrames: number;
  readonly element: XmlElement;
}

function playlistElement(id: string, entries: readonly PlacedEntry[], { kind }: Track): XmlElement {
  const items: XmlElement[] = [];
  let cursor = 0;
  for (const { startFrame, lengthFrames, element } of entries.toSorted(
    (a, b) => a.startFrame - b.startFrame,
  )) {
    if (startFrame > cursor) items.push(xmlElement('blank', { length: startFrame - cursor }));
    items.push(element);
    cursor = startFrame + lengthFrames;
  }
  return mltElement('playlist', { id }, kind === 'audio' ? { 'kdenlive:audio_track': 1 } : {}, items);
}

/** Returns the entries of one of the two playlists. Items without media, which never mix, are on the first. */
function entriesOf(
  number: number,
  laidOut: readonly LaidOutClip[],
  parts: TrackParts,
): readonly PlacedEntry[] {
  const clips = laidOut
    .filter(({ playlist }) => playlist === number)
    .map(({ shown }) => ({ ...shown, element: entryElement(shown, parts) }));
  const others = parts.others.map((item) => ({
    startFrame: item.startFrame,
    lengthFrames: item.durationFrames,
    element: parts.items.entryElement(item),
  }));
  return number === 0 ? [...clips, ...others] : clips;
}

/** Writes the mix of a clip with the one before, over the frames that show both. */
function mixElement({ shown, playlist }: LaidOutClip, index: number): XmlElement | null {
  const { transition } = shown.clip;
  if (transition === undefined) return null;
  const { durationFrames, framesBeforeCut = 0 } = transition;
  return mltElement(
    'transition',
    { id: `mix${String(index)}`, in: shown.startFrame, out: shown.startFrame + durationFrames - 1 },
    {
      a_track: 0,
      b_track: 1,
      factory: 'loader',
      mlt_service: 'luma',
      kdenlive_id: 'luma',
      'kdenlive:mixcut': durationFrames - framesBeforeCut,
      softness: 0,
      reverse: playlist === 1 ? 0 : 1,
      alpha_over: 1,
      fix_background_alpha: 1,
    },
  );
}

/** Writes the two playlists of a track and the tractor that combines them. */
export function trackElements(parts: TrackParts, lastFrame: number): readonly XmlElement[] {
  const { id, track, timeline } = parts;
  const laidOut = layOut(shownClips(track, timeline));
  const playlists = [0, 1].map((number) =>
    playlistElement(`${id}_${String(number)}`, entriesOf(number, laidOut, parts), track),
  );
  const isSound = track.kind === 'audio';
  const halves = [0, 1].map((number) =>
    xmlElement('track', { hide: isSound ? 'video' : 'audio', producer: `${id}_${String(number)}` }),
  );
  const tractor = mltElement(
    'tractor',
    { id, in: 0, out: lastFrame },
    {
      'kdenlive:audio_track': isSound ? 1 : null,
      'kdenlive:trackheight': 67,
      'kdenlive:timeline_active': 1,
      'kdenlive:collapsed': 0,
      'kdenlive:track_name': track.name,
      'kdenlive:thumbs_format': '',
      'kdenlive:audio_rec': '',
    },
    [...halves, ...laidOut.map(mixElement)],
  );
  return [...playlists, tractor];
}
