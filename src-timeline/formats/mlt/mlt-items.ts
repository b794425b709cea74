import type { FrameRate } from '../../model/rational-time.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import type { ItemKind, ItemWithoutMedia, TimelineFormat } from '../../model/timeline.ts';
import { sourceOfNode } from '../xml/xml-copy.ts';
import { childOf, childText, childrenNamed, parseXml, type XmlNode } from '../xml/xml-reader.ts';
import { isPlaceholder, lastPartOf, pathInFolder } from './mlt-media.ts';
import { lengthOfProducer, type PlaylistEntry, propertiesOf } from './mlt-nodes.ts';
import { textServices, wordsOfFilters, wordsOfText } from './mlt-words.ts';

type Properties = ReadonlyMap<string, string>;

/** Services that make pictures or sound. All of frei0r's are such. */
const generators: readonly string[] = ['noise', 'count', 'tone', 'blipflash'];
const colours: readonly string[] = ['color', 'colour'];

/** Returns the words of Kdenlive's title, from top to bottom; empty if it cannot be read. */
function wordsOfTitle(properties: Properties): string {
  try {
    const title = parseXml(properties.get('xmldata')?.trim() ?? '', 'kdenlivetitle');
    const placed = childrenNamed(title, 'item').flatMap((item) => {
      const words = item.attributes.get('type') === 'QGraphicsTextItem' ? childText(item, 'content') : null;
      const top = Number(childOf(item, 'position')?.attributes.get('y') ?? 0) || 0;
      return words === null ? [] : [{ top, words }];
    });
    const lines = placed.toSorted((a, b) => a.top - b.top).map(({ words }) => words);
    return lines.join('\n').replaceAll('%s', properties.get('templatetext') ?? '');
  } catch (error) {
    if (error instanceof TimelineParseError) return '';
    throw error;
  }
}

const serviceOf = (properties: Properties): string => properties.get('mlt_service') ?? '';

/** @param words that the producer shows. */
function kindOf(service: string, properties: Properties, words: string): ItemKind {
  if (properties.get('shotcut:producer') === 'adjustment') return 'adjustment';
  if (isPlaceholder(properties)) return 'missing-media';
  if (service === 'kdenlivetitle' || textServices.includes(service)) return 'title';
  if (colours.includes(service)) return words === '' ? 'colour' : 'title';
  if (generators.includes(service) || service.startsWith('frei0r.')) return 'generator';
  if (service === 'glaxnimate') return 'graphic';
  return /^(?:qimage|pixbuf)/.test(service) ? 'image-sequence' : 'other';
}

/** An item that shows no media file, with its place on a track. */
export interface TrackItem extends Omit<ItemWithoutMedia, 'trackKind' | 'trackIndex'> {
  /** False if its track has no gap in its place. */
  readonly hasGap: boolean;
}

/** Use of a producer on a track. */
interface ItemUse {
  readonly format: TimelineFormat;
  readonly producer: XmlNode;
  /** Its entry, if the effects of a clip are there. */
  readonly entry: XmlNode | null;
  readonly startFrame: number;
  readonly durationFrames: number;
  /** First visible frame of the producer. */
  readonly inFrame: number;
  readonly isDisabled: boolean;
  /** Root of the document's paths; empty if it states none. */
  readonly folder: string;
  /** Rate of the document. */
  readonly rate: FrameRate;
}

/** Properties that belong to a place in one document. */
const placeProperties: readonly string[] = ['kdenlive:id', 'kdenlive:control_uuid', 'kdenlive:folderid'];
const offProperties: readonly string[] = ['set.test_audio', 'set.test_image'];

function withoutPlace({ children }: XmlNode, isDisabled: boolean): readonly XmlNode[] {
  const left = [...placeProperties, ...(isDisabled ? offProperties : [])];
  return children.filter(
    (node) => node.name !== 'property' || !left.includes(node.attributes.get('name') ?? ''),
  );
}

/**
 * Returns a producer that fits any document. The path of an animation, a project or numbered images becomes whole,
 * because a written document has no root.
 */
