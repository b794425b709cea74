import { endFrameOf, headFramesOf } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { ItemWithoutMedia } from '../../model/timeline.ts';
import { carriedElements } from '../xml/xml-copy.ts';
import { textElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import type { XmemlFileTable } from './xmeml-file.ts';
import { levelsFilter, motionFilter, speedFilter } from './xmeml-filters.ts';
import { itemElement } from './xmeml-item-source.ts';
import { labelOfRole } from './xmeml-label.ts';
import type { LaidOutItem, LaidOutTrack } from './xmeml-layout.ts';
import { markerElement } from './xmeml-markers.ts';
import { booleanElement, rateElement } from './xmeml-parts.ts';
import { fadeItem, transitionItem } from './xmeml-transition.ts';

type LinkGroups = ReadonlyMap<string, readonly LaidOutItem[]>;

function linkElement(member: LaidOutItem): XmlElement {
  return xmlElement('link', {}, [
    textElement('linkclipref', member.itemId),
    textElement('mediatype', member.mediaType),
    textElement('trackindex', member.trackIndex),
    textElement('clipindex', member.clipIndex),
    member.mediaType === 'audio' ? textElement('groupindex', 1) : null,
  ]);
}

/** Writes links: every member of a group lists all members, including itself; an unlinked item lists none. */
function linkElements(item: LaidOutItem, groups: LinkGroups): readonly XmlElement[] {
  const members = groups.get(item.linkKey) ?? [];
  return members.length < 2 ? [] : members.map(linkElement);
}

function pictureElements({ media }: LaidOutItem): readonly XmlElement[] {
  return [
    textElement('alphatype', media.isTransparent === true ? 'straight' : 'none'),
    textElement('pixelaspectratio', 'square'),
    booleanElement('anamorphic', false),
  ];
}

function sourceTrackElement({ mediaType, channel }: LaidOutItem): XmlElement {
  return xmlElement('sourcetrack', {}, [
    textElement('mediatype', mediaType),
    mediaType === 'audio' ? textElement('trackindex', channel) : null,
  ]);
}

/** Writes the place. A place of -1 refers to the transition there, whose media frames count as the clip's. */
function placeElements(
  { placement, endsInTransition }: LaidOutItem,
  { opens, closes }: { readonly opens: XmlElement | null; readonly closes: XmlElement | null },
): readonly XmlElement[] {
  const beginsInTransition = placement.clip.transition !== undefined || opens !== null;
  return [
    textElement('start', beginsInTransition ? -1 : placement.startFrame),
    textElement('end', endsInTransition || closes !== null ? -1 : endFrameOf(placement)),
  ];
}

/** Writes a clip with the transitions that belong to it. */
function clipElements(
  item: LaidOutItem,
  rate: FrameRate,
  files: XmemlFileTable,
  groups: LinkGroups,
): readonly (XmlElement | null)[] {
  const { media, placement, mediaType, channel } = item;
  const { clip } = placement;
  const label = mediaType === 'audio' ? labelOfRole(item.role) : null;
  const opens = fadeItem(item, 'in', rate);
  const closes = fadeItem(item, 'out', rate);
  // Media frames count at the clip's own speed.
  const speed = clip.speed ?? 1;
  const firstFrame = media.kind === 'still' ? headFramesOf(clip) : Math.round(clip.sourceStartFrame / speed);
  const inFrame = firstFrame - headFramesOf(clip);
  const element = xmlElement('clipitem', { id: item.itemId }, [
    textElement('masterclipid', `masterclip-${media.mediaId}`),
    textElement('name', media.fileName),
    booleanElement('enabled', clip.isDisabled !== true),
    textElement('duration', Math.round(files.lengthOf(media) / speed)),
    rateElement(rate),
    ...placeElements(item, { opens, closes }),
    textElement('in', inFrame),
    textElement('out', inFrame + headFramesOf(clip) + clip.durationFrames + item.tailFrames),
    ...(mediaType === 'video' ? pictureElements(item) : []),
    ...(channel === 1 ? carriedElements(clip.unread, 'PREMIERE_XML', 'compositemode') : []),
    files.elementOf(media),
    speedFilter(clip, mediaType),
    mediaType === 'video' ? motionFilter(clip, firstFrame) : levelsFilter(clip, firstFrame),
    ...(channel === 1 ? carriedElements(clip.unread, 'PREMIERE_XML', 'filter') : []),
    ...(channel === 1 ? (clip.markers ?? []) : []).map((marker) => markerElement(marker, firstFrame)),
    sourceTrackElement(item),
    clip.note === null ? null : xmlElement('logginginfo', {}, [textElement('lognote', clip.note)]),
    label === null ? null : xmlElement('labels', {}, [textElement('label2', label)]),
    ...linkElements(item, groups),
  ]);
  return [transitionItem(placement, rate), opens, element, closes];
}

/** Places the elements of a track and its items without media in order. */
function inOrder(
  { items, others }: LaidOutTrack,
  elementsOf: (item: LaidOutItem) => readonly (XmlElement | null)[],
  elementOfOther: (item: ItemWithoutMedia) => XmlElement,
): readonly (XmlElement | null)[] {
  const placed = [
    ...items.map((item) => ({ start: item.placement.startFrame, elements: elementsOf(item) })),
    ...others.map((item) => ({ start: item.startFrame, elements: [elementOfOther(item)] })),
  ];
  return placed.toSorted((a, b) => a.start - b.start).flatMap(({ elements }) => elements);
}

/** Builds the `<track>` elements in order. The first clip that uses a file contains its full description. */
export function buildTrackElements(
  tracks: readonly LaidOutTrack[],
  rate: FrameRate,
  files: XmemlFileTable,
): readonly XmlElement[] {
  const groups = Map.groupBy(
    tracks.flatMap(({ items }) => items),
    ({ linkKey }) => linkKey,
  );
  let otherCount = 0;
  return tracks.map((track) => {
    const elements = inOrder(
      track,
      (item) => clipElements(item, rate, files, groups),
      (item) => itemElement(item, (otherCount += 1)),
    );
    return xmlElement('track', {}, [
      ...elements,
      booleanElement('enabled', true),
      booleanElement('locked', false),
      track.outputChannel === null ? null : textElement('outputchannelindex', track.outputChannel),
    ]);
  });
}
