import { arrangeCaptions } from '../arrange-captions.ts';
import { endFrameOf, itemsOfPlacements, spreadOverTracks, withoutLoneLinks } from '../placement.ts';
import type { CaptionTrack, Track } from '../timeline.ts';
import { languageOfCaptionRole, nameOfRole, trackOfSoundRole } from './fcpxml-role.ts';
import type { FoundCaption, FoundClip, FoundStory } from './fcpxml-story-parts.ts';

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

function pictureTracks(pictures: readonly FoundClip[]): readonly Track[] {
  const lanes = groupBy(pictures, ({ lane }) => lane).toSorted(([a], [b]) => a - b);
  return lanes
    .flatMap(([lane, found]) => {
      const name = nameOfRole(found[0]?.role ?? '');
      return spreadOverTracks(found.map(({ placement }) => placement)).map((placements) => ({
        ...{ name, placements },
        role: lane < 0 ? ('background' as const) : ('video' as const),
      }));
    })
    .map(({ name, placements, role }, index) => ({
      kind: 'video',
      name: name === 'video' || name === '' ? `Video ${String(index + 1)}` : name,
      role,
      items: itemsOfPlacements(placements),
    }));
}

/** Groups sound by role, Final Cut's equivalent of tracks. Sound that came with a picture counts as the topmost. */
function soundTracks(sounds: readonly FoundClip[]): readonly Track[] {
  const depthOf = (found: readonly FoundClip[]): number =>
    Math.min(...found.map(({ lane }) => (lane < 0 ? -lane - 1 : 0)));
  return groupBy(sounds, ({ role }) => role)
    .toSorted(([, a], [, b]) => depthOf(a) - depthOf(b))
    .flatMap(([role, found]) =>
      spreadOverTracks(found.map(({ placement }) => placement)).map((placements) => ({
        kind: 'audio' as const,
        ...trackOfSoundRole(role),
        items: itemsOfPlacements(placements),
      })),
    );
}

/** Returns video tracks bottom to top, then sound by role. Tracks of the same role that overlap become several. */
export function tracksOfStory(story: FoundStory, links: StillLinks): readonly Track[] {
  return withoutLoneLinks([...pictureTracks(linkStills(story, links)), ...soundTracks(story.sounds)]);
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
