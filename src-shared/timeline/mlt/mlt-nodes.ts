import { frameRateOfNumber, maxFrames } from '../frame-rate.ts';
import type { FrameRate } from '../rational-time.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import { childOf, childrenNamed, placeOf, type XmlNode } from '../xml-reader.ts';

/** Returns the properties of an element by name. */
export function propertiesOf(node: XmlNode): ReadonlyMap<string, string> {
  const named = childrenNamed(node, 'property').map(
    (property) => [property.attributes.get('name') ?? '', property.text] as const,
  );
  return new Map(named);
}

const clockPattern = /^(-?)(?:(\d{1,4}):)?(?:(\d{1,3}):)?(\d{1,9}(?:[.,]\d{1,9})?)$/;

/** Converts a time to frames: a plain count unchanged, `HH:MM:SS.mmm` to the nearest frame. Null for anything else. */
export function framesOfMltTime(text: string, rate: FrameRate): number | null {
  const trimmed = text.trim();
  if (/^-?\d{1,9}$/.test(trimmed)) return Number(trimmed);
  const parts = clockPattern.exec(trimmed);
  if (parts === null) return null;
  const [, sign, first = '0', second, seconds = '0'] = parts;
  const [hours, minutes] = second === undefined ? [0, Number(first)] : [Number(first), Number(second)];
  const total = (hours * 60 + minutes) * 60 + Number(seconds.replace(',', '.'));
  const frames = Math.round((total * rate.numerator) / rate.denominator);
  return sign === '-' ? -frames : frames;
}

/** Reads an attribute as frames; null if missing. @throws TimelineParseError for an invalid time. */
export function frameAttribute(node: XmlNode, name: string, rate: FrameRate): number | null {
  const text = node.attributes.get(name);
  if (text === undefined || text === '') return null;
  const frames = framesOfMltTime(text, rate);
  if (frames === null || Math.abs(frames) > maxFrames)
    throw new TimelineParseError(`“${text.slice(0, 40)}” is not a time.`, placeOf(node));
  return frames;
}

export interface MltProfile {
  readonly frameRate: FrameRate;
  readonly width: number;
  readonly height: number;
}

const isSize = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** Reads the document's size and rate. @throws TimelineParseError without them. */
export function readProfile(root: XmlNode): MltProfile {
  const profile = childOf(root, 'profile');
  const [width, height, numerator, denominator] = ['width', 'height', 'frame_rate_num', 'frame_rate_den'].map(
    (name) => Number(profile?.attributes.get(name)),
  );
  if (![width, height, numerator, denominator].every((value) => isSize(value ?? 0)))
    throw new TimelineParseError('The document has no profile with a size and a frame rate.');
  const rate = { numerator: numerator ?? 1, denominator: denominator ?? 1 };
  return {
    frameRate: frameRateOfNumber(rate.numerator / rate.denominator),
    width: width ?? 1,
    height: height ?? 1,
  };
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

/** An entry of a playlist. */
export interface PlaylistEntry {
  readonly node: XmlNode;
  readonly producer: XmlNode;
  readonly startFrame: number;
  /** First visible frame, and their number. */
  readonly inFrame: number;
  readonly lengthFrames: number;
}

function lengthOfProducer(producer: XmlNode, rate: FrameRate): number {
  const out = frameAttribute(producer, 'out', rate);
  if (out !== null) return out + 1;
  return framesOfMltTime(propertiesOf(producer).get('length') ?? '', rate) ?? 0;
}

/** Reads the entries of a playlist with their places. Entries with a missing producer leave a hole. */
export function readEntries(
  playlist: XmlNode,
  elements: ReadonlyMap<string, XmlNode>,
  rate: FrameRate,
): readonly PlaylistEntry[] {
  const entries: PlaylistEntry[] = [];
  let startFrame = 0;
  for (const node of playlist.children) {
    if (node.name === 'blank') startFrame += Math.max(0, frameAttribute(node, 'length', rate) ?? 0);
    if (node.name !== 'entry') continue;
    const producer = elements.get(node.attributes.get('producer') ?? '');
    const inFrame = frameAttribute(node, 'in', rate) ?? 0;
    const out =
      frameAttribute(node, 'out', rate) ??
      (producer === undefined ? 0 : lengthOfProducer(producer, rate)) - 1;
    const lengthFrames = Math.max(0, out - inFrame + 1);
    if (producer !== undefined && lengthFrames > 0)
      entries.push({ node, producer, startFrame, inFrame, lengthFrames });
    startFrame += lengthFrames;
  }
  return entries;
}
