import { z } from 'zod';
import { fileNameOf, mediaKindOfName, uniqueMediaId } from '../../model/media-kind.ts';
import type { FrameRate, RationalTime } from '../../model/rational-time.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import { channelCountOf, type MediaReference } from '../../model/timeline.ts';
import { locationOfUrl } from '../media-location.ts';
import { childOf, childrenNamed, placeOf, requireAttribute, type XmlNode } from '../xml/xml-reader.ts';
import { meaningOfFormatName } from './fcpxml-format.ts';
import { assetIdPrefix, stillLinksKey } from './fcpxml-resources.ts';
import { frameRateOfDuration, framesOfFcpxmlTime, parseFcpxmlTime } from './fcpxml-time.ts';

export interface ReadFormat {
  /** As stated, and so perhaps rounded: 2398/100. Times count in it. Null without a usable one. */
  readonly rate: FrameRate | null;
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** An asset with the start of its time, in which clips state their beginnings. */
export interface ReadAsset {
  readonly media: MediaReference;
  readonly start: RationalTime;
  /** Links of the uses of a still, in order. */
  readonly links: readonly (string | null)[];
}

/** Value of an absent time. */
export const zeroTime = parseFcpxmlTime('0s');

/** Runs a reader of one part of a document. Null if the part is odd, such as with a time that is none. */
export function readUnlessOdd<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TimelineParseError) return null;
    throw error;
  }
}

/** Null if the attribute is absent. @throws TimelineParseError for an invalid time. */
export function timeAttribute(node: XmlNode, name: string): RationalTime | null {
  const text = node.attributes.get(name);
  if (text === undefined) return null;
  try {
    return parseFcpxmlTime(text);
  } catch {
    throw new TimelineParseError(`“${text.slice(0, 40)}” is not a time.`, placeOf(node));
  }
}

/** Zero if the attribute is absent or no time. */
function timeOrZero(node: XmlNode, name: string): RationalTime {
  return readUnlessOdd(() => timeAttribute(node, name)) ?? zeroTime;
}

function sizeOf(width: string | undefined, height: string | undefined): ReadFormat['size'] {
  const size = { width: Number(width), height: Number(height) };
  const isSize = Object.values(size).every((pixels) => Number.isSafeInteger(pixels) && pixels > 0);
  return isSize ? size : null;
}

function readFormat(node: XmlNode): ReadFormat {
  const promised = readUnlessOdd(() => meaningOfFormatName(node.attributes.get('name') ?? ''));
  const frameDuration = node.attributes.get('frameDuration');
  const stated = frameDuration === undefined ? null : readUnlessOdd(() => frameRateOfDuration(frameDuration));
  return {
    rate: stated ?? promised?.rate ?? null,
    size: sizeOf(node.attributes.get('width'), node.attributes.get('height')) ?? promised,
  };
}

/** Reads the formats of a document by id. */
export function readFormats(resources: XmlNode): ReadonlyMap<string, ReadFormat> {
  return new Map(
    childrenNamed(resources, 'format').map((node) => [node.attributes.get('id') ?? '', readFormat(node)]),
  );
}

/** Returns the original's URL. Documents before version 1.9 have it on the asset itself. */
function readLocation(asset: XmlNode): string {
  const representations = childrenNamed(asset, 'media-rep');
  const original =
    representations.find(({ attributes }) => attributes.get('kind') !== 'proxy-media') ?? representations[0];
  const url = original === undefined ? requireAttribute(asset, 'src') : requireAttribute(original, 'src');
  if (url.trim() === '') throw new TimelineParseError('The asset has no location.', placeOf(asset));
  return locationOfUrl(url);
}

