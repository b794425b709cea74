import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import {
  type ItemWithoutMedia,
  type Timeline,
  type TimelineFormat,
  timelineDurationFrames,
  type Track,
} from '../../model/timeline.ts';
import { elementOfSource } from '../xml/xml-copy.ts';
import { type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import type { MltProperties } from './mlt-parts.ts';
import { shownClips } from './shown-clips.ts';

/** An item without media as a playlist has it. */
export interface WrittenItem {
  readonly startFrame: number;
  readonly durationFrames: number;
  /** First visible frame of its producer. */
  readonly inFrame: number;
  readonly producer: XmlElement;
  /** Properties and filters of its entry. */
  readonly parts: readonly XmlElement[];
  readonly isDisabled: boolean;
}

/** Returns what a read item had in a document of the format; null if it cannot be written back. */
function carriedItem(item: ItemWithoutMedia, format: TimelineFormat): WrittenItem | null {
  const { source, startFrame, durationFrames, isDisabled = false } = item;
  if (source?.format !== format) return null;
  try {
    const { attributes, children } = elementOfSource(source.text, 'entry');
    if (typeof children === 'string') return null;
    const producer = children.findLast(({ name }) => name === 'producer' || name === 'chain');
    const inFrame = Math.max(0, Math.trunc(Number(attributes['in'])) || 0);
    const parts = children.filter((one) => one !== producer);
    return producer ? { startFrame, durationFrames, inFrame, producer, parts, isDisabled } : null;
  } catch (error) {
    if (error instanceof TimelineParseError) return null;
    throw error;
  }
}

/** Items on their tracks. Those without room there are on further tracks above all others. */
export interface PlacedItems {
  readonly timeline: Timeline;
  readonly itemsOf: (track: Track) => readonly WrittenItem[];
  /** Number of frames of the sequence, at least 1. */
  readonly lengthFrames: number;
}

type Range = readonly [start: number, end: number];

const rangeOf = ({ startFrame, durationFrames }: WrittenItem): Range => [
  startFrame,
  startFrame + durationFrames,
];

/** Puts items on tracks where nothing else is. */
class ItemPlacer {
  readonly #taken = new Map<Track, Range[]>();
  readonly #items = new Map<Track, WrittenItem[]>();
  readonly #timeline: Timeline;
  readonly #added: Track[] = [];

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  get added(): readonly Track[] {
    return this.#added;
  }

  itemsOf(track: Track): readonly WrittenItem[] {
    return (this.#items.get(track) ?? []).toSorted((a, b) => a.startFrame - b.startFrame);
  }

  place(item: WrittenItem, { trackIndex, trackKind }: ItemWithoutMedia): void {
    const own = trackIndex === null ? undefined : this.#timeline.tracks[trackIndex];
    const candidates = [...(own ? [own] : []), ...this.#added.filter(({ kind }) => kind === trackKind)];
    const track = candidates.find((one) => this.#hasRoom(one, item)) ?? this.#add(trackKind);
    this.#takenOn(track).push(rangeOf(item));
    this.#items.set(track, [...(this.#items.get(track) ?? []), item]);
  }

  #takenOn(track: Track): Range[] {
    const known = this.#taken.get(track);
    if (known) return known;
    const taken = shownClips(track, this.#timeline).map(({ startFrame, lengthFrames }): Range => [
      startFrame,
      startFrame + lengthFrames,
    ]);
    this.#taken.set(track, taken);
    return taken;
  }

  #hasRoom(track: Track, item: WrittenItem): boolean {
    const [start, end] = rangeOf(item);
    return this.#takenOn(track).every(([from, to]) => to <= start || from >= end);
  }

  #add(kind: Track['kind']): Track {
    const name = kind === 'video' ? 'Titles' : 'Sounds';
    const count = this.#added.filter((one) => one.kind === kind).length;
    const track: Track = {
      kind,
      name: count === 0 ? name : `${name} ${String(count + 1)}`,
      role: kind === 'video' ? 'video' : 'effects',
      items: [],
    };
    this.#added.push(track);
    return track;
  }
}

/**
 * Puts the items that a format can hold on tracks: its own ones, and titles of any format.
 * @param titleOf makes a title of the format from words.
 */
export function placeItems(
  timeline: Timeline,
  format: TimelineFormat,
  titleOf: (item: ItemWithoutMedia, words: string) => Pick<WrittenItem, 'producer' | 'parts'>,
): PlacedItems {
  const placer = new ItemPlacer(timeline);
  let lengthFrames = Math.max(1, timelineDurationFrames(timeline));
  for (const item of timeline.itemsWithoutMedia ?? []) {
    const { kind, words, startFrame, durationFrames, isDisabled = false } = item;
    const place = { startFrame, durationFrames, inFrame: 0, isDisabled };
    const title = kind === 'title' && words !== null ? { ...place, ...titleOf(item, words) } : null;
    const written = carriedItem(item, format) ?? title;
    if (written === null) continue;
    placer.place(written, item);
    lengthFrames = Math.max(lengthFrames, startFrame + durationFrames);
  }
  const ofKind = (kind: Track['kind']): readonly Track[] =>
    [...timeline.tracks, ...placer.added].filter((track) => track.kind === kind);
  const tracks = placer.added.length === 0 ? timeline.tracks : [...ofKind('video'), ...ofKind('audio')];
  return { timeline: { ...timeline, tracks }, itemsOf: (track) => placer.itemsOf(track), lengthFrames };
}

/** Returns a property of an element; empty without it. */
function propertyOf({ children }: XmlElement, name: string): string {
  if (typeof children === 'string') return '';
  const found = children.find((child) => child.name === 'property' && child.attributes['name'] === name);
  return typeof found?.children === 'string' ? found.children : '';
}

/** Returns an element with other attributes, and with values for properties that it has or gets. */
export function withProperties(
  element: XmlElement,
  attributes: XmlElement['attributes'],
  properties: MltProperties,
): XmlElement {
  const children = typeof element.children === 'string' ? [] : element.children;
  const isSet = ({ name, attributes: own }: XmlElement): boolean =>
    name === 'property' && Object.hasOwn(properties, String(own['name']));
  const written = (name: string): XmlElement =>
    xmlElement('property', { name }, String(properties[name] ?? ''));
  const had = new Set(children.filter(isSet).map((child) => String(child.attributes['name'])));
  const added = Object.keys(properties).filter((name) => !had.has(name));
  const kept = children.map((child) => (isSet(child) ? written(String(child.attributes['name'])) : child));
  return xmlElement(element.name, { ...attributes, ...element.attributes, ...attributes }, [
    ...added.map(written),
    ...kept,
  ]);
}

/** Returns the length of an item's producer, which covers all frames that the item shows. */
export function producerLength({ producer, inFrame, durationFrames }: WrittenItem): number {
  const stated = Number(propertyOf(producer, 'length')) || 0;
  return Math.max(Math.trunc(stated), inFrame + durationFrames);
}
