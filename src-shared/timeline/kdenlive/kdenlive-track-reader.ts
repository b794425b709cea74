import {
  frameAttribute,
  type MltProfile,
  type PlaylistEntry,
  propertiesOf,
  readEntries,
} from '../mlt/mlt-nodes.ts';
import { clipOfUse, playedSpeedOf } from '../mlt/mlt-timeline.ts';
import { endFrameOf, itemsOfPlacements, type Placement } from '../placement.ts';
import type { Clip, ClipTransition, Track } from '../timeline.ts';
import { childrenNamed, type XmlNode } from '../xml-reader.ts';
import type { KdenliveBinReader } from './kdenlive-bin-reader.ts';

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

function readClip(
  mixed: MixedEntry,
  { isSound, isOff }: TrackFacts,
  linkId: string | null,
  context: Context,
): Clip | null {
  const { entry, headFrames, tailFrames, transition } = mixed;
  const found = context.bin.mediaOf(entry.producer, entry.node);
  const durationFrames = entry.lengthFrames - headFrames - tailFrames;
  if (found === null || durationFrames < 1) return null;
  const properties = propertiesOf(entry.producer);
  return clipOfUse({
    ...{
      format: 'KDENLIVE',
      profile: context.profile,
      ...found,
      durationFrames,
      isSound,
      transition,
      linkId,
    },
    ...{ producer: entry.producer, filtered: entry.node },
    speed: playedSpeedOf(properties),
    firstFrame: entry.inFrame + headFrames,
    isDisabled: isOff || (isOn(properties, 'set.test_audio') && isOn(properties, 'set.test_image')),
  });
}

/** Trims a clip that overlaps the one before it, because other programs may leave a frame too much. */
function withoutOverlaps(placements: readonly Placement[]): readonly Placement[] {
  let cursor = 0;
  return placements.flatMap(({ startFrame, clip }) => {
    const late = Math.max(0, cursor - startFrame);
    if (late >= clip.durationFrames) return [];
    const placement = {
      startFrame: startFrame + late,
      clip: { ...clip, durationFrames: clip.durationFrames - late },
    };
    cursor = endFrameOf(placement);
    return [placement];
  });
}

/**
 * Reads a track from its two playlists.
 * @param index from the lowest track, not counting the black one.
 */
export function readKdenliveTrack(track: XmlNode, index: number, context: Context): Omit<Track, 'role'> {
  const { elements, profile, links } = context;
  const halves = childrenNamed(track, 'track');
  const playlists =
    track.name === 'playlist'
      ? [track]
      : halves.flatMap((half) => elements.get(half.attributes.get('producer') ?? '') ?? []);
  const entries = playlists
    .flatMap((playlist) => readEntries(playlist, elements, profile.frameRate))
    .toSorted((a, b) => a.startFrame - b.startFrame);
  const properties = propertiesOf(track);
  const areHidden = (how: string): boolean =>
    halves.length > 0 && halves.every((half) => half.attributes.get('hide') === how);
  const isSound = properties.get('kdenlive:audio_track') === '1' || areHidden('video');
  const facts = { isSound, isOff: areHidden('both') };
  const placements = mixEntries(entries, readMixes(track, context)).flatMap((mixed) => {
    const linkId = links.get(`${String(index)}:${String(mixed.entry.startFrame)}`) ?? null;
    const clip = readClip(mixed, facts, linkId, context);
    return clip === null ? [] : [{ startFrame: mixed.entry.startFrame + mixed.headFrames, clip }];
  });
  return {
    kind: isSound ? 'audio' : 'video',
    name: properties.get('kdenlive:track_name') ?? '',
    items: itemsOfPlacements(withoutOverlaps(placements)),
  };
}