/** Number that an image sequence has in its file name: `[0001-0250]`, `%04d` or `####`. */
const sequenceNumber = /(?:\[\d+-\d+\]|%0?\d*d|#{2,})\.[A-Za-z0-9]+$/;

/** True for pictures in numbered files, as DaVinci Resolve exports them. */
export function isImageSequence(asset: XmlNode): boolean {
  const fileName = readUnlessOdd(() => fileNameOf('', readLocation(asset))) ?? '';
  return [fileName, asset.attributes.get('name') ?? ''].some((name) => sequenceNumber.test(name));
}

/** Returns the file names of assets by id, without assets that have no location. */
export function fileNamesOfAssets(resources: XmlNode): ReadonlyMap<string, string> {
  const names = childrenNamed(resources, 'asset').flatMap((node) => {
    const name = readUnlessOdd(() => readFileName(node, readLocation(node)));
    return name === null ? [] : [[node.attributes.get('id') ?? '', name] as const];
  });
  return new Map(names);
}

function readFileName(asset: XmlNode, location: string): string {
  const suggested = childOf(asset, 'media-rep')?.attributes.get('suggestedFilename');
  return fileNameOf(suggested ?? asset.attributes.get('name') ?? '', location);
}

interface AssetContext {
  readonly formats: ReadonlyMap<string, ReadFormat>;
  readonly sequence: { readonly rate: FrameRate; readonly width: number; readonly height: number };
  readonly takenIds: Set<string>;
}

function readKind(asset: XmlNode, fileName: string): MediaReference['kind'] {
  const duration = timeOrZero(asset, 'duration');
  const [isSeen, isHeard] = ['hasVideo', 'hasAudio'].map((name) => asset.attributes.get(name) === '1');
  if (isSeen === isHeard && isSeen === false) return mediaKindOfName(fileName);
  if (isSeen !== true) return 'audio';
  // Some programs give stills a length, as if they were clips.
  const isStill = duration.numerator === 0n || mediaKindOfName(fileName) === 'still';
  return isStill && isHeard !== true ? 'still' : 'video';
}

const linksSchema = z.array(z.string().nullable());

function readLinks(asset: XmlNode): readonly (string | null)[] {
  const metadata = childOf(asset, 'metadata');
  const entry = metadata?.children.find(({ attributes }) => attributes.get('key') === stillLinksKey);
  try {
    return linksSchema.parse(JSON.parse(entry?.attributes.get('value') ?? '[]'));
  } catch {
    return [];
  }
}

function readAsset(asset: XmlNode, context: AssetContext): ReadAsset {
  const id = asset.attributes.get('id') ?? '';
  const location = readLocation(asset);
  const fileName = readFileName(asset, location);
  const kind = readKind(asset, fileName);
  const { rate, width, height } = context.sequence;
  const start = timeOrZero(asset, 'start');
  const framesOf = (name: string): number =>
    Math.max(0, readUnlessOdd(() => framesOfFcpxmlTime(timeOrZero(asset, name), rate)) ?? 0);
  const size = context.formats.get(asset.attributes.get('format') ?? '')?.size ?? { width, height };
  const isHeard = kind === 'audio' || (kind === 'video' && asset.attributes.get('hasAudio') === '1');
  const media: MediaReference = {
    mediaId: uniqueMediaId(
      id.startsWith(assetIdPrefix) ? id.slice(assetIdPrefix.length) : id,
      context.takenIds,
    ),
    fileName,
    location,
    kind,
    durationFrames: kind === 'still' ? null : framesOf('duration'),
    startFrame: kind === 'still' ? 0 : framesOf('start'),
    size: kind === 'audio' ? null : { width: size.width, height: size.height },
    audioChannels: isHeard ? channelCountOf(Number(asset.attributes.get('audioChannels') ?? 2)) : null,
  };
  return { media, start, links: readLinks(asset) };
}

/** A compound or multicam clip, whose content is a resource of its own. */
export interface ReadNest {
  /** Time of its first frame. */
  readonly start: RationalTime;
  /** Its storyline, or those of its angles by id. */
  readonly stories: ReadonlyMap<string, XmlNode>;
}

/** Key of the storyline of a compound clip, which has only one. */
export const onlyStory = '';

function readNest(media: XmlNode): ReadNest | null {
  const sequence = childOf(media, 'sequence');
  const multicam = childOf(media, 'multicam');
  const spine = sequence && childOf(sequence, 'spine');
  if (sequence && spine)
    return { start: timeOrZero(sequence, 'tcStart'), stories: new Map([[onlyStory, spine]]) };
  if (multicam === null) return null;
  const angles = childrenNamed(multicam, 'mc-angle');
  return {
    start: timeOrZero(multicam, 'tcStart'),
    stories: new Map(angles.map((angle) => [angle.attributes.get('angleID') ?? '', angle])),
  };
}

/** Reads the compound and multicam clips of a document by the ids that clips use. */
export function readNests(resources: XmlNode): ReadonlyMap<string, ReadNest> {
  const nests = childrenNamed(resources, 'media').flatMap((node) => {
    const nest = readNest(node);
    return nest === null ? [] : [[node.attributes.get('id') ?? '', nest] as const];
  });
  return new Map(nests);
}

/**
 * Reads the assets of a document by the ids that clips use, in order. Leaves out image sequences and assets without a
 * location.
 */
export function readAssets(
  resources: XmlNode,
  context: Omit<AssetContext, 'takenIds'>,
): ReadonlyMap<string, ReadAsset> {
  const takenIds = new Set<string>();
  const nodes = childrenNamed(resources, 'asset').filter((node) => !isImageSequence(node));
  const assets = nodes.flatMap((node) => {
    const asset = readUnlessOdd(() => readAsset(node, { ...context, takenIds }));
    return asset === null ? [] : [[node.attributes.get('id') ?? '', asset] as const];
  });
  return new Map(assets);
}
