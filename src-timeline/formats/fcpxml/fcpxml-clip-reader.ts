import { clipExtras } from '../../model/clip-extras.ts';
import type { Placement } from '../../model/placement.ts';
import { type RationalTime, subtractTimes } from '../../model/rational-time.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import type { Clip, ClipTransition } from '../../model/timeline.ts';
import { childOf, placeOf, type XmlNode } from '../xml/xml-reader.ts';
import {
  readMarkers,
  readOwnParts,
  readPictureEffects,
  readSoundEffects,
  type SequenceFormat,
} from './fcpxml-effects-reader.ts';
import { readUnlessOdd, timeAttribute } from './fcpxml-resource-reader.ts';
import type { FcpxmlSourceReader, Source } from './fcpxml-source-reader.ts';
import {
  type FoundClip,
  linkIdOf,
  type Place,
  pictureRoleOf,
  soundRoleOf,
  withUnread,
} from './fcpxml-story-parts.ts';
import { type ReadSpeed, readTimeMap } from './fcpxml-time-map.ts';
import { framesOfFcpxmlTime } from './fcpxml-time.ts';

/** A transition of the pictures, the sound or both. */
export interface ReadTransition {
  readonly ofPictures: ClipTransition | null;
  readonly ofSound: ClipTransition | null;
}

export const noTransition: ReadTransition = { ofPictures: null, ofSound: null };

/** Transitions into a clip, and from it to nothing. */
export interface TransitionsOfClip {
  readonly transition: ReadTransition;
  readonly closing: ReadTransition;
}

/** The halves of a clip that are seen and heard. */
interface ReadHalves {
  readonly picture: FoundClip | null;
  readonly sound: FoundClip | null;
}

/**
 * Returns which halves of a clip the document shows of what its media has. A held picture has no sound.
 * @throws TimelineParseError if there is neither.
 */
function halvesOf(
  node: XmlNode,
  { asset: { media }, ...source }: Source,
  retimed: ReadSpeed | null,
): { readonly isSeen: boolean; readonly isHeard: boolean } {
  const isHeld = retimed?.isHeld === true;
  const isSeen = source.isSeen && media.size !== null;
  const isHeard = source.isHeard && media.audioChannels !== null && !isHeld;
  if (!isSeen && !isHeard && !isHeld)
    throw new TimelineParseError('The clip shows a part that its media has not.', placeOf(node));
  return { isSeen, isHeard };
}

/** Reads single clips of a story. */
export class FcpxmlClipReader {
  readonly #sources: FcpxmlSourceReader;
  readonly #sequence: SequenceFormat;

  constructor(sources: FcpxmlSourceReader, sequence: SequenceFormat) {
    this.#sources = sources;
    this.#sequence = sequence;
  }

