import { chooseSequence, type SequenceCandidate, type WantedSequence } from '../../model/choose-sequence.ts';
import { clipExtras } from '../../model/clip-extras.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import type { CaptionTrack, Clip, MediaReference, Timeline, TimelineMarker } from '../../model/timeline.ts';
import { readSrt } from '../captions/srt.ts';
import { itemOfUnreadEntry, itemOfUse } from '../mlt/mlt-items.ts';
import { readMedia, resourceOfProducer } from '../mlt/mlt-media.ts';
import {
  elementsById,
  framesOfMltTime,
  type MltProfile,
  propertiesOf,
  readEntries,
  readProfile,
} from '../mlt/mlt-nodes.ts';
import { playedSpeedOf, readTiming } from '../mlt/mlt-speed.ts';
import { clipOfUse, timelineOfParts } from '../mlt/mlt-timeline.ts';
import { type FoundTrack, layOutParts, loneTransitions, type TrackPart } from '../mlt/mlt-track-items.ts';
import { markerOfGuide, readOwnDocument } from '../own-document.ts';
import { childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import { type PieceClip, PieceReader } from './shotcut-pieces.ts';
import { linkProperty } from './shotcut-tracks.ts';

/** Adds sound to a file that only pictures used so far. */
function withSound(media: MediaReference): MediaReference {
  return { ...media, audioChannels: media.audioChannels ?? 2 };
}

/** Finds the files of a document by location, because every use has a producer of its own. */
class ShotcutMediaReader {
  readonly #byResource = new Map<string, MediaReference>();
  readonly #takenIds = new Set<string>();
  /** Root of the document's paths; empty if it states none. */
  readonly folder: string;
  readonly #profile: MltProfile;

  constructor(root: XmlNode, profile: MltProfile) {
    this.folder = root.attributes.get('root') ?? '';
    this.#profile = profile;
  }

  get media(): readonly MediaReference[] {
    return [...this.#byResource.values()];
  }

  /** Null if the producer has no file. */
  mediaOf(properties: ReadonlyMap<string, string>, speed: number, isSound: boolean): MediaReference | null {
    const resource = resourceOfProducer(properties);
    if (resource === null) return null;
    const known = this.#byResource.get(resource);
    if (known)
      return isSound && known.audioChannels === null ? this.#keep(resource, withSound(known)) : known;
    const { frameRate, width, height } = this.#profile;
    const length = framesOfMltTime(properties.get('length') ?? '', frameRate) ?? 0;
    const media = readMedia(properties, resource, {
      folder: this.folder,
      frame: { width, height },
      lengthFrames: Math.round(length * speed),
      takenIds: this.#takenIds,
    });
    return this.#keep(resource, isSound ? withSound(media) : media);
  }

  #keep(resource: string, media: MediaReference): MediaReference {
    this.#byResource.set(resource, media);
    return media;
  }
}

interface Context {
  readonly profile: MltProfile;
  readonly elements: ReadonlyMap<string, XmlNode>;
  readonly files: ShotcutMediaReader;
}

/** Reads a clip, or an item without media. */
function readPart(
  piece: PieceClip,
  { isSound, isOff }: { readonly isSound: boolean; readonly isOff: boolean },
  { profile, files }: Context,
): TrackPart {
  const { producer, startFrame, durationFrames, inFrame, transition } = piece;
  const properties = propertiesOf(producer);
  const speed = playedSpeedOf(properties);
  const media = files.mediaOf(properties, speed.speed, isSound);
  if (media === null)
    return itemOfUse({
      format: 'SHOTCUT',
      producer,
      entry: null,
      startFrame,
      durationFrames,
      inFrame,
      isDisabled: isOff,
      folder: files.folder,
      rate: profile.frameRate,
    });
  const clip = clipOfUse({
    format: 'SHOTCUT',
    profile,
    media,
    speed,
    durationFrames,
    isSound,
    transition,
    producer,
    filtered: producer,
    firstFrame: inFrame,
    isDisabled: isOff,
    linkId: properties.get(linkProperty) ?? null,
    note: properties.get('shotcut:comment') ?? null,
  });
  return { startFrame, clip };
}

const isHeard = (properties: ReadonlyMap<string, string>): boolean =>
  properties.get('audio_index') !== '-1' && properties.get('astream') !== '-1';

/** Splits a clip into its picture and, if audible, its own sound. Shotcut plays both from picture tracks. */
function splitClip(
  clip: Clip,
  { producer, startFrame, inFrame: firstFrame }: PieceClip,
  isMuted: boolean,
  { files, profile }: Context,
): { readonly picture: Clip | null; readonly sound: Clip | null } {
  const media = files.media.find(({ mediaId }) => mediaId === clip.mediaId);
  const isSeen = media?.size !== null;
  const properties = propertiesOf(producer);
  const hasSound = media?.audioChannels !== null && isHeard(properties) && !isMuted;
  if (!hasSound || media === undefined) return { picture: isSeen ? clip : null, sound: null };
  const linkId = isSeen ? (clip.linkId ?? `own-sound-${clip.mediaId}-${String(startFrame)}`) : clip.linkId;
  const { transition, motion, levels, speed, isReversed, isDisabled, fades, markers, unread, ...cut } = clip;
  const ends = { fades, transition };
  const seen = { motion, isDisabled, markers, unread };
  // A frozen picture has sound that goes on.
  const { sourceStartFrame, ...heard } = readTiming({
    format: 'SHOTCUT',
    rate: profile.frameRate,
    media,
    producer,
    filtered: producer,
    speed: playedSpeedOf(properties),
    firstFrame,
    durationFrames: clip.durationFrames,
    isSound: true,
  }).timing;
  return {
    picture: isSeen ? { ...cut, linkId, ...clipExtras({ ...ends, speed, isReversed, ...seen }) } : null,
    sound: {
      ...cut,
      sourceStartFrame,
      linkId,
      ...clipExtras({ ...ends, ...heard, levels, unread: isSeen ? [] : unread }),
    },
  };
}

/** Properties that all clips of a track share. */
interface TrackFacts {
  readonly isSound: boolean;
  /** True if the track is hidden, or muted if it holds sound. */
  readonly isOff: boolean;
  /** True for a picture track with muted sound. */
  readonly isMuted: boolean;
}

function factsOf(properties: ReadonlyMap<string, string>, hidden: string): TrackFacts {
  const isPicture = properties.get('shotcut:video') === '1';
  const isSound = properties.get('shotcut:audio') === '1' || (!isPicture && hidden === 'video');
  const isOff = hidden === 'both' || (!isSound && hidden === 'video');
  return { isSound, isOff, isMuted: hidden === 'audio' || hidden === 'both' };
}

/** Reads a track and, for a picture track, a second one with the sound of its clips. */
function readTrack(node: XmlNode, context: Context): readonly FoundTrack[] {
  const playlist = context.elements.get(node.attributes.get('producer') ?? '');
  if (playlist?.name !== 'playlist' || playlist.attributes.get('id') === 'background') return [];
  const properties = propertiesOf(playlist);
  const { isSound, isOff, isMuted } = factsOf(properties, node.attributes.get('hide') ?? '');
  const reader = new PieceReader();
  const pieces = reader.read(playlist, context.elements, context.profile.frameRate);
  const parts = pieces.map((piece) => {
    const part = readPart(piece, { isSound, isOff }, context);
    return { piece, part, transition: piece.transition };
  });
  const found = parts.map(({ piece, part }) => {
    if (!('clip' in part)) return { picture: part, sound: null };
    const halves = isSound
      ? { picture: part.clip, sound: null }
      : splitClip(part.clip, piece, isMuted, context);
    const { startFrame } = piece;
    return {
      picture: halves.picture && { startFrame, clip: halves.picture },
      sound: halves.sound && { startFrame, clip: halves.sound },
    };
  });
  const unread = reader.unread.map((entry) => itemOfUnreadEntry(entry, entry));
  const others = [...loneTransitions(parts), ...unread];
  const own = layOutParts([...found.flatMap(({ picture }) => picture ?? []), ...others]);
  const sounds = layOutParts(found.flatMap(({ sound }) => sound ?? []));
  return [
    { kind: isSound ? 'audio' : 'video', name: properties.get('shotcut:name') ?? '', ...own },
    ...(sounds.items.length > 0 ? [{ kind: 'audio' as const, name: '', ...sounds }] : []),
  ];
}

function readCaptions(sequence: XmlNode, { frameRate }: MltProfile): readonly CaptionTrack[] {
  return childrenNamed(sequence, 'filter').flatMap((filter) => {
    const properties = propertiesOf(filter);
    if (properties.get('mlt_service') !== 'subtitle_feed') return [];
    return [readSrt(properties.get('text') ?? '', frameRate, properties.get('lang') || 'und')];
  });
}

/** Colour of a marker that the editor gave no other. */
export const plainMarkerColour = '#008000';

/** Reads markers. One before the first frame is at it. */
function readMarkers(sequence: XmlNode, { frameRate }: MltProfile): readonly TimelineMarker[] {
  const list = childrenNamed(sequence, 'properties').find(
    (node) => node.attributes.get('name') === 'shotcut:markers',
  );
  return (list?.children ?? []).flatMap((node) => {
    const properties = propertiesOf(node);
    const frame = framesOfMltTime(properties.get('start') ?? '', frameRate);
    if (frame === null) return [];
    const durationFrames = (framesOfMltTime(properties.get('end') ?? '', frameRate) ?? frame) - frame + 1;
    const colour = properties.get('color')?.toLowerCase() ?? plainMarkerColour;
    return [
      {
        ...markerOfGuide(Math.max(0, frame), properties.get('text') ?? ''),
        ...(durationFrames > 1 && { durationFrames }),
        ...(colour !== plainMarkerColour && { colour }),
      },
    ];
  });
}

/** Finds the timeline that is the expected cut: usually the only one, else the last. */
function findTimeline(root: XmlNode, wanted: WantedSequence | null, context: Context): XmlNode {
  const tractors = childrenNamed(root, 'tractor').toReversed();
  const named = tractors.filter((node) => propertiesOf(node).has('shotcut'));
  const [first, ...more] = named.length > 0 ? named : tractors.slice(0, 1);
  if (first === undefined) throw new TimelineParseError('The document has no timeline.');
  if (more.length === 0) return first;
  const candidates = named.slice(0, mostTimelines).map((node) => candidateOf(node, context));
  const chosen = candidates.indexOf(chooseSequence(candidates, wanted));
  return named[chosen] ?? first;
}

/** Far more than any document has. Several may name the same tracks. */
const mostTimelines = 100;

function candidateOf(sequence: XmlNode, { elements, profile, files }: Context): SequenceCandidate {
  const entries = childrenNamed(sequence, 'track')
    .map((track) => elements.get(track.attributes.get('producer') ?? ''))
    .filter((playlist) => playlist?.name === 'playlist' && playlist.attributes.get('id') !== 'background')
    .flatMap((playlist) => (playlist ? readEntries(playlist, elements, profile.frameRate) : []));
  const names = entries.flatMap(({ producer }) =>
    producer === null ? [] : (files.mediaOf(propertiesOf(producer), 1, false)?.fileName ?? []),
  );
  const key = sequence.attributes.get('id') ?? '';
  return { key, name: key, fileNames: [...new Set(names)], itemCount: entries.length };
}

/** @throws TimelineParseError without a timeline, SeveralSequencesError if several could be the expected one. */
export function readShotcutDocument(root: XmlNode, wanted: WantedSequence | null): Timeline {
  const profile = readProfile(root);
  const elements = elementsById(root);
  const files = new ShotcutMediaReader(root, profile);
  const context = { profile, elements, files };
  const sequence = findTimeline(root, wanted, context);
  const black = elements.get('black');
  const ownProperties: ReadonlyMap<string, string> = black === undefined ? new Map() : propertiesOf(black);
  const own = readOwnDocument(ownProperties.get('dailies:document'));
  const found = childrenNamed(sequence, 'track').map((node) => readTrack(node, context));
  // Sound of pictures comes after all tracks of the document.
  const ordered = [...found.flatMap(([own]) => own ?? []), ...found.flatMap((tracks) => tracks.slice(1))];
  return timelineOfParts({
    profile,
    own,
    media: files.media,
    name: ownProperties.get('dailies:name') ?? '',
    tracks: ['video', 'audio'].flatMap((kind) => ordered.filter((track) => track.kind === kind)),
    captionTracks: readCaptions(sequence, profile),
    markers: readMarkers(sequence, profile),
  });
}
