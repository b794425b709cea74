import { z } from 'zod';
import { fileNameOf, mediaKindOfName, uniqueMediaId } from '../media-kind.ts';
import { locationOfUrl } from '../media-location.ts';
import type { FrameRate, RationalTime } from '../rational-time.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import type { MediaReference } from '../timeline.ts';
import { childOf, childrenNamed, placeOf, requireAttribute, type XmlNode } from '../xml-reader.ts';
import { meaningOfFormatName } from './fcpxml-format.ts';
import { assetIdPrefix, stillLinksKey } from './fcpxml-resources.ts';
import { frameRateOfDuration, framesOfFcpxmlTime, parseFcpxmlTime } from './fcpxml-time.ts';

export interface ReadFormat {
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

function sizeOf(width: string | undefined, height: string | undefined): ReadFormat['size'] {
  const size = { width: Number(width), height: Number(height) };
  const isSize = Object.values(size).every((pixels) => Number.isSafeInteger(pixels) && pixels > 0);
  return isSize ? size : null;
}

function readFormat(node: XmlNode): ReadFormat {
  const promised = meaningOfFormatName(node.attributes.get('name') ?? '');
  const frameDuration = node.attributes.get('frameDuration');
  return {
    rate: frameDuration === undefined ? (promised?.rate ?? null) : frameRateOfDuration(frameDuration),
    size: sizeOf(node.attributes.get('width'), node.attributes.get('height')) ?? promised,
  };
}

/** Reads the formats of a document by id. */
export function readFormats(resources: XmlNode): ReadonlyMap<string, ReadFormat> {
  return new Map(
    childrenNamed(resources, 'format').map((node) => [requireAttribute(node, 'id'), readFormat(node)]),
  );
}

/** Returns the original's URL. Documents before version 1.9 have it on the asset itself. */
function readLocation(asset: XmlNode): string {
  const representations = childrenNamed(asset, 'media-rep');
  const original =
    representations.find(({ attributes }) => attributes.get('kind') !== 'proxy-media') ?? representations[0];
  const url = original === undefined ? requireAttribute(asset, 'src') : requireAttribute(original, 'src');
  return locationOfUrl(url);
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
  const duration = timeAttribute(asset, 'duration') ?? zeroTime;
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
  const id = requireAttribute(asset, 'id');
  const location = readLocation(asset);
  const fileName = readFileName(asset, location);
  const kind = readKind(asset, fileName);
  const { rate, width, height } = context.sequence;
  const start = timeAttribute(asset, 'start') ?? zeroTime;
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
    durationFrames:
      kind === 'still' ? null : framesOfFcpxmlTime(timeAttribute(asset, 'duration') ?? zeroTime, rate),
    startFrame: kind === 'still' ? 0 : Math.max(0, framesOfFcpxmlTime(start, rate)),
    size: kind === 'audio' ? null : { width: size.width, height: size.height },
    audioChannels: isHeard ? (asset.attributes.get('audioChannels') === '1' ? 1 : 2) : null,
  };
  return { media, start, links: readLinks(asset) };
}

/** A compound clip, which is a sequence of its own. */
export interface ReadCompound {
  readonly spine: XmlNode;
  /** Time of its first frame. */
  readonly start: RationalTime;
}

/** Reads the compound clips of a document by the ids that clips use. */
export function readCompounds(resources: XmlNode): ReadonlyMap<string, ReadCompound> {
  const compounds = childrenNamed(resources, 'media').flatMap((node) => {
    const sequence = childOf(node, 'sequence');
    const spine = sequence === null ? null : childOf(sequence, 'spine');
    if (sequence === null || spine === null) return [];
    const start = timeAttribute(sequence, 'tcStart') ?? zeroTime;
    return [[node.attributes.get('id') ?? '', { spine, start }] as const];
  });
  return new Map(compounds);
}

/** Reads the assets of a document by the ids that clips use, in order. */
export function readAssets(
  resources: XmlNode,
  context: Omit<AssetContext, 'takenIds'>,
): ReadonlyMap<string, ReadAsset> {
  const takenIds = new Set<string>();
  return new Map(
    childrenNamed(resources, 'asset').map((node) => [
      requireAttribute(node, 'id'),
      readAsset(node, { ...context, takenIds }),
    ]),
  );
}
