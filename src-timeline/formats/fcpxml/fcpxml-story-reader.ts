import { type FrameRate, type RationalTime, subtractTimes } from '../../model/rational-time.ts';
import type { ItemKind, TimelineMarker } from '../../model/timeline.ts';
import type { Nesting, NestUse } from '../nested-sequences.ts';
import type { XmlNode } from '../xml/xml-reader.ts';
import {
  FcpxmlClipReader,
  noTransition,
  type ReadTransition,
  type Split,
  splitOf,
  transitionOf,
  type TransitionsOfClip,
} from './fcpxml-clip-reader.ts';
import { readMarkers, type SequenceFormat } from './fcpxml-effects-reader.ts';
import type { FcpxmlItemReader } from './fcpxml-items-reader.ts';
import {
  activeStoriesOf,
  contentOf,
  type NestedContent,
  showsOneItem,
  soundUseOf,
  synchronisedWith,
} from './fcpxml-nested-stories.ts';
import {
  type ReadAsset,
  type ReadNest,
  readUnlessOdd,
  timeAttribute,
  zeroTime,
} from './fcpxml-resource-reader.ts';
import { FcpxmlSourceReader, isOnLane, isSourceOff } from './fcpxml-source-reader.ts';
import {
  captionsOfNest,
  captionsOfNode,
  type FoundCaption,
  type FoundClip,
  type FoundItem,
  type FoundStory,
  itemsOfNest,
  markersOfNest,
  movedBy,
  type Place,
  withMarkers,
} from './fcpxml-story-parts.ts';
import { readTimeMap } from './fcpxml-time-map.ts';
import { framesOfFcpxmlTime } from './fcpxml-time.ts';
import { isPartOfItem, readFcpxmlUnread, storyElements } from './fcpxml-unread-reader.ts';

/** Clips that wrap the items they show. */
const wrappers: ReadonlySet<string> = new Set(['clip', 'sync-clip']);

/** Clips whose content is a resource. */
const nests: ReadonlySet<string> = new Set(['mc-clip', 'ref-clip']);

interface StoryReaderContext {
  readonly assets: ReadonlyMap<string, ReadAsset>;
  readonly nests: ReadonlyMap<string, ReadNest>;
  readonly items: FcpxmlItemReader;
  readonly sequence: SequenceFormat;
  readonly nesting: Nesting;
}

/** Walks the storyline of a sequence and collects its clips, captions and items without media with their places. */
export class FcpxmlStoryReader {
  readonly #context: StoryReaderContext;
  readonly #sources: FcpxmlSourceReader;
  readonly #clips: FcpxmlClipReader;
  readonly #rate: FrameRate;
  readonly #pictures: FoundClip[] = [];
  readonly #sounds: FoundClip[] = [];
  readonly #captions: FoundCaption[] = [];
  readonly #items: FoundItem[] = [];
  readonly #markers: TimelineMarker[] = [];

  constructor(context: StoryReaderContext) {
    this.#context = context;
    this.#sources = new FcpxmlSourceReader(context.assets);
    this.#clips = new FcpxmlClipReader(this.#sources, context.sequence);
    this.#rate = context.sequence.frameRate;
  }

  /**
   * Reads a storyline. An item that cannot be read keeps its place as an item without media.
   * @param start Time of the first frame, the zero of all places in the storyline.
   * @throws TimelineParseError for a story that multiplies itself by nesting.
   */
  read(spine: XmlNode, start: RationalTime): FoundStory {
    this.#walkSpine(spine, this.#originOf(spine, start), { startFrame: 0, lane: 0 });
    return {
      pictures: this.#pictures,
      sounds: this.#sounds,
      captions: this.#captions,
      items: this.#items,
      markers: this.#markers,
    };
  }

