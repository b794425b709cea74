import { placementsOfTrack } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { MediaReference, Timeline } from '../../model/timeline.ts';
import { urlOfLocation } from '../media-location.ts';
import { type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { formatNameOf, undefinedFormatName } from './fcpxml-format.ts';
import { formatFcpxmlTime } from './fcpxml-time.ts';

export const dissolveId = 'effect-cross-dissolve';
export const dissolveName = 'Cross Dissolve';
/** Final Cut's id of its cross dissolve, the only transition that every version and importer knows. */
const effectUid = 'FxPlug:4731E73A-8DAC-4113-9A30-AE85B1761265';

export interface FcpxmlResources {
  readonly element: XmlElement;
  readonly sequenceFormatId: string;
  /** Format id by media id. */
  readonly formatIds: ReadonlyMap<string, string>;
}

/** Prefix for media ids, which may start with a digit; XML ids may not. */
export const assetIdPrefix = 'asset-';

const videoColorSpace = '1-1-1 (Rec. 709)';
/** Value that Final Cut writes for pictures in sRGB. */
const stillColorSpace = '1-13-1';

class FormatTable {
  readonly elements: XmlElement[] = [];
  readonly #idsByContent = new Map<string, string>();

  /** Returns the id of the format with these attributes, and creates the format on first use. */
  idOf(attributes: XmlElement['attributes']): string {
    const content = JSON.stringify(attributes);
    const known = this.#idsByContent.get(content);
    if (known !== undefined) return known;
    const id = `format-${String(this.elements.length + 1)}`;
    this.#idsByContent.set(content, id);
    this.elements.push(xmlElement('format', { id, ...attributes }));
    return id;
  }
}

function movingFormat(
  size: { readonly width: number; readonly height: number },
  rate: FrameRate,
): XmlElement['attributes'] {
  return {
    name: formatNameOf(size, rate),
    frameDuration: formatFcpxmlTime(1, rate),
    width: size.width,
    height: size.height,
    colorSpace: videoColorSpace,
  };
}

/** A still's format must not have a frame duration. Sound has neither duration nor size. */
function formatOfMedia(media: MediaReference, timeline: Timeline): XmlElement['attributes'] {
  if (media.size === null) return { name: undefinedFormatName };
  if (media.kind === 'video') return movingFormat(media.size, media.frameRate ?? timeline.frameRate);
  return {
    name: undefinedFormatName,
    width: media.size.width,
    height: media.size.height,
    colorSpace: stillColorSpace,
  };
}

/** Key of this app. Other programs keep it or drop it; none shows it. */
export const stillLinksKey = 'com.dailies.still-links';

/** Stores the links of a still's uses in order, as JSON, because the clips themselves have no place for them. */
function stillLinks({ tracks }: Timeline, { mediaId, kind }: MediaReference): XmlElement | null {
  if (kind !== 'still') return null;
  const uses = tracks.flatMap(placementsOfTrack).filter(({ clip }) => clip.mediaId === mediaId);
  const ordered = uses.toSorted((a, b) => a.startFrame - b.startFrame).map(({ clip }) => clip.linkId);
  if (ordered.every((linkId) => linkId === null)) return null;
  return xmlElement('metadata', {}, [
    xmlElement('md', { key: stillLinksKey, value: JSON.stringify(ordered) }),
  ]);
}

function assetElement(media: MediaReference, timeline: Timeline, formatId: string): XmlElement {
  const isSeen = media.size !== null;
  const isHeard = media.audioChannels !== null;
  return xmlElement(
    'asset',
    {
      id: assetIdPrefix + media.mediaId,
      name: media.fileName,
      start: media.kind === 'still' ? '0s' : formatFcpxmlTime(media.startFrame, timeline.frameRate),
      duration:
        media.durationFrames === null ? '0s' : formatFcpxmlTime(media.durationFrames, timeline.frameRate),
      hasVideo: isSeen ? 1 : null,
      format: isSeen ? formatId : null,
      videoSources: isSeen ? 1 : null,
      hasAudio: isHeard ? 1 : null,
      audioSources: isHeard ? 1 : null,
      audioChannels: media.audioChannels,
      audioRate: isHeard ? timeline.audioRate : null,
    },
    [
      xmlElement('media-rep', { kind: 'original-media', src: urlOfLocation(media.location) }),
      stillLinks(timeline, media),
    ],
  );
}

/**
 * Builds the formats and assets of a timeline: one asset for each media in order, each format once.
 * @param ofItems Resources of items without media.
 */
export function buildFcpxmlResources(timeline: Timeline, ofItems: readonly XmlElement[]): FcpxmlResources {
  const formats = new FormatTable();
  const sequenceFormatId = formats.idOf(movingFormat(timeline, timeline.frameRate));
  const formatIds = new Map(
    timeline.media.map((media) => [media.mediaId, formats.idOf(formatOfMedia(media, timeline))] as const),
  );
  const assets = timeline.media.map((media) =>
    assetElement(media, timeline, formatIds.get(media.mediaId) ?? sequenceFormatId),
  );
  return {
    element: xmlElement('resources', {}, [
      ...formats.elements,
      ...assets,
      transitionEffect(timeline),
      ...ofItems,
    ]),
    sequenceFormatId,
    formatIds,
  };
}

/** Returns the effect that transitions refer to; null without transitions. */
function transitionEffect(timeline: Timeline): XmlElement | null {
  const hasAny = timeline.tracks.some(({ items }) =>
    items.some((item) => item.kind === 'clip' && item.transition !== undefined),
  );
  return hasAny ? xmlElement('effect', { id: dissolveId, name: dissolveName, uid: effectUid }) : null;
}
