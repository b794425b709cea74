import { frameRateOfNumber, maxFrames } from '../../model/frame-rate.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import { childOf, childrenNamed, type XmlNode } from '../xml/xml-reader.ts';

/** Returns the properties of an element by name. */
export function propertiesOf(node: XmlNode): ReadonlyMap<string, string> {
  const named = childrenNamed(node, 'property').map(
    (property) => [property.attributes.get('name') ?? '', property.text] as const,
  );
  return new Map(named);
}

const clockPattern = /^(-?)(?:(\d{1,4}):)?(?:(\d{1,3}):)?(-?\d{1,9}(?:[.,]\d{1,9})?)$/;

/**
 * Converts a time to frames: a plain count unchanged, `HH:MM:SS.mmm` to the nearest frame. Either may be negative;
 * Kdenlive writes the sign before the seconds. Null for anything else.
 */
export function framesOfMltTime(text: string, rate: FrameRate): number | null {
  const trimmed = text.trim();
  if (/^-?\d{1,9}(?:[.,]0{1,9})?$/.test(trimmed)) return Math.trunc(Number(trimmed.replace(',', '.')));
  const parts = clockPattern.exec(trimmed);
  if (parts === null) return null;
  const [, sign, first = '0', second, seconds = '0'] = parts;
  const [hours, minutes] = second === undefined ? [0, Number(first)] : [Number(first), Number(second)];
  const total = (hours * 60 + minutes) * 60 + Number(seconds.replace(',', '.'));
  const frames = Math.round((total * rate.numerator) / rate.denominator);
  return sign === '-' ? -frames : frames;
}

/** Reads an attribute as frames; null if it is missing or no time. */
export function frameAttribute(node: XmlNode, name: string, rate: FrameRate): number | null {
  const frames = framesOfMltTime(node.attributes.get(name) ?? '', rate);
  return frames === null || Math.abs(frames) > maxFrames ? null : frames;
}

export interface MltProfile {
  readonly frameRate: FrameRate;
  readonly width: number;
  readonly height: number;
}

const isSize = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** Reads the document's size, 1920 × 1080 if it has none, and rate. @throws TimelineParseError without a rate. */
export function readProfile(root: XmlNode): MltProfile {
  const profile = childOf(root, 'profile');
  const [width = 0, height = 0, numerator = 0, denominator = 0] = [
    'width',
    'height',
    'frame_rate_num',
    'frame_rate_den',
  ].map((name) => Number(profile?.attributes.get(name)));
  const rate = numerator / denominator;
  if (!(rate > 0 && Number.isFinite(rate)))
    throw new TimelineParseError('The document has no profile with a frame rate.');
  const size = isSize(width) && isSize(height) ? { width, height } : { width: 1920, height: 1080 };
  return { frameRate: frameRateOfNumber(rate), ...size };
}

/** Maps ids to the elements that can be referred to. */
export function elementsById(root: XmlNode): ReadonlyMap<string, XmlNode> {
  const found = new Map<string, XmlNode>();
  for (const node of root.children) {
    const id = node.attributes.get('id');
    if (id !== undefined && !found.has(id)) found.set(id, node);
  }
  return found;
}

/** An entry of a playlist, or another element in it. */
export interface PlaylistEntry {
  readonly node: XmlNode;
  /** Null if it is missing. */
  readonly producer: XmlNode | null;
  readonly startFrame: number;
  /** First visible frame, and their number, which is 0 for something that takes no time. */
  readonly inFrame: number;
  readonly lengthFrames: number;
  /** False if it is no known element, or its times are not understood. */
  readonly isReadable: boolean;
}

/** Number of frames that a producer states; 0 if none. */
export function lengthOfProducer(producer: XmlNode, rate: FrameRate): number {
  const length = framesOfMltTime(propertiesOf(producer).get('length') ?? '', rate);
  return length ?? (frameAttribute(producer, 'out', rate) ?? -1) + 1;
}

/** Number of frames of an entry that states none. */
function wholeLength(producer: XmlNode | null, rate: FrameRate): number {
  if (producer === null) return 0;
  const out = frameAttribute(producer, 'out', rate);
  return out === null ? lengthOfProducer(producer, rate) : out + 1;
}

const producerNames: readonly string[] = ['producer', 'chain', 'tractor', 'playlist', 'multitrack'];

/** Returns the producer of an entry, which it names or contains. */
function producerOfEntry(node: XmlNode, elements: ReadonlyMap<string, XmlNode>): XmlNode | null {
  if (node.name !== 'entry') return node;
  const named = elements.get(node.attributes.get('producer') ?? '');
  return named ?? node.children.find(({ name }) => producerNames.includes(name)) ?? null;
}

type Range = Pick<PlaylistEntry, 'inFrame' | 'lengthFrames' | 'isReadable'>;

const isTimed = (node: XmlNode, name: string, rate: FrameRate): boolean =>
  (node.attributes.get(name) ?? '') === '' || frameAttribute(node, name, rate) !== null;

function rangeOfEntry(node: XmlNode, producer: XmlNode | null, rate: FrameRate): Range {
  const inFrame = Math.max(0, frameAttribute(node, 'in', rate) ?? 0);
  const out = frameAttribute(node, 'out', rate) ?? wholeLength(producer, rate) - 1;
  const lengthFrames = Math.max(0, out - inFrame + 1);
  const isReadable = lengthFrames > 0 && isTimed(node, 'in', rate) && isTimed(node, 'out', rate);
  return { inFrame, lengthFrames, isReadable };
}

/** Elements of a playlist that have no place of their own. */
const partNames: readonly string[] = ['property', 'properties', 'filter'];

/** Reads the entries of a playlist, and anything else in it, with their places. */
export function readEntries(
  playlist: XmlNode,
  elements: ReadonlyMap<string, XmlNode>,
  rate: FrameRate,
): readonly PlaylistEntry[] {
  const entries: PlaylistEntry[] = [];
  let startFrame = 0;
  for (const node of playlist.children) {
    const unread = { node, producer: null, startFrame, inFrame: 0, lengthFrames: 0, isReadable: false };
    if (node.name === 'blank') {
      startFrame += Math.max(0, frameAttribute(node, 'length', rate) ?? 0);
      if (frameAttribute(node, 'length', rate) === null) entries.push(unread);
    } else if (node.name === 'entry' || producerNames.includes(node.name)) {
      const producer = producerOfEntry(node, elements);
      const range = rangeOfEntry(node, producer, rate);
      entries.push({ node, producer, startFrame, ...range });
      startFrame += range.lengthFrames;
    } else if (!partNames.includes(node.name)) entries.push(unread);
  }
  return entries;
}
