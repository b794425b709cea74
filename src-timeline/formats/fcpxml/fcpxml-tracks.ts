import { arrangeCaptions } from '../../model/arrange-captions.ts';
import {
  endFrameOf,
  itemsOfPlacements,
  type Placement,
  placementsOfTrack,
  spreadOverTracks,
  withoutLoneLinks,
} from '../../model/placement.ts';
import {
  type CaptionTrack,
  type ItemWithoutMedia,
  type Track,
  trackDurationFrames,
} from '../../model/timeline.ts';
import { languageOfCaptionRole, nameOfRole, trackOfSoundRole } from './fcpxml-role.ts';
import type { FoundCaption, FoundClip, FoundItem, FoundStory } from './fcpxml-story-parts.ts';

function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): readonly (readonly [Key, readonly Item[]])[] {
  return [...Map.groupBy(items, keyOf)];
}

type StillLinks = ReadonlyMap<string, readonly (string | null)[]>;

/** Assigns recorded links to the uses of stills in order, if the numbers of both agree. */
function knownLinks(
  pictures: readonly FoundClip[],
  links: StillLinks,
): ReadonlyMap<FoundClip, string | null> {
  const stills = Map.groupBy(
    pictures
      .filter(({ isStill }) => isStill)
      .toSorted((a, b) => a.placement.startFrame - b.placement.startFrame),
    ({ placement }) => placement.clip.mediaId,
  );
  const known = [...stills].flatMap(([mediaId, uses]) => {
    const ofMedia = links.get(mediaId) ?? [];
    return ofMedia.length === uses.length
      ? uses.map((use, index) => [use, ofMedia[index] ?? null] as const)
      : [];
  });
  return new Map(known);
}

/**
 * Sets the links of stills, which only their asset's list can hold. A still that the list does not cover takes the link
 * of a sound that begins and ends with it, unless another picture has that link already.
 */
function linkStills({ pictures, sounds }: FoundStory, links: StillLinks): readonly FoundClip[] {
  const known = knownLinks(pictures, links);
  const claimed = new Set([...pictures.map(({ placement }) => placement.clip.linkId), ...known.values()]);
  const extent = ({ placement }: FoundClip): string =>
    `${String(placement.startFrame)}-${String(endFrameOf(placement))}`;
  const linksByExtent = Map.groupBy(
    sounds.filter(({ placement }) => placement.clip.linkId !== null),
    extent,
  );
  return pictures
    .toSorted((a, b) => a.lane - b.lane)
    .map((found) => {
      if (!found.isStill) return found;
      if (known.get(found) === null) return found;
      const candidates = linksByExtent.get(extent(found)) ?? [];
      const linkId =
        known.get(found) ??
        candidates.map(({ placement }) => placement.clip.linkId).find((id) => !claimed.has(id)) ??
        null;
      claimed.add(linkId);
      return { ...found, placement: { ...found.placement, clip: { ...found.placement.clip, linkId } } };
    });
}

/** A track with what its clips have in common: their lane, or for sound their role. */
interface FoundTrack {
  readonly key: string;
  readonly track: Track;
}

const laneKey = (lane: number): string => `lane ${String(lane)}`;
const roleKey = (role: string): string => `role ${role}`;

function pictureTracks(pictures: readonly FoundClip[]): readonly FoundTrack[] {
  const lanes = groupBy(pictures, ({ lane }) => lane).toSorted(([a], [b]) => a - b);
  return lanes
    .flatMap(([lane, found]) => {
      const name = nameOfRole(found[0]?.role ?? '');
      return spreadOverTracks(found.map(({ placement }) => placement)).map((placements) => ({
        key: laneKey(lane),
        name,
        placements,
        role: lane < 0 ? ('background' as const) : ('video' as const),
      }));
    })
    .map(({ key, name, placements, role }, index) => ({
      key,
      track: {
        kind: 'video',
        name: name === 'video' || name === '' ? `Video ${String(index + 1)}` : name,
        role,
        items: itemsOfPlacements(placements),
      },
    }));
}

