import type { ClipTransition } from '../../model/timeline.ts';
import { itemOfUnreadEntry, itemOfUse } from '../mlt/mlt-items.ts';
import {
  frameAttribute,
  type MltProfile,
  type PlaylistEntry,
  propertiesOf,
  readEntries,
} from '../mlt/mlt-nodes.ts';
import { playedSpeedOf } from '../mlt/mlt-speed.ts';
import { clipOfUse } from '../mlt/mlt-timeline.ts';
import { type FoundTrack, layOutParts, loneTransitions, type TrackPart } from '../mlt/mlt-track-items.ts';
import { childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import type { KdenliveBinReader } from './kdenlive-bin-reader.ts';
import { markersOfClip } from './kdenlive-markers.ts';
import { playlistsOfTrack } from './kdenlive-sequences.ts';

interface Context {
  readonly profile: MltProfile;
  readonly elements: ReadonlyMap<string, XmlNode>;
  readonly bin: KdenliveBinReader;
  /** Links by track and first visible frame of the clip. */
  readonly links: ReadonlyMap<string, string>;
}

/** An entry with the number of frames it shares with its neighbours. */
interface MixedEntry {
  readonly entry: PlaylistEntry;
  readonly headFrames: number;
  readonly tailFrames: number;
  readonly transition: ClipTransition | null;
}

/** Number of frames of each mix before its cut, by the mix's first frame. */
function readMixes(track: XmlNode, { profile }: Context): ReadonlyMap<number, number> {
  const mixes = childrenNamed(track, 'transition').flatMap((node) => {
    const start = frameAttribute(node, 'in', profile.frameRate) ?? 0;
    const cut = Number(propertiesOf(node).get('kdenlive:mixcut') ?? Number.NaN);
    return Number.isSafeInteger(cut) ? [[start, cut] as const] : [];
  });
  return new Map(mixes);
}

const endOf = ({ startFrame, lengthFrames }: PlaylistEntry): number => startFrame + lengthFrames;

/** Marks entries that overlap as mixed with each other. */
function mixEntries(
  entries: readonly PlaylistEntry[],
  mixes: ReadonlyMap<number, number>,
): readonly MixedEntry[] {
  const shared = entries.map((entry, index) => {
    const before = entries[index - 1];
    const overlap = before === undefined ? 0 : Math.max(0, endOf(before) - entry.startFrame);
    const after = Math.min(overlap, mixes.get(entry.startFrame) ?? Math.ceil(overlap / 2));
    return { overlap, head: overlap - after, after };
  });
  return entries.map((entry, index) => {
    const { overlap = 0, head = 0 } = shared[index] ?? {};
    const transition: ClipTransition | null =
      overlap === 0
        ? null
        : { style: 'FADE', durationFrames: overlap, ...(head > 0 && { framesBeforeCut: head }) };
    return { entry, headFrames: head, tailFrames: shared[index + 1]?.after ?? 0, transition };
  });
}

const isOn = (properties: ReadonlyMap<string, string>, name: string): boolean => properties.get(name) === '1';

/** Properties that all clips of a track share. */
interface TrackFacts {
  readonly isSound: boolean;
  /** Muted, or hidden. */
  readonly isOff: boolean;
}

/** Reads a clip, or an item without media. */
function readPart(
  mixed: MixedEntry,
  { isSound, isOff }: TrackFacts,
  linkId: string | null,
  { bin, profile }: Context,
): TrackPart {
  const { entry, headFrames, tailFrames, transition } = mixed;
  const { node, producer } = entry;
  const startFrame = entry.startFrame + headFrames;
  const durationFrames = entry.lengthFrames - headFrames - tailFrames;
  const place = { startFrame, lengthFrames: durationFrames };
  if (producer === null || !entry.isReadable || durationFrames < 1) return itemOfUnreadEntry(entry, place);
  const properties = propertiesOf(producer);
  const found = bin.mediaOf(producer, node);
  const isDisabled = isOff || (isOn(properties, 'set.test_audio') && isOn(properties, 'set.test_image'));
  const firstFrame = entry.inFrame + headFrames;
  if (found === null)
    return itemOfUse({
      format: 'KDENLIVE',
      producer,
      entry: node,
      startFrame,
      durationFrames,
      isDisabled,
      inFrame: firstFrame,
      folder: bin.folder,
      rate: profile.frameRate,
    });
  const { media, note } = found;
  const clip = clipOfUse({
    format: 'KDENLIVE',
    profile,
    media,
    note,
    durationFrames,
    isSound,
    transition,
    linkId,
    producer,
    filtered: node,
    speed: playedSpeedOf(properties),
    firstFrame,
    isDisabled,
  });
  const markers = markersOfClip(clip, media, isSound, found.markers);
  return { startFrame, clip: markers.length > 0 ? { ...clip, markers } : clip };
}

/**
 * Reads a track from its two playlists.
 * @param index from the lowest track, not counting the black one.
 */
export function readKdenliveTrack(track: XmlNode, index: number, context: Context): FoundTrack {
  const { elements, profile, links } = context;
  const halves = childrenNamed(track, 'track');
  const entries = playlistsOfTrack(track, elements)
    .flatMap((playlist) => readEntries(playlist, elements, profile.frameRate))
    .toSorted((a, b) => a.startFrame - b.startFrame);
  const properties = propertiesOf(track);
  const areHidden = (how: string): boolean =>
    halves.length > 0 && halves.every((half) => half.attributes.get('hide') === how);
  const isSound = properties.get('kdenlive:audio_track') === '1' || areHidden('video');
  const facts = { isSound, isOff: areHidden('both') };
  const timed = entries.filter(({ lengthFrames }) => lengthFrames > 0);
  const timeless = entries.filter(({ lengthFrames }) => lengthFrames === 0);
  const parts = mixEntries(timed, readMixes(track, context)).map((mixed) => {
    const linkId = links.get(`${String(index)}:${String(mixed.entry.startFrame)}`) ?? null;
    return { part: readPart(mixed, facts, linkId, context), transition: mixed.transition };
  });
  const others = [...loneTransitions(parts), ...timeless.map((entry) => itemOfUnreadEntry(entry, entry))];
  return {
    kind: isSound ? 'audio' : 'video',
    name: properties.get('kdenlive:track_name') ?? '',
    ...layOutParts([...parts.map(({ part }) => part), ...others]),
  };
}
