import { clipsOfTracks, headFramesOf, longestUses, overlapFramesOf } from '../../model/placement.ts';
import type { Clip, MediaReference, Timeline, Track } from '../../model/timeline.ts';
import { pathOfLocation, urlOfLocation } from '../media-location.ts';
import { otioEffects } from './otio-effects.ts';
import { fillGap, placeItems, withJoinedGaps, type WrittenItem } from './otio-item-places.ts';
import { buildOtioItem } from './otio-item-writer.ts';
import { otioItem, type OtioObject, otioRange, otioTime } from './otio-json.ts';
import { otioMarker } from './otio-markers.ts';
import {
  clipMetadata,
  type LinkNumbers,
  mediaMetadata,
  ownNamespace,
  trackMetadata,
} from './otio-metadata.ts';

/** Builds the tracks of a timeline. Use one builder for each document, because link numbers run through it. */
export class OtioTrackBuilder {
  readonly #timeline: Timeline;
  readonly #locationStyle: 'url' | 'path';
  readonly #mediaById: ReadonlyMap<string, MediaReference>;
  readonly #longestUses: ReadonlyMap<string, number>;
  readonly #linkNumbers = new Map<string, number>();
  #lastLinkNumber = 0;

  constructor(timeline: Timeline, locationStyle: 'url' | 'path') {
    this.#timeline = timeline;
    this.#locationStyle = locationStyle;
    this.#mediaById = new Map(timeline.media.map((media) => [media.mediaId, media]));
    this.#longestUses = longestUses(timeline);
  }

  /** Builds all tracks, with the items without media in their gaps or on further tracks. */
  buildTracks(): readonly OtioObject[] {
    const { tracks, frameRate, itemsWithoutMedia = [] } = this.#timeline;
    const written = itemsWithoutMedia.flatMap((item) => {
      const object = buildOtioItem(item, frameRate);
      return object === null ? [] : [{ item, object }];
    });
    const { onTracks, furtherTracks } = placeItems(this.#timeline, written);
    const built = tracks.map((track, index) => this.#buildTrack(track, onTracks.get(index) ?? []));
    const further = furtherTracks.map((items) => this.#buildFurtherTrack(items));
    return [...built, ...further];
  }

  /** Builds a track. A position is the sum of the items before, so holes become gaps. */
  #buildTrack(track: Track, items: readonly WrittenItem[]): OtioObject {
    const channels = this.#channelsOf(track);
    const buildGap = (durationFrames: number): OtioObject => this.#buildGap(durationFrames);
    const all = withJoinedGaps(track.items);
    let startFrame = 0;
    const children = all.flatMap((item, index) => {
      const place = { startFrame, durationFrames: item.durationFrames };
      startFrame += item.durationFrames;
      if (item.kind === 'gap')
        return fillGap(place, index === all.length - 1 ? Infinity : startFrame, items, buildGap);
      const clip = this.#buildClip(item, place.startFrame, track);
      const transition = this.#buildTransition(item);
      return transition === null ? [clip] : [transition, clip];
    });
    return otioItem('Track.1', track.name, trackMetadata(track, channels), {
      children,
      kind: track.kind === 'video' ? 'Video' : 'Audio',
    });
  }

  /** Builds a track for items that have no track in the timeline. */
  #buildFurtherTrack(items: readonly WrittenItem[]): OtioObject {
    const buildGap = (durationFrames: number): OtioObject => this.#buildGap(durationFrames);
    const isSound = items[0]?.item.trackKind === 'audio';
    return otioItem(
      'Track.1',
      '',
      { [ownNamespace]: { holds_items: true } },
      {
        children: fillGap({ startFrame: 0, durationFrames: 0 }, Infinity, items, buildGap),
        kind: isSound ? 'Audio' : 'Video',
      },
    );
  }

  #channelsOf(track: Track): number | null {
    if (track.kind === 'video') return null;
    const counts = clipsOfTracks([track]).map((clip) => this.#mediaOf(clip).audioChannels ?? 1);
    return counts.reduce((most, channels) => Math.max(most, channels), 1);
  }

  #mediaOf({ mediaId }: Clip): MediaReference {
    const media = this.#mediaById.get(mediaId);
    if (media === undefined) throw new RangeError(`No media “${mediaId}”.`);
    return media;
  }

  /** Returns the number of a link group; an unlinked clip gets a unique number. */
  #numberOf(group: string | null): number {
    const known = group === null ? undefined : this.#linkNumbers.get(group);
    if (known !== undefined) return known;
    this.#lastLinkNumber += 1;
    if (group !== null) this.#linkNumbers.set(group, this.#lastLinkNumber);
    return this.#lastLinkNumber;
  }

  /**
   * Returns the link numbers of a clip. Resolve links any clips with the same number. Premiere expects the same number
   * only for picture and sound of one file.
   */
  #linkNumbersOf({ linkId, mediaId, sourceStartFrame }: Clip, startFrame: number): LinkNumbers {
    if (linkId === null) return { premiere: this.#numberOf(null), resolve: null };
    return {
      premiere: this.#numberOf(JSON.stringify([linkId, mediaId, sourceStartFrame, startFrame])),
      resolve: this.#numberOf(linkId),
    };
  }

  /** Builds a transition, which takes no time of its own. The style is in the app's metadata; others see a dissolve. */
  #buildTransition(clip: Clip): OtioObject | null {
    const { transition } = clip;
    if (transition === undefined) return null;
    const { frameRate } = this.#timeline;
    return {
      OTIO_SCHEMA: 'Transition.1',
      metadata: { [ownNamespace]: { style: transition.style } },
      name: 'Cross Dissolve',
      transition_type: 'SMPTE_Dissolve',
      in_offset: otioTime(headFramesOf(clip), frameRate),
      out_offset: otioTime(overlapFramesOf(clip), frameRate),
    };
  }

  #buildGap(durationFrames: number): OtioObject {
    return otioItem(
      'Gap.1',
      '',
      {},
      { source_range: otioRange(0, durationFrames, this.#timeline.frameRate) },
    );
  }

  /** Builds a clip. Ranges count in the media's timecode, where readers check them and reject ranges outside. */
  #buildClip(clip: Clip, startFrame: number, track: Track): OtioObject {
    const media = this.#mediaOf(clip);
    const channels = track.kind === 'video' ? null : media.audioChannels;
    const { frameRate } = this.#timeline;
    const firstFrame = media.startFrame + clip.sourceStartFrame;
    return otioItem(
      'Clip.2',
      media.fileName,
      clipMetadata(clip, this.#linkNumbersOf(clip, startFrame), channels),
      {
        source_range: otioRange(firstFrame, clip.durationFrames, frameRate),
        effects: otioEffects(clip),
        markers: (clip.markers ?? []).map((marker) => otioMarker(marker, frameRate, firstFrame)),
        enabled: clip.isDisabled !== true,
        media_references: { DEFAULT_MEDIA: this.#buildReference(media) },
        active_media_reference_key: 'DEFAULT_MEDIA',
      },
    );
  }

  /** Builds a media reference. A still is as long as its longest use, so that every use fits. */
  #buildReference(media: MediaReference): OtioObject {
    const durationFrames = media.durationFrames ?? this.#longestUses.get(media.mediaId) ?? 1;
    return {
      OTIO_SCHEMA: 'ExternalReference.1',
      metadata: mediaMetadata(media),
      name: media.fileName,
      available_range: otioRange(media.startFrame, durationFrames, this.#timeline.frameRate),
      available_image_bounds: null,
      target_url:
        this.#locationStyle === 'url' ? urlOfLocation(media.location) : pathOfLocation(media.location),
    };
  }
}
