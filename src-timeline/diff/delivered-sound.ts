import { withExtrasOf } from '../model/clip-part.ts';
import { clipsOfTracks, itemsOfPlacements, type Placement, placementsOfTrack } from '../model/placement.ts';
import {
  type Clip,
  type MediaReference,
  primaryTrackIndex,
  type Timeline,
  timelineDurationFrames,
  type Track,
} from '../model/timeline.ts';
import { diffCuts } from './diff-cuts.ts';
import { type CutEvent, type DiffOptions, endOf, type EventPair } from './match/cut-event.ts';
import { isSame } from './match/is-same.ts';
import { lackingKinds } from './match/lacking-kinds.ts';

/**
 * Gives a returned cut that has no sound the delivered one: words and sounds begin with their pictures, the sound of a
 * clip shows the same part as its picture, music stays in its place and ends with the cut. Sound of removed pictures is
 * left out. A cut with sound, or of another rate, is returned unchanged.
 */
export function withDeliveredSound(delivered: Timeline, returned: Timeline, options: DiffOptions): Timeline {
  const lacksSound = lackingKinds(delivered, returned, options.formats).includes('SOUND');
  if (!lacksSound || !isSame(delivered.frameRate, returned.frameRate)) return returned;
  const { old, pairs } = diffCuts(delivered, returned, options).matched;
  const pictures = new Pictures(old.events, pairs, primaryTrackIndex(delivered.tracks));
  const endFrame = timelineDurationFrames(returned);
  const tracks = delivered.tracks
    .filter(({ kind }) => kind === 'audio')
    .map((track) => {
      const placed = placementsOfTrack(track).flatMap((sound) => pictures.place(sound, track));
      return { ...track, items: itemsOfPlacements(withoutOverlaps(placed, endFrame)) };
    });
  return withTracks(returned, delivered, tracks);
}

/** The delivered pictures with the pieces of each in the returned cut. */
class Pictures {
  readonly #events: readonly CutEvent[];
  readonly #piecesOf: ReadonlyMap<CutEvent, readonly CutEvent[]>;
  readonly #primaryIndex: number;

  constructor(events: readonly CutEvent[], pairs: readonly EventPair[], primaryIndex: number) {
    this.#events = events.filter(({ trackKind }) => trackKind === 'video');
    this.#piecesOf = new Map(
      [...Map.groupBy(pairs, ({ before }) => before)].map(([before, some]) => [
        before,
        some.map(({ after }) => after).toSorted((a, b) => a.startFrame - b.startFrame),
      ]),
    );
    this.#primaryIndex = primaryIndex;
  }

  /** Returns the places of a delivered sound in the returned cut. */
  place(sound: Placement, { role }: Track): readonly Placement[] {
    const picture = this.#pictureOf(sound, role);
    if (picture === undefined) return [sound];
    const pieces = this.#piecesOf.get(picture) ?? [];
    if (picture.clip.mediaId === sound.clip.mediaId)
      return pieces.map((piece) => soundOfPiece(piece, sound.clip));
    const [first] = pieces;
    if (!first) return [];
    return [{ ...sound, startFrame: first.startFrame + Math.max(0, sound.startFrame - picture.startFrame) }];
  }

  #pictureOf({ startFrame, clip }: Placement, role: Track['role']): CutEvent | undefined {
    const linked = this.#events.filter((one) => clip.linkId !== null && one.clip.linkId === clip.linkId);
    const isAt = (one: CutEvent): boolean => one.startFrame <= startFrame && endOf(one) > startFrame;
    if (linked.length > 0) return linked.find(isAt) ?? linked[0];
    if (role === 'music') return undefined;
    return this.#events.find((one) => one.trackIndex === this.#primaryIndex && isAt(one));
  }
}

function soundOfPiece({ startFrame, durationFrames, sourceStart, speed }: CutEvent, sound: Clip): Placement {
  const rest = { ...sound };
  for (const key of ['speed', 'isReversed']) Reflect.deleteProperty(rest, key);
  return {
    startFrame,
    clip: {
      ...rest,
      sourceStartFrame: sourceStart,
      durationFrames,
      ...(Math.abs(speed) !== 1 && { speed: Math.abs(speed) }),
      ...(speed < 0 && { isReversed: true }),
    },
  };
}

/** Ends each sound where the next one on its track begins, and the last at the end of the cut. */
function withoutOverlaps(sounds: readonly Placement[], endFrame: number): readonly Placement[] {
  const ordered = sounds.toSorted((a, b) => a.startFrame - b.startFrame);
  return ordered.flatMap(({ startFrame, clip }, index) => {
    const limit = Math.min(endFrame, ordered[index + 1]?.startFrame ?? endFrame);
    const durationFrames = Math.min(clip.durationFrames, limit - startFrame);
    if (durationFrames < 1) return [];
    if (durationFrames === clip.durationFrames) return [{ startFrame, clip }];
    const part = withExtrasOf(clip, { firstFrame: 0, durationFrames, hasStart: true, hasEnd: false });
    return [{ startFrame, clip: { ...part, durationFrames } }];
  });
}

/** Adds sound tracks of the delivered cut with their media, under ids that no other file of the returned cut has. */
function withTracks(returned: Timeline, delivered: Timeline, tracks: readonly Track[]): Timeline {
  const idByLocation = new Map(returned.media.map(({ location, mediaId }) => [location, mediaId]));
  const ids = new Set(returned.media.map(({ mediaId }) => mediaId));
  const used = new Set(clipsOfTracks(tracks).map(({ mediaId }) => mediaId));
  const idOf = new Map<string, string>();
  const added: MediaReference[] = [];
  for (const one of delivered.media.filter(({ mediaId }) => used.has(mediaId))) {
    let mediaId = idByLocation.get(one.location) ?? one.mediaId;
    if (!idByLocation.has(one.location)) {
      while (ids.has(mediaId)) mediaId = `sound-${mediaId}`;
      ids.add(mediaId);
      added.push({ ...one, mediaId });
    }
    idOf.set(one.mediaId, mediaId);
  }
  const known = new Map(delivered.media.map((one) => [one.location, one]));
  const media = returned.media.map((one) => ({
    ...one,
    // A list of pictures does not say that its clips have sound.
    audioChannels: one.audioChannels ?? known.get(one.location)?.audioChannels ?? null,
  }));
  const renamed = tracks.map((track) => ({
    ...track,
    items: track.items.map((item) =>
      item.kind === 'gap' ? item : { ...item, mediaId: idOf.get(item.mediaId) ?? item.mediaId },
    ),
  }));
  const pictures = returned.tracks.filter(({ kind }) => kind === 'video');
  return { ...returned, media: [...media, ...added], tracks: [...pictures, ...renamed] };
}
