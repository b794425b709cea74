import { clipExtras } from '../clip-extras.ts';
import type { Nesting, NestUse } from '../nested-sequences.ts';
import type { Placement } from '../placement.ts';
import { type FrameRate, type RationalTime, subtractTimes } from '../rational-time.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import type { Caption, Clip, ClipTransition } from '../timeline.ts';
import { childOf, placeOf, type XmlNode } from '../xml-reader.ts';
import {
  readOwnParts,
  readPictureEffects,
  readSoundEffects,
  type SequenceFormat,
} from './fcpxml-effects-reader.ts';
import { type ReadAsset, type ReadCompound, timeAttribute, zeroTime } from './fcpxml-resource-reader.ts';
import { FcpxmlSourceReader, type Source } from './fcpxml-source-reader.ts';
import {
  captionLines,
  captionsOfNest,
  type FoundCaption,
  type FoundClip,
  type FoundStory,
  linkIdOf,
  movedBy,
  pictureRoleOf,
  soundRoleOf,
  withUnread,
} from './fcpxml-story-parts.ts';
import { isSourceOff, synchronisedWith } from './fcpxml-synchronised.ts';
import { type ReadSpeed, readTimeMap } from './fcpxml-time-map.ts';
import { framesOfFcpxmlTime } from './fcpxml-time.ts';
import { readFcpxmlUnread } from './fcpxml-unread-reader.ts';

/** Elements with a place in time. Unsupported ones still take up time and hold anchored items. */
const storyElements: ReadonlySet<string> = new Set([
  'asset-clip',
  'audio',
  'audition',
  'caption',
  'clip',
  'gap',
  'live-drawing',
  'mc-clip',
  'ref-clip',
  'spine',
  'sync-clip',
  'title',
  'video',
]);

/** Clips that wrap the items they show. */
const wrappers: ReadonlySet<string> = new Set(['clip', 'sync-clip']);

interface Place {
  /** Frames from the first frame of the sequence. */
  readonly startFrame: number;
  readonly lane: number;
}

interface StoryReaderContext {
  readonly assets: ReadonlyMap<string, ReadAsset>;
  readonly compounds: ReadonlyMap<string, ReadCompound>;
  readonly sequence: SequenceFormat;
  readonly nesting: Nesting;
}

/** A transition of the pictures, the sound or both. */
interface ReadTransition {
  readonly ofPictures: ClipTransition | null;
  readonly ofSound: ClipTransition | null;
}

const noTransition: ReadTransition = { ofPictures: null, ofSound: null };

/** Walks the storyline of a sequence and collects its clips and captions with their places. */
export class FcpxmlStoryReader {
  readonly #context: StoryReaderContext;
  readonly #sources: FcpxmlSourceReader;
  readonly #sequence: SequenceFormat;
  readonly #rate: FrameRate;
  readonly #pictures: FoundClip[] = [];
  readonly #sounds: FoundClip[] = [];
  readonly #captions: FoundCaption[] = [];
  /** Transition into the next item. */
  #transition: ReadTransition | null = null;
  /** Transition from that item to nothing. */
  #closing: ReadTransition | null = null;

  constructor(context: StoryReaderContext) {
    this.#context = context;
    this.#sources = new FcpxmlSourceReader(context.assets);
    this.#sequence = context.sequence;
    this.#rate = context.sequence.frameRate;
  }