/** Groups sound by role, Final Cut's equivalent of tracks. Sound that came with a picture counts as the topmost. */
function soundTracks(sounds: readonly FoundClip[]): readonly FoundTrack[] {
  const depthOf = (found: readonly FoundClip[]): number =>
    Math.min(...found.map(({ lane }) => (lane < 0 ? -lane - 1 : 0)));
  return groupBy(sounds, ({ role }) => role)
    .toSorted(([, a], [, b]) => depthOf(a) - depthOf(b))
    .flatMap(([role, found]) =>
      spreadOverTracks(found.map(({ placement }) => placement)).map((placements) => ({
        key: roleKey(role),
        track: { kind: 'audio' as const, ...trackOfSoundRole(role), items: itemsOfPlacements(placements) },
      })),
    );
}

/** Finds room for items on a track, asked for in order of their beginnings. */
class RoomOnTrack {
  readonly #placements: readonly Placement[];
  #next = 0;
  #cursor = 0;

  constructor(track: Track) {
    this.#placements = placementsOfTrack(track);
  }

  /** Takes the place of an item. False if a clip or another item is in it. */
  take({ startFrame, durationFrames }: ItemWithoutMedia): boolean {
    for (;;) {
      const placement = this.#placements[this.#next];
      if (placement === undefined || endFrameOf(placement) > startFrame) break;
      this.#next += 1;
    }
    const limit = this.#placements[this.#next]?.startFrame ?? Infinity;
    if (startFrame < this.#cursor || startFrame + durationFrames > limit) return false;
    this.#cursor = startFrame + durationFrames;
    return true;
  }
}

/** Puts items without media, in order of their beginnings, on the tracks of their lanes and roles that have room. */
function placeItems(items: readonly FoundItem[], tracks: readonly FoundTrack[]): readonly ItemWithoutMedia[] {
  const rooms = tracks.map(({ track }) => new RoomOnTrack(track));
  const indexes = Map.groupBy(tracks.keys(), (index) => tracks[index]?.key ?? '');
  return items
    .toSorted((a, b) => a.item.startFrame - b.item.startFrame || a.lane - b.lane)
    .map(({ lane, role, item, isBesideTracks }) => {
      const key = item.trackKind === 'video' ? laneKey(lane) : roleKey(role);
      const own = isBesideTracks === true ? [] : (indexes.get(key) ?? []);
      return { ...item, trackIndex: own.find((index) => rooms[index]?.take(item) === true) ?? null };
    });
}

/** Extends tracks by holes up to the ends of the items on them. */
function withRoomFor(tracks: readonly Track[], items: readonly ItemWithoutMedia[]): readonly Track[] {
  const ends = new Map<number | null, number>();
  for (const { trackIndex, startFrame, durationFrames } of items)
    ends.set(trackIndex, Math.max(ends.get(trackIndex) ?? 0, startFrame + durationFrames));
  return tracks.map((track, index) => {
    const durationFrames = (ends.get(index) ?? 0) - trackDurationFrames(track);
    const hole = { kind: 'gap', durationFrames } as const;
    return durationFrames > 0 ? { ...track, items: [...track.items, hole] } : track;
  });
}

/**
 * Returns video tracks bottom to top, then sound by role, and the items without media on them. Tracks of the same role
 * that overlap become several.
 */
export function tracksOfStory(
  story: FoundStory,
  links: StillLinks,
): { readonly tracks: readonly Track[]; readonly items: readonly ItemWithoutMedia[] } {
  const found = [...pictureTracks(linkStills(story, links)), ...soundTracks(story.sounds)];
  const items = placeItems(story.items, found);
  const tracks = withoutLoneLinks(found.map(({ track }) => track));
  return { tracks: withRoomFor(tracks, items), items };
}

/** Returns one track for each caption role, regardless of lanes; languages keep the order of their lanes. */
export function captionTracksOfStory(captions: readonly FoundCaption[]): readonly CaptionTrack[] {
  const laneOf = (found: readonly FoundCaption[]): number => Math.min(...found.map(({ lane }) => lane));
  return groupBy(captions, ({ role }) => role)
    .toSorted(([, a], [, b]) => laneOf(a) - laneOf(b))
    .map(([, found]) => ({
      languageCode: languageOfCaptionRole(found[0]?.role ?? ''),
      captions: arrangeCaptions(found.map(({ caption }) => caption)),
    }));
}