function portableProducer({ producer, folder, isDisabled, rate }: ItemUse): XmlNode {
  const hasFile = /^(?:qimage|pixbuf|xml|glaxnimate)/.test(serviceOf(propertiesOf(producer)));
  const length = String(lengthOfProducer(producer, rate));
  const children = withoutPlace(producer, isDisabled).map((node) => {
    const name = node.name === 'property' ? node.attributes.get('name') : undefined;
    if (name === 'length') return { ...node, text: length };
    return name === 'resource' && hasFile && node.text !== ''
      ? { ...node, text: pathInFolder(node.text, folder) }
      : node;
  });
  const attributes = [...producer.attributes].filter(([name]) => !['id', 'in', 'out'].includes(name));
  return { ...producer, attributes: new Map(attributes), children };
}

/** Returns a function that computes a value of a producer once, because a title with pictures in it can have many uses. */
function oncePerProducer<Value>(
  compute: (producer: XmlNode, use: ItemUse) => Value,
): (use: ItemUse) => Value {
  const known = new WeakMap<XmlNode, Value>();
  return (use) => {
    const value = known.get(use.producer) ?? compute(use.producer, use);
    known.set(use.producer, value);
    return value;
  };
}

const textOfProducer = oncePerProducer((_, use) => sourceOfNode(portableProducer(use)));
const textOfHiddenProducer = oncePerProducer((_, use) => sourceOfNode(portableProducer(use)));
const titleOfProducer = oncePerProducer((producer) => wordsOfTitle(propertiesOf(producer)));

/** Writes an entry that contains its producer, as a playlist may have it. Sequences have more parts than that. */
function sourceOf(use: ItemUse): TrackItem['source'] {
  const { format, producer, entry, inFrame, durationFrames, isDisabled } = use;
  if (producer.name !== 'producer' && producer.name !== 'chain') return null;
  const parts = (entry ? withoutPlace(entry, false) : []).filter(({ name }) => name !== producer.name);
  const content = [...parts.map(sourceOfNode), (isDisabled ? textOfHiddenProducer : textOfProducer)(use)];
  const times = `in="${String(inFrame)}" out="${String(inFrame + durationFrames - 1)}"`;
  return { format, text: `<entry ${times}>${content.join('')}</entry>` };
}

function wordsOf(use: ItemUse, properties: Properties): string {
  const { producer, entry } = use;
  const service = serviceOf(properties);
  if (isPlaceholder(properties)) return '';
  if (service === 'kdenlivetitle') return titleOfProducer(use);
  return textServices.includes(service)
    ? wordsOfText(properties)
    : wordsOfFilters(entry === null ? [producer] : [producer, entry]);
}

/** Reads the use of a producer that has no file: a title, a colour, a generator or anything else. */
export function itemOfUse(use: ItemUse): TrackItem {
  const { producer, startFrame, durationFrames, isDisabled } = use;
  const properties = propertiesOf(producer);
  const service = serviceOf(properties);
  const words = wordsOf(use, properties);
  const resource = properties.get('resource') ?? '';
  const shownName = properties.get('kdenlive:clipname') || properties.get('shotcut:caption') || '';
  const [firstLine = ''] = words.split('\n');
  const kind = kindOf(service, properties, words);
  const fileName = ['generator', 'missing-media'].includes(kind)
    ? ''
    : lastPartOf(resource).replace(/\?.*$/s, '');
  return {
    kind,
    name: shownName || firstLine || fileName || service || producer.name,
    words: words === '' ? null : words,
    startFrame,
    durationFrames,
    source: sourceOf(use),
    hasGap: true,
    ...(isDisabled && { isDisabled }),
  };
}

interface ItemPlace {
  readonly startFrame: number;
  /** 0 for something that takes no time. */
  readonly lengthFrames: number;
}

/** Names something whose place alone is known. */
export function itemWithoutContent(
  kind: ItemKind,
  name: string,
  { startFrame, lengthFrames }: ItemPlace,
): TrackItem {
  return {
    kind,
    name,
    words: null,
    startFrame,
    source: null,
    durationFrames: Math.max(1, lengthFrames),
    hasGap: lengthFrames > 0,
  };
}

/** Names an entry without a producer or with times that are not understood. */
export function itemOfUnreadEntry(
  { node, producer, isReadable }: PlaylistEntry,
  place: ItemPlace,
): TrackItem {
  const properties: Properties = producer === null ? new Map() : propertiesOf(producer);
  const shownName = properties.get('kdenlive:clipname') ?? properties.get('shotcut:caption');
  const name = shownName ?? properties.get('resource') ?? node.attributes.get('producer') ?? node.name;
  const isMissing = producer === null && isReadable;
  return itemWithoutContent(isMissing ? 'missing-media' : 'unreadable', name, place);
}
