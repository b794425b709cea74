import { endFrameOf, type Placement } from '../../model/placement.ts';
import { framesOfTime } from '../../model/rational-time.ts';
import type { ItemWithoutMedia, Timeline } from '../../model/timeline.ts';
import { inlineElement, writeXmlElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { ItemSources } from './fcpxml-item-source.ts';
import { readUnlessOdd } from './fcpxml-resource-reader.ts';
import { formatFcpxmlTime, framesOfFcpxmlTime, ownTimeStartFrame, parseFcpxmlTime } from './fcpxml-time.ts';

/** An item without media that a document contains. */
export interface WrittenItem {
  readonly item: ItemWithoutMedia;
  /** Start of its own time, in which connected items and markers count. */
  readonly localStart: number;
  /** @param inside Connected items, then markers. */
  readonly build: (place: XmlElement['attributes'], inside: readonly XmlElement[]) => XmlElement;
}

export interface WrittenItems {
  readonly items: readonly WrittenItem[];
  /** Resources that the items refer to. */
  readonly resources: readonly XmlElement[];
}

/** Final Cut's own title, which every version has. */
const basicTitle = {
  name: 'Basic Title',
  uid: '.../Titles.localized/Bumper:Opener.localized/Basic Title.localized/Basic Title.moti',
};

/** Style that Final Cut gives its basic title. */
const titleStyle = {
  font: 'Helvetica',
  fontSize: 63,
  fontFace: 'Regular',
  fontColor: '1 1 1 1',
  alignment: 'center',
};

/** Text of a basic title, as of one that was read. */
function titleText(words: string, start: string): string {
  const elements = [
    xmlElement('effect', { id: 'id-1', ...basicTitle }),
    xmlElement('title', { ref: 'id-1', start }, [
      xmlElement('text', {}, [xmlElement('text-style', { ref: 'id-2' }, words)]),
      xmlElement('text-style-def', { id: 'id-2' }, [xmlElement('text-style', titleStyle)]),
    ]),
  ];
  return elements.map((element) => writeXmlElement(inlineElement(element))).join('');
}

/** Returns the text of an item of this format, and of titles of any. Null for what the format cannot hold. */
function textOf({ kind, words, source, trackKind }: ItemWithoutMedia, start: string): string | null {
  if (trackKind === 'audio') return null;
  if (source?.format === 'FCPXML') return source.text;
  return kind === 'title' && words ? titleText(words, start) : null;
}

/** Builds the items without media that a document of a version contains. */
export function buildItems(
  { itemsWithoutMedia = [], frameRate }: Timeline,
  version: '1.13' | '1.10',
): WrittenItems {
  const sources = new ItemSources(version);
  const time = (frames: number): string => formatFcpxmlTime(frames, frameRate);
  const items = itemsWithoutMedia.flatMap((item): WrittenItem[] => {
    const text = textOf(item, time(ownTimeStartFrame(frameRate)));
    const source = text === null ? null : readUnlessOdd(() => sources.place(text));
    if (source === null) return [];
    const { start } = source.attributes;
    const stated = start === undefined ? null : readUnlessOdd(() => parseFcpxmlTime(start));
    const localStart = stated === null ? 0 : framesOfFcpxmlTime(stated, frameRate);
    // Connected items begin on frames, which a start between two frames would not allow.
    const isBetweenFrames = stated !== null && readUnlessOdd(() => framesOfTime(stated, frameRate)) === null;
    const build: WrittenItem['build'] = (place, inside) =>
      xmlElement(
        source.name,
        {
          ...source.attributes,
          ...place,
          name: item.name,
          ...(isBetweenFrames && inside.length > 0 && { start: time(localStart) }),
          duration: time(item.durationFrames),
          enabled: item.isDisabled === true ? 0 : null,
        },
        [...source.before, ...inside, ...source.after],
      );
    return [{ item, localStart, build }];
  });
  return { items, resources: sources.resources };
}

/** End of an item (exclusive). */
export const endOfItem = ({ startFrame, durationFrames }: ItemWithoutMedia): number =>
  startFrame + durationFrames;

interface PictureLane {
  readonly lane: number;
  readonly placements: readonly Placement[];
}

/** Returns items without media by lane: 0 in the spine. Those without a place on a track take lanes above all pictures. */
export function layOutItems(
  written: readonly WrittenItem[],
  timeline: Timeline,
  video: readonly PictureLane[],
): ReadonlyMap<number, readonly WrittenItem[]> {
  const byLane = new Map<number, WrittenItem[]>();
  const pictureIndexes = timeline.tracks.flatMap(({ kind }, index) => (kind === 'video' ? [index] : []));
  const hasRoom = (lane: number, { item }: WrittenItem): boolean => {
    const spans = [
      ...(video.find((one) => one.lane === lane)?.placements ?? []).map((placement) => ({
        startFrame: placement.startFrame,
        endFrame: endFrameOf(placement),
      })),
      ...(byLane.get(lane) ?? []).map((one) => ({
        startFrame: one.item.startFrame,
        endFrame: endOfItem(one.item),
      })),
    ];
    return spans.every(
      ({ startFrame, endFrame }) => endOfItem(item) <= startFrame || endFrame <= item.startFrame,
    );
  };
  const above = Math.max(1, ...video.map(({ lane }) => lane + 1));
  for (const one of written) {
    const own = video[pictureIndexes.indexOf(one.item.trackIndex ?? -1)]?.lane;
    let lane = own ?? above;
    if (!hasRoom(lane, one)) lane = above;
    while (!hasRoom(lane, one)) lane += 1;
    byLane.set(lane, [...(byLane.get(lane) ?? []), one]);
  }
  return byLane;
}