  /** Some programs count offsets from zero despite a start timecode. */
  #originOf({ children: [first] }: XmlNode, start: RationalTime): RationalTime {
    const offset = first === undefined ? null : this.#offsetFrames(first, zeroTime);
    const startFrame = this.#frames(start);
    return offset !== null && startFrame !== null && offset < startFrame ? zeroTime : start;
  }

  /** Null for a time beyond reason. */
  #frames(time: RationalTime): number | null {
    return readUnlessOdd(() => framesOfFcpxmlTime(time, this.#rate));
  }

  /** Returns the place of an element from an origin. Null if it states none that can be read. */
  #offsetFrames(node: XmlNode, origin: RationalTime): number | null {
    const offset = readUnlessOdd(() => timeAttribute(node, 'offset'));
    return offset === null ? null : this.#frames(subtractTimes(offset, origin));
  }

  /** Null for a length that cannot be read or is below zero. */
  #durationFrames(node: XmlNode): number | null {
    const [picked] = node.children;
    if (node.name === 'audition' && picked !== undefined) return this.#durationFrames(picked);
    if (!node.attributes.has('duration')) return this.#sources.assetOf(node)?.media.durationFrames ?? 0;
    const duration = readUnlessOdd(() => timeAttribute(node, 'duration'));
    const frames = duration === null ? null : this.#frames(duration);
    return frames !== null && frames >= 0 ? frames : null;
  }

  #localStart(node: XmlNode): RationalTime {
    return readUnlessOdd(() => this.#sources.localStart(node)) ?? zeroTime;
  }

  /** Reads items in sequence. A later offset leaves a hole; an earlier one is ignored. */
  #walkSpine(spine: XmlNode, origin: RationalTime, place: Pick<Place, 'startFrame' | 'lane'>): void {
    let cursor = 0;
    let before: XmlNode | null = null;
    this.#context.nesting.count(spine.children.length);
    for (const [index, node] of spine.children.entries()) {
      if (node.name === 'transition') {
        before = node;
        const isOfClip = [index - 1, index + 1].some((at) => this.#sources.mayShowMedia(spine.children[at]));
        if (!isOfClip) this.#addLoneTransition(node, cursor, origin, place);
        continue;
      }
      const startFrame = Math.max(cursor, this.#offsetFrames(node, origin) ?? cursor);
      const next = spine.children[index + 1];
      const nextFrame = (next && this.#offsetFrames(next, origin)) ?? startFrame;
      const stated = this.#durationFrames(node);
      const durationFrames = stated ?? Math.max(0, nextFrame - startFrame);
      const endFrame = startFrame + durationFrames;
      const transition = before === null ? null : this.#readTransition(before, startFrame, origin);
      const closing = this.#readClosing(spine.children.slice(index + 1, index + 3), endFrame, origin);
      const itemPlace = { startFrame: place.startFrame + startFrame, lane: place.lane, durationFrames };
      const transitions = {
        transition: transition ?? noTransition,
        closing: closing ?? noTransition,
      };
      if (stated === null) this.#walkOddItem(node, itemPlace);
      else this.#walkItem(node, itemPlace, transitions);
      before = null;
      cursor = endFrame;
    }
  }

  /** Reads the transition after an item that has no following item. */
  #readClosing(next: readonly XmlNode[], endFrame: number, origin: RationalTime): ReadTransition | null {
    const [transition, after] = next;
    const isLast = after === undefined || after.name === 'gap';
    return transition?.name === 'transition' && isLast
      ? this.#readTransition(transition, endFrame, origin)
      : null;
  }

  #readTransition(node: XmlNode, cutFrame: number, origin: RationalTime): ReadTransition | null {
    const offsetFrames = this.#offsetFrames(node, origin);
    const framesBeforeCut = offsetFrames === null ? null : cutFrame - offsetFrames;
    return transitionOf(node, this.#durationFrames(node) ?? 0, framesBeforeCut);
  }

  #walkItem(node: XmlNode, place: Place, transitions: TransitionsOfClip | null = null): void {
    this.#context.nesting.count(1);
    if (node.name === 'spine') this.#walkSpine(node, zeroTime, place);
    else if (node.name === 'audition')
      node.children.slice(0, 1).forEach((picked) => this.#walkItem(picked, place, transitions));
    else if (node.name === 'caption') this.#captions.push(...captionsOfNode(node, place));
    else if (place.startFrame < 0) this.#walkOddItem(node, place);
    else this.#walkClip(node, place, transitions ?? { transition: noTransition, closing: noTransition });
  }

  #walkOddItem(node: XmlNode, place: Place): void {
    if (node.name !== 'gap' && node.name !== 'caption') this.#addItem(node, place, 'unreadable');
    this.#walkAnchored(node, place, new Set());
  }

  #walkClip(node: XmlNode, place: Place, transitions: TransitionsOfClip): void {
    const isWrapper = wrappers.has(node.name);
    const source = readUnlessOdd(() => this.#sources.sourceOf(node));
    const isPlain = !isWrapper || (source !== null && showsOneItem(node));
    const content = isPlain ? [] : contentOf(node);
    if (nests.has(node.name)) this.#addNest(node, place, transitions);
    else if (content.length > 0) this.#addWrapped(node, place, content, transitions);
    else if (source !== null && place.durationFrames > 0)
      this.#addHalves(node, place, () => {
        const number = String(this.#pictures.length + 1);
        const link = `clip-${number}-${String(node.lineNumber)}`;
        return this.#clips.read(node, source, place, transitions, link);
      });
    else this.#addGapOrItem(node, place, this.#sources.assetOf(node) === null ? undefined : 'unreadable');
    const main = isPlain ? this.#sources.mainOf(node) : null;
    const held = isWrapper ? this.#addSynchronised(node, place, main) : new Set<XmlNode>();
    this.#walkAnchored(node, place, held);
  }

  #addHalves(node: XmlNode, place: Place, read: () => ReturnType<FcpxmlClipReader['read']>): void {
    const halves = readUnlessOdd(read);
    if (halves === null) this.#addItem(node, place, 'unreadable');
    if (halves?.picture) this.#pictures.push(halves.picture);
    if (halves?.sound) this.#sounds.push(halves.sound);
  }

  #addGapOrItem(node: XmlNode, place: Place, kind?: ItemKind): void {
    const localStart = this.#localStart(node);
    const { sequence } = this.#context;
    const markers = readMarkers(node, { sequence, durationFrames: place.durationFrames, localStart });
    const { startFrame } = place;
    this.#markers.push(...markers.map((marker) => ({ ...marker, frame: startFrame + marker.frame })));
    const isEmpty = node.name !== 'gap' && place.durationFrames === 0;
    if (node.name !== 'gap') this.#addItem(node, place, isEmpty && kind === undefined ? 'unreadable' : kind);
  }

  /** Names a transition that belongs to no clip, such as one between two titles. */
  #addLoneTransition(
    node: XmlNode,
    cutFrame: number,
    origin: RationalTime,
    { startFrame, lane }: Pick<Place, 'startFrame' | 'lane'>,
  ): void {
    const durationFrames = this.#durationFrames(node) ?? 0;
    const offsetFrames = this.#offsetFrames(node, origin) ?? cutFrame - Math.floor(durationFrames / 2);
    const place = { startFrame: startFrame + offsetFrames, lane, durationFrames };
    this.#items.push({ ...this.#context.items.read(node, place, 'other'), isBesideTracks: true });
  }

  #addItem(node: XmlNode, place: Place, kind?: ItemKind): void {
    this.#items.push(this.#context.items.read(node, place, kind));
  }

  /** Reads the items connected to another one. */
  #walkAnchored(node: XmlNode, place: Place, held: ReadonlySet<XmlNode>): void {
    const localStart = this.#localStart(node);
    const isContent = (child: XmlNode): boolean => wrappers.has(node.name) && !isOnLane(child);
    for (const child of node.children) {
      if (held.has(child) || isContent(child)) continue;
      if (!storyElements.has(child.name) && isPartOfItem(child)) continue;
      const startFrame = place.startFrame + (this.#offsetFrames(child, localStart) ?? 0);
      const durationFrames = this.#durationFrames(child);
      const childPlace = {
        startFrame,
        lane: place.lane + laneOf(child),
        durationFrames: durationFrames ?? 0,
      };
      if (durationFrames === null) this.#walkOddItem(child, childPlace);
      else this.#walkItem(child, childPlace);
    }
  }

  /** Adds the items connected within a clip. @returns the children of the clip that it read. */
  #addSynchronised(node: XmlNode, place: Place, main: XmlNode | null): ReadonlySet<XmlNode> {
    const start = this.#localStart(node);
    const mainStart = main === null ? zeroTime : this.#localStart(main);
    const { stories, held } = synchronisedWith(node, main, { start, mainStart });
    const isDisabled = node.attributes.get('enabled') === '0';
    const use = { ...place, firstFrame: this.#frames(start) ?? 0, isDisabled, linkSuffix: '' };
    const isSilent = isSourceOff(node, 'connected');
    for (const story of stories) {
      const inside = this.#readStory(story, zeroTime);
      this.#addInside(isSilent ? { ...inside, sounds: [] } : inside, use, use, place.lane);
    }
    return held;
  }

  #readStory(story: XmlNode, start: RationalTime): FoundStory {
    return new FcpxmlStoryReader(this.#context).read(story, start);
  }

  /** Adds the visible content of a nested story. */
  #addInside(inside: FoundStory, use: NestUse, ofSound: NestUse, lane: number): void {
    this.#pictures.push(...movedBy(use, lane, inside.pictures));
    this.#sounds.push(...movedBy(ofSound, lane, inside.sounds));
    this.#captions.push(...captionsOfNest(inside.captions, lane, use));
    this.#items.push(...itemsOfNest(inside.items, lane, use));
    this.#markers.push(...markersOfNest(inside.markers, use));
  }

  /** Adds the content of a clip that holds a story. */
  #addWrapped(
    node: XmlNode,
    place: Place,
    children: readonly XmlNode[],
    { transition }: TransitionsOfClip,
  ): void {
    const story = { ...node, name: 'spine', attributes: new Map<string, string>(), children };
    const isHeard = !isSourceOff(node, 'storyline');
    this.#addContent(node, place, transition, {
      stories: [{ story, isSeen: true, isHeard, settings: node }],
      start: zeroTime,
      firstTime: this.#localStart(node),
      id: null,
    });
  }

  /** Adds the content of a compound clip, or of the active angles of a multicam clip. */
  #addNest(node: XmlNode, place: Place, { transition }: TransitionsOfClip): void {
    const id = node.attributes.get('ref') ?? '';
    const nest = this.#context.nests.get(id);
    const stories = nest === undefined ? [] : activeStoriesOf(node, nest);
    if (nest === undefined || stories.length === 0 || place.durationFrames === 0) {
      this.#addGapOrItem(node, place, nest === undefined ? undefined : 'unreadable');
      return;
    }
    const firstTime = readUnlessOdd(() => timeAttribute(node, 'start')) ?? nest.start;
    this.#addContent(node, place, transition, { stories, start: nest.start, firstTime, id });
  }

  #addContent(node: XmlNode, place: Place, transition: ReadTransition, content: NestedContent): void {
    const first = { pictures: this.#pictures.length, sounds: this.#sounds.length };
    const { start, id } = content;
    for (const { story, isSeen, isHeard, settings } of content.stories) {
      const read = (): FoundStory => this.#readStory(story, start);
      const inside = id === null ? read() : this.#context.nesting.enter(id, read);
      const use = this.#useOf(node, place, content, settings);
      if (inside === null || use === null) {
        this.#addItem(node, place, 'unreadable');
        return;
      }
      const { isHeld, ...ofPictures } = { ...use, transition: transition.ofPictures };
      const seen = isSeen ? inside : { ...inside, pictures: [], items: inside.items.filter(isHeardItem) };
      const shown = isHeard && !isHeld ? seen : { ...seen, sounds: [] };
      this.#addInside(
        isHeld ? { ...shown, captions: [] } : shown,
        ofPictures,
        soundUseOf(node, use, this.#splitOf(node)),
        place.lane,
      );
    }
    this.#markContent(node, place, content, first);
  }

  /** Gives the markers of a nested clip to the clips it shows. */
  #markContent(
    node: XmlNode,
    { startFrame, durationFrames }: Place,
    { firstTime }: NestedContent,
    first: { readonly pictures: number; readonly sounds: number },
  ): void {
    const { sequence } = this.#context;
    const own = readMarkers(node, { sequence, durationFrames, localStart: firstTime });
    const markers = own.map((marker) => ({ ...marker, frame: startFrame + marker.frame }));
    const ofPictures = withMarkers(this.#pictures.slice(first.pictures), markers);
    const ofSounds = withMarkers(this.#sounds.slice(first.sounds), ofPictures.unplaced);
    this.#pictures.splice(first.pictures, Infinity, ...ofPictures.clips);
    this.#sounds.splice(first.sounds, Infinity, ...ofSounds.clips);
    this.#markers.push(...ofSounds.unplaced);
  }

  /** Null if the visible part cannot be read. */
  #useOf(
    node: XmlNode,
    { startFrame, durationFrames }: Place,
    { start, firstTime, id }: NestedContent,
    settings: XmlNode,
  ): (NestUse & { readonly isHeld: boolean }) | null {
    const clip = { mediaStart: start, start: firstTime, durationFrames, rate: this.#rate };
    const retimed = readUnlessOdd(() => readTimeMap(node, clip));
    const firstFrame = retimed?.sourceStartFrame ?? this.#frames(subtractTimes(firstTime, start));
    if (firstFrame === null) return null;
    return {
      startFrame,
      durationFrames,
      firstFrame,
      speed: retimed?.speed,
      isReversed: retimed?.isReversed,
      isHeld: retimed?.isHeld === true,
      isDisabled: node.attributes.get('enabled') === '0',
      unread: [...(retimed?.unread ?? []), ...readFcpxmlUnread(settings)],
      linkSuffix:
        id === null
          ? `-in-${String(this.#pictures.length)}-at-${String(startFrame)}`
          : this.#context.nesting.linkSuffix(id, startFrame),
    };
  }

  #splitOf(node: XmlNode): Split | null {
    return splitOf(node, this.#localStart(node), (time) => framesOfFcpxmlTime(time, this.#rate));
  }
}

const isHeardItem = ({ item }: FoundItem): boolean => item.trackKind === 'audio';

/** Lane of a connected item. One without a lane lies above what it is connected to. */
function laneOf({ attributes }: XmlNode): number {
  return Math.trunc(Number(attributes.get('lane') ?? 0)) || 1;
}