  /**
   * @param origin Time of the sequence's first frame, the zero of all places in the spine.
   * @throws TimelineParseError
   */
  read(spine: XmlNode, origin: RationalTime): FoundStory {
    this.#walkSpine(spine, origin, { startFrame: 0, lane: 0 });
    return { pictures: this.#pictures, sounds: this.#sounds, captions: this.#captions };
  }

  #frames(node: XmlNode, time: RationalTime): number {
    try {
      return framesOfFcpxmlTime(time, this.#rate);
    } catch {
      throw new TimelineParseError('A time here is longer than any sequence.', placeOf(node));
    }
  }

  /** Reads items in sequence. A later offset leaves a hole; an earlier one is ignored. */
  #walkSpine(spine: XmlNode, origin: RationalTime, place: Place): void {
    let cursor = 0;
    let transition: XmlNode | null = null;
    this.#context.nesting.count(spine.children.length);
    const nodes = spine.children.filter(({ name }) => name === 'transition' || storyElements.has(name));
    for (const [index, node] of nodes.entries()) {
      if (node.name === 'transition') transition = node;
      if (!storyElements.has(node.name)) continue;
      const offset = timeAttribute(node, 'offset');
      const offsetFrames = offset === null ? cursor : this.#frames(node, subtractTimes(offset, origin));
      const startFrame = Math.max(cursor, offsetFrames);
      this.#transition = transition === null ? null : this.#readTransition(transition, startFrame, origin);
      const endFrame = startFrame + this.#durationFrames(node);
      this.#closing = this.#readClosing(nodes.slice(index + 1, index + 3), endFrame, origin);
      this.#walkItem(node, { startFrame: place.startFrame + startFrame, lane: place.lane });
      transition = null;
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

  /** Reads a transition of any kind; unknown kinds count as dissolves. Null if it does not cover the cut. */
  #readTransition(node: XmlNode, cutFrame: number, origin: RationalTime): ReadTransition | null {
    const durationFrames = this.#durationFrames(node);
    const offset = timeAttribute(node, 'offset');
    const framesBeforeCut =
      offset === null
        ? Math.floor(durationFrames / 2)
        : cutFrame - this.#frames(node, subtractTimes(offset, origin));
    if (durationFrames < 1 || framesBeforeCut < 0 || framesBeforeCut > durationFrames) return null;
    const transition = {
      style: 'FADE',
      durationFrames,
      ...(framesBeforeCut > 0 && { framesBeforeCut }),
    } as const;
    const has = (name: string): boolean => childOf(node, name) !== null;
    const isOfSoundAlone = has('filter-audio') && !has('filter-video');
    return {
      ofPictures: isOfSoundAlone ? null : transition,
      ofSound: has('filter-audio') ? transition : null,
    };
  }

  #durationFrames(node: XmlNode): number {
    const [picked] = node.children;
    if (node.name === 'audition' && picked !== undefined) return this.#durationFrames(picked);
    const duration = timeAttribute(node, 'duration');
    const frames =
      duration === null
        ? (this.#sources.assetOf(node)?.media.durationFrames ?? 0)
        : this.#frames(node, duration);
    if (frames < 0) throw new TimelineParseError('A length here is below zero.', placeOf(node));
    return frames;
  }

  #walkItem(node: XmlNode, place: Place): void {
    this.#context.nesting.count(1);
    if (place.startFrame < 0) throw new TimelineParseError('This begins before the sequence.', placeOf(node));
    if (node.name === 'spine') this.#walkSpine(node, zeroTime, place);
    else if (node.name === 'audition')
      node.children.slice(0, 1).forEach((picked) => this.#walkItem(picked, place));
    else if (node.name === 'caption') this.#addCaption(node, place);
    else this.#walkClip(node, place);
  }

  #walkClip(node: XmlNode, place: Place): void {
    const source = this.#sources.sourceOf(node);
    const transition = this.#transition ?? noTransition;
    const closing = this.#closing ?? noTransition;
    this.#transition = null;
    this.#closing = null;
    if (source !== null) this.#addClip(node, source, place, { transition, closing });
    if (node.name === 'ref-clip') this.#addCompound(node, place, transition.ofPictures);
    const localStart = this.#sources.localStart(node);
    const held = wrappers.has(node.name) ? this.#addSynchronised(node, place) : null;
    for (const child of node.children) {
      const lane = Number(child.attributes.get('lane') ?? 0);
      if (
        held?.has(child) === true ||
        lane === 0 ||
        !Number.isInteger(lane) ||
        !storyElements.has(child.name)
      )
        continue;
      const offset = subtractTimes(timeAttribute(child, 'offset') ?? zeroTime, localStart);
      const startFrame = place.startFrame + this.#frames(child, offset);
      this.#walkItem(child, { startFrame, lane: place.lane + lane });
    }
  }

