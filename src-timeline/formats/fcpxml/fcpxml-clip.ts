import type { Placement } from '../../model/placement.ts';
import type { MediaReference, Timeline } from '../../model/timeline.ts';
import { textElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { blendElement, markerElements, transformElement, volumeElement } from './fcpxml-adjustments.ts';
import { assetIdPrefix, type FcpxmlResources } from './fcpxml-resources.ts';
import { retimedStartFrame, timeMapElement } from './fcpxml-time-map.ts';
import { formatFcpxmlTime, ownTimeStartFrame } from './fcpxml-time.ts';

export interface StoryContext {
  readonly timeline: Timeline;
  readonly resources: FcpxmlResources;
  readonly mediaById: ReadonlyMap<string, MediaReference>;
  /** Pictures that are one clip with their own sound, with the role of that sound. */
  readonly companionRoles: ReadonlyMap<Placement, string>;
  /** Pictures with their own sound, which is on its own track in the timeline. */
  readonly companions: ReadonlyMap<Placement, Placement>;
}

/** An anchored item, built once the item it is anchored to is known. */
export interface AnchoredItem {
  readonly startFrame: number;
  /** @param offsetFrames Place in the time of the item it is anchored to. */
  readonly build: (offsetFrames: number) => XmlElement;
}

export interface ClipPlace {
  /** 0 in the spine. */
  readonly lane: number;
  readonly offsetFrames: number;
  readonly role: string;
  readonly isPicture: boolean;
}

/** Metadata key of this app. Other programs keep or drop it; none shows it. */
export const linkMetadataKey = 'com.dailies.link';

function linkMetadata(linkId: string | null): XmlElement | null {
  if (linkId === null) return null;
  return xmlElement('metadata', {}, [xmlElement('md', { key: linkMetadataKey, value: linkId })]);
}

/** Media without timecode start at zero, where both formats have the same label. */
function timecodeFormat({ timeline }: StoryContext, media: MediaReference): 'DF' | 'NDF' {
  return timeline.isDropFrame && media.startFrame > 0 ? 'DF' : 'NDF';
}

/** Half of a file with picture and sound that the clip uses; null if it uses both, or if the file has only one. */
function sourceHalf(media: MediaReference, isPicture: boolean, isWhole: boolean): 'audio' | 'video' | null {
  if (isWhole || media.size === null || media.audioChannels === null) return null;
  return isPicture ? 'video' : 'audio';
}

function rolesOf(
  context: StoryContext,
  placement: Placement,
  { role, isPicture }: ClipPlace,
): XmlElement['attributes'] {
  if (!isPicture) return { audioRole: role };
  return { audioRole: context.companionRoles.get(placement) ?? null, videoRole: role };
}

/** Start of a clip's own time: in its media's timecode, or the start of a still's own time. */
export function localStartFrame({ clip }: Placement, { mediaById, timeline }: StoryContext): number {
  const media = mediaById.get(clip.mediaId);
  if (media === undefined) throw new RangeError(`No media “${clip.mediaId}”.`);
  return media.kind === 'still'
    ? ownTimeStartFrame(timeline.frameRate)
    : media.startFrame + retimedStartFrame(clip, media);
}

/**
 * Builds a clip: `<video>` for stills, `<asset-clip>` for everything else. The clip has the file's name with extension,
 * because importers find moved media by it.
 */
export function buildClipElement(
  context: StoryContext,
  placement: Placement,
  place: ClipPlace,
  anchored: readonly XmlElement[],
): XmlElement {
  const { clip } = placement;
  const media = context.mediaById.get(clip.mediaId);
  if (media === undefined) throw new RangeError(`No media “${clip.mediaId}”.`);
  const time = (frames: number): string => formatFcpxmlTime(frames, context.timeline.frameRate);
  const note = clip.note === null ? null : textElement('note', clip.note);
  const common = {
    ref: assetIdPrefix + media.mediaId,
    lane: place.lane === 0 ? null : place.lane,
    offset: time(place.offsetFrames),
    name: media.fileName,
    start: time(localStartFrame(placement, context)),
    duration: time(clip.durationFrames),
    enabled: clip.isDisabled === true ? 0 : null,
  };
  const adjusting = {
    clip,
    media,
    timeline: context.timeline,
    localStart: localStartFrame(placement, context),
  };
  const looks = place.isPicture ? [transformElement(adjusting), blendElement(adjusting)] : [];
  const sound = place.isPicture ? context.companions.get(placement)?.clip : clip;
  const inside = [...anchored, ...markerElements(adjusting)];
  if (media.kind === 'still')
    return xmlElement('video', { ...common, role: place.role }, [note, ...looks, ...inside]);
  return xmlElement(
    'asset-clip',
    {
      ...common,
      srcEnable: sourceHalf(media, place.isPicture, context.companionRoles.has(placement)),
      format: context.resources.formatIds.get(media.mediaId) ?? null,
      tcFormat: timecodeFormat(context, media),
      ...rolesOf(context, placement, place),
    },
    [
      note,
      timeMapElement(clip, media, context.timeline.frameRate),
      ...looks,
      sound === undefined ? null : volumeElement({ ...adjusting, clip: sound }),
      ...inside,
      linkMetadata(clip.linkId),
    ],
  );
}
