import { clipExtras } from '../../model/clip-extras.ts';
import { canDropFrames } from '../../model/frame-rate.ts';
import { clipsOfTracks, coverClips, withoutLoneLinks } from '../../model/placement.ts';
import type {
  CaptionTrack,
  Clip,
  ClipTransition,
  ItemWithoutMedia,
  MediaReference,
  Timeline,
  TimelineMarker,
  Track,
} from '../../model/timeline.ts';
import type { OwnDocument } from '../own-document.ts';
import { transitionsAsRead } from '../read-transitions.ts';
import type { XmlNode } from '../xml/xml-reader.ts';
import { filtersOf, readMltEffects } from './mlt-effects.ts';
import type { MltProfile } from './mlt-nodes.ts';
import { type PlayedSpeed, readTiming } from './mlt-speed.ts';
import { type FoundTrack, itemsOfTracks } from './mlt-track-items.ts';

type NamedRole = Pick<Track, 'name' | 'role'>;

/** Returns the role of a track from the name it had when the document was written, else guesses it from its name. */
function roleOf({ kind, name }: Omit<Track, 'role'>, known: readonly NamedRole[]): Track['role'] {
  const isOfPictures = (role: Track['role']): boolean => role === 'video' || role === 'background';
  const own = known.find((track) => track.name === name && isOfPictures(track.role) === (kind === 'video'));
  if (own) return own.role;
  if (kind === 'video') return /background/i.test(name) ? 'background' : 'video';
  if (/music/i.test(name)) return 'music';
  return /effect|sound/i.test(name) ? 'effects' : 'dialogue';
}

/** Gives every track a name and a role, which the document cannot express. */
function namedTracks(tracks: readonly FoundTrack[], known: readonly NamedRole[]): readonly Track[] {
  const counts = { video: 0, audio: 0 };
  return tracks.map(({ kind, items, name: ownName }) => {
    counts[kind] += 1;
    const label = kind === 'video' ? 'Video' : 'Audio';
    const name = ownName || `${label} ${String(counts[kind])}`;
    return { kind, name, role: roleOf({ kind, name, items }, known), items };
  });
}

/** One use of a file on a track. */
interface MltUse {
  readonly format: 'KDENLIVE' | 'SHOTCUT';
  readonly profile: MltProfile;
  readonly media: MediaReference;
  readonly producer: XmlNode;
  /** Node whose filters are the clip's effects. */
  readonly filtered: XmlNode;
  readonly speed: PlayedSpeed;
  /** First frame of the file as it is played. */
  readonly firstFrame: number;
  readonly durationFrames: number;
  readonly isSound: boolean;
  readonly isDisabled?: boolean;
  readonly transition: ClipTransition | null;
  readonly linkId: string | null;
  readonly note: string | null;
}

export function clipOfUse(use: MltUse): Clip {
  const { format, profile, media, firstFrame, durationFrames, isDisabled = false } = use;
  const { timing, unread, read } = readTiming({ ...use, rate: profile.frameRate });
  const { sourceStartFrame, speed, isReversed } = timing;
  const filters = filtersOf(use.filtered).filter((filter) => !read.includes(filter));
  const effects = readMltEffects(filters, {
    format,
    rate: profile.frameRate,
    frame: profile,
    media,
    firstFrame,
  });
  return {
    kind: 'clip',
    name: media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame,
    durationFrames,
    linkId: use.linkId,
    note: use.note,
    ...clipExtras({
      ...effects,
      unread: [...unread, ...(effects.unread ?? [])],
      transition: use.transition,
      speed,
      isReversed,
      isDisabled,
    }),
  };
}

/** Builds the timeline from the read parts and the facts of the app that the document still holds. */
export function timelineOfParts(parts: {
  readonly name: string;
  readonly profile: MltProfile;
  readonly own: OwnDocument;
  /** Pictures bottom to top, then sounds top to bottom. */
  readonly tracks: readonly FoundTrack[];
  readonly media: readonly MediaReference[];
  readonly captionTracks: readonly CaptionTrack[];
  readonly markers: readonly TimelineMarker[];
  /** Items that are on no track; none if absent. */
  readonly compositions?: readonly ItemWithoutMedia[];
}): Timeline {
  const { name, own, captionTracks, markers } = parts;
  const { frameRate, width, height } = parts.profile;
  const tracks = withoutLoneLinks(namedTracks(parts.tracks, own.tracks));
  const media = coverClips(parts.media, clipsOfTracks(tracks));
  const itemsWithoutMedia = [...itemsOfTracks(parts.tracks), ...(parts.compositions ?? [])].toSorted(
    (a, b) => a.startFrame - b.startFrame,
  );
  return {
    name,
    frameRate,
    width,
    height,
    startFrame: own.startFrame,
    isDropFrame: own.isDropFrame && canDropFrames(frameRate),
    audioRate: own.audioRate,
    media,
    tracks: transitionsAsRead(tracks, media),
    captionTracks,
    ...(markers.length > 0 && { markers }),
    ...(itemsWithoutMedia.length > 0 && { itemsWithoutMedia }),
  };
}