  /**
   * Reads a clip and its sound.
   * @param linkId links both halves if the document does not state a link.
   * @throws TimelineParseError or RangeError for times that are none or lie outside the media, and for sound of silent
   * media.
   */
  read(
    node: XmlNode,
    source: Source,
    place: Place,
    transitions: TransitionsOfClip,
    linkId: string,
  ): ReadHalves {
    const { media } = source.asset;
    const { startFrame, durationFrames } = place;
    const retimed = this.#readSpeed(node, source, durationFrames);
    const { isSeen, isHeard } = halvesOf(node, source, retimed);
    const clip = this.#readClip(node, source, durationFrames, retimed, isSeen && isHeard ? linkId : null);
    const localStart = this.#sources.localStart(node);
    const context = { media, sequence: this.#sequence, durationFrames, localStart };
    const own = withUnread(readOwnParts(node, context), retimed?.unread);
    const inner =
      source.item === node ? [] : readMarkers(source.item, { ...context, localStart: source.start });
    const shared = { ...own, markers: [...(own.markers ?? []), ...inner] };
    const found = { lane: place.lane, isStill: media.kind === 'still' };
    const { transition, closing } = transitions;
    const effects = {
      transition: transition.ofPictures,
      ...readPictureEffects(node, closing.ofPictures, context),
      ...shared,
    };
    const soundEffects = {
      transition: transition.ofSound,
      ...readSoundEffects(node, closing.ofSound, context),
      ...(isSeen ? {} : shared),
    };
    const picture = { startFrame, clip: { ...clip, ...clipExtras(effects) } };
    const sound = { startFrame, clip: { ...clip, ...clipExtras(soundEffects) } };
    return {
      picture: isSeen ? { ...found, placement: picture, role: pictureRoleOf(node) } : null,
      sound: isHeard ? { ...found, placement: this.#splitEdit(node, sound), role: soundRoleOf(node) } : null,
    };
  }

  #frames(time: RationalTime): number {
    return framesOfFcpxmlTime(time, this.#sequence.frameRate);
  }

  /** Applies a split edit, in which the sound begins and ends elsewhere than its picture. */
  #splitEdit(node: XmlNode, placement: Placement): Placement {
    const shift = splitOf(node, this.#sources.localStart(node), (time) => this.#frames(time));
    const { clip } = placement;
    if (shift === null) return placement;
    const late = Math.max(0, -placement.startFrame - shift.frames, -clip.sourceStartFrame - shift.frames);
    const durationFrames = (shift.durationFrames ?? clip.durationFrames) - late;
    if (durationFrames < 1) return placement;
    return {
      startFrame: placement.startFrame + shift.frames + late,
      clip: { ...clip, sourceStartFrame: clip.sourceStartFrame + shift.frames + late, durationFrames },
    };
  }

  /** Reads the speed of the clip, or of the media item in it. Null at the media's own speed. */
  #readSpeed(node: XmlNode, { item, asset, start }: Source, durationFrames: number): ReadSpeed | null {
    if (asset.media.kind === 'still') return null;
    const clip = { mediaStart: asset.start, start, durationFrames, rate: this.#sequence.frameRate };
    return readTimeMap(node, clip) ?? (item === node ? null : readTimeMap(item, clip));
  }

  #readClip(
    node: XmlNode,
    { asset, start }: Source,
    durationFrames: number,
    retimed: ReadSpeed | null,
    ownLink: string | null,
  ): Clip {
    const { media } = asset;
    const plainStart = media.kind === 'still' ? 0 : this.#frames(subtractTimes(start, asset.start));
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
}

export interface Split {
  /** Frames by which the sound begins later than its picture. */
  readonly frames: number;
  readonly durationFrames: number | null;
}

/** Reads a split edit. Null without one, and for one whose times cannot be read. */
export function splitOf(
  node: XmlNode,
  localStart: RationalTime,
  framesOf: (time: RationalTime) => number,
): Split | null {
  return readUnlessOdd(() => {
    const start = timeAttribute(node, 'audioStart');
    const duration = timeAttribute(node, 'audioDuration');
    if (start === null && duration === null) return null;
    return {
      frames: start === null ? 0 : framesOf(subtractTimes(start, localStart)),
      durationFrames: duration === null ? null : framesOf(duration),
    };
  });
}

/**
 * Returns a transition of any kind; unknown kinds count as dissolves. Null if it does not cover the cut.
 * @param framesBeforeCut null for one that states no place and so is centred.
 */
export function transitionOf(
  node: XmlNode,
  durationFrames: number,
  framesBeforeCut: number | null,
): ReadTransition | null {
  const before = framesBeforeCut ?? Math.floor(durationFrames / 2);
  if (durationFrames < 1 || before < 0 || before > durationFrames) return null;
  const transition = {
    style: 'FADE',
    durationFrames,
    ...(before > 0 && { framesBeforeCut: before }),
  } as const;
  const has = (name: string): boolean => childOf(node, name) !== null;
  const isOfSoundAlone = has('filter-audio') && !has('filter-video');
  return {
    ofPictures: isOfSoundAlone ? null : transition,
    ofSound: has('filter-audio') ? transition : null,
  };
}