  /** Adds the items connected within a clip. @returns the children of the clip that it read. */
  #addSynchronised(node: XmlNode, { startFrame, lane }: Place): ReadonlySet<XmlNode> {
    const main = this.#sources.mainOf(node);
    const start = this.#sources.localStart(node);
    const mainStart = main === null ? zeroTime : this.#sources.localStart(main);
    const { stories, held } = synchronisedWith(node, main, { start, mainStart });
    const use: NestUse = {
      ...{ startFrame, durationFrames: this.#durationFrames(node), firstFrame: this.#frames(node, start) },
      ...{ isDisabled: node.attributes.get('enabled') === '0', linkSuffix: '' },
    };
    for (const story of stories) {
      const id = `clip on line ${String(node.lineNumber)}`;
      const inside = this.#context.nesting.enter(id, () =>
        new FcpxmlStoryReader(this.#context).read(story, zeroTime),
      );
      const sounds = isSourceOff(node, 'connected') ? [] : (inside?.sounds ?? []);
      this.#pictures.push(...movedBy(use, lane, inside?.pictures ?? []));
      this.#sounds.push(...movedBy(use, lane, sounds));
      this.#captions.push(...captionsOfNest(inside?.captions ?? [], lane, use));
    }
    return held;
  }

  /** Adds the visible and audible content of a compound clip. */
  #addCompound(node: XmlNode, place: Place, transition: ClipTransition | null): void {
    const id = node.attributes.get('ref') ?? '';
    const compound = this.#context.compounds.get(id);
    if (compound === undefined || this.#durationFrames(node) === 0) return;
    const inside = this.#context.nesting.enter(id, () =>
      new FcpxmlStoryReader(this.#context).read(compound.spine, compound.start),
    );
    if (inside === null) return;
    const { isHeld, ...use } = this.#useOf(node, compound, place, transition);
    const half = node.attributes.get('srcEnable') ?? 'all';
    const ofSound = { ...use, transition: null, unread: [] };
    if (half !== 'audio') this.#pictures.push(...movedBy(use, place.lane, inside.pictures));
    if (half !== 'video' && !isHeld) this.#sounds.push(...movedBy(ofSound, place.lane, inside.sounds));
    if (!isHeld) this.#captions.push(...captionsOfNest(inside.captions, place.lane, use));
  }

  #useOf(
    node: XmlNode,
    compound: ReadCompound,
    { startFrame }: Place,
    transition: ClipTransition | null,
  ): NestUse & { readonly isHeld: boolean } {
    const durationFrames = this.#durationFrames(node);
    const start = timeAttribute(node, 'start') ?? compound.start;
    const clip = { mediaStart: compound.start, start, durationFrames, rate: this.#rate };
    const retimed = readTimeMap(node, clip);
    return {
      ...{ startFrame, durationFrames, transition },
      firstFrame: retimed?.sourceStartFrame ?? this.#frames(node, subtractTimes(start, compound.start)),
      ...{ speed: retimed?.speed, isReversed: retimed?.isReversed },
      isHeld: retimed?.isHeld === true,
      isDisabled: node.attributes.get('enabled') === '0',
      unread: [...(retimed?.unread ?? []), ...readFcpxmlUnread(node)],
      linkSuffix: this.#context.nesting.linkSuffix(node.attributes.get('ref') ?? '', startFrame),
    };
  }

  #addClip(
    node: XmlNode,
    source: Source,
    place: Place,
    { transition, closing }: { readonly transition: ReadTransition; readonly closing: ReadTransition },
  ): void {
    if (this.#durationFrames(node) === 0) return;
    const { media } = source.asset;
    const retimed = this.#readSpeed(node, source);
    const isSeen = source.isSeen && media.size !== null;
    const isHeard = source.isHeard && media.audioChannels !== null && retimed?.isHeld !== true;
    const ownLink =
      isSeen && isHeard ? `clip-${String(this.#pictures.length + 1)}-${String(node.lineNumber)}` : null;
    const { startFrame } = place;
    const clip = this.#readClip(node, source, retimed, ownLink);
    const context = {
      ...{ media, sequence: this.#sequence, durationFrames: clip.durationFrames },
      localStart: this.#sources.localStart(node),
    };
    const found = { lane: place.lane, isStill: media.kind === 'still' };
    if (isSeen) {
      const own = withUnread(readOwnParts(node, context), retimed?.unread);
      const read = readPictureEffects(node, closing.ofPictures, context);
      const effects = { transition: transition.ofPictures, ...read, ...own };
      const picture = { ...clip, ...clipExtras(effects) };
      this.#pictures.push({ ...found, placement: { startFrame, clip: picture }, role: pictureRoleOf(node) });
    }
    if (isHeard) {
      const own = isSeen ? {} : withUnread(readOwnParts(node, context), retimed?.unread);
      const read = readSoundEffects(node, closing.ofSound, context);
      const effects = { transition: transition.ofSound, ...read, ...own };
      const sound = { ...clip, ...clipExtras(effects) };
      const placement = this.#splitEdit(node, { startFrame, clip: sound });
      this.#sounds.push({ ...found, placement, role: soundRoleOf(node) });
    }
  }

  /** Applies a split edit, in which the sound begins and ends elsewhere than its picture. */
  #splitEdit(node: XmlNode, placement: Placement): Placement {
    const audioStart = timeAttribute(node, 'audioStart');
    const audioDuration = timeAttribute(node, 'audioDuration');
    const shift =
      audioStart === null ? 0 : this.#frames(node, subtractTimes(audioStart, this.#sources.localStart(node)));
    const durationFrames = audioDuration === null ? null : this.#frames(node, audioDuration);
    const { clip } = placement;
    const sourceStartFrame = clip.sourceStartFrame + shift;
    const startFrame = placement.startFrame + shift;
    if (sourceStartFrame < 0 || startFrame < 0 || (durationFrames ?? 1) < 1)
      throw new TimelineParseError(
        'The sound of this clip is outside its media or the sequence.',
        placeOf(node),
      );
    return {
      startFrame,
      clip: { ...clip, sourceStartFrame, durationFrames: durationFrames ?? clip.durationFrames },
    };
  }

  /** Reads the speed of the clip, or of the media item in it. Null at the media's own speed. */
  #readSpeed(node: XmlNode, { item, asset, start }: Source): ReadSpeed | null {
    const durationFrames = this.#durationFrames(node);
    if (asset.media.kind === 'still') return null;
    const clip = { mediaStart: asset.start, start, durationFrames, rate: this.#rate };
    return readTimeMap(node, clip) ?? (item === node ? null : readTimeMap(item, clip));
  }

  #readClip(
    node: XmlNode,
    { asset, start }: Source,
    retimed: ReadSpeed | null,
    ownLink: string | null,
  ): Clip {
    const { media } = asset;
    const isStill = media.kind === 'still';
    const durationFrames = this.#durationFrames(node);
    const plainStart = isStill ? 0 : this.#frames(node, subtractTimes(start, asset.start));
    const sourceStart = retimed?.sourceStartFrame ?? plainStart;
    if (sourceStart < 0)
      throw new TimelineParseError('The clip begins before its media does.', placeOf(node));
    return {
      kind: 'clip',
      name: node.attributes.get('name') ?? media.fileName,
      mediaId: media.mediaId,
      sourceStartFrame: sourceStart,
      durationFrames,
      linkId: linkIdOf(node) ?? ownLink,
      note: childOf(node, 'note')?.text ?? null,
      ...clipExtras({
        speed: retimed?.speed,
        isReversed: retimed?.isReversed,
        isDisabled: node.attributes.get('enabled') === '0',
      }),
    };
  }

  #addCaption(node: XmlNode, { startFrame, lane }: Place): void {
    const durationFrames = this.#durationFrames(node);
    const lines = captionLines(node);
    if (durationFrames === 0 || lines.length === 0 || node.attributes.get('enabled') === '0') return;
    const caption: Caption = { startFrame, durationFrames, lines };
    this.#captions.push({ lane, role: node.attributes.get('role') ?? '', caption });
  }
}
