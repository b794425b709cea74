import { mediaByName } from '../../model/find-media.ts';
import { canDropFrames, frameRateOfNumber, frameRateOrNull } from '../../model/frame-rate.ts';
import { clipsOfTracks, coverClips, withoutLoneLinks } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { isSameRate } from '../../model/sequence-timing.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import type { MediaReference, Timeline, TimelineMarker } from '../../model/timeline.ts';
import { deepestNesting, Nesting } from '../nested-sequences.ts';
import { transitionsAsRead } from '../read-transitions.ts';
import { readOtioMarkers } from './otio-markers.ts';
import { findUse, OtioMediaReader } from './otio-media-reader.ts';
import { ownNamespace } from './otio-metadata.ts';
import { childNodes, framesOfOtioTime, metadataOf, referenceOf } from './otio-nodes.ts';
import { markersOfFound, tracksOfFound } from './otio-placer.ts';
import { type OtioNode, type OtioTimeline, ownTimelineSchema, premiereStackSchema } from './otio-schema.ts';
import type { DocumentTimeline } from './otio-timelines.ts';
import { clipsWithin, findTracks, sizeOfPictures } from './otio-track-finder.ts';

const fullHd = { width: 1920, height: 1080 };

/** Rates from here on count audio samples, not frames. */
const slowestSampling = 8000;

/** Frame rates of sequences lie between these. */
const slowest = 4;
const fastest = 500;

/**
 * Facts that some programs omit, known from the delivery a document returns to or from its media. Facts in the document
 * itself take precedence.
 */
export interface OtioFallback {
  readonly frameRate?: FrameRate;
  /** Frame size in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Timecode of the first frame, as a frame count, for documents of the same rate. */
  readonly startFrame?: number;
  readonly isDropFrame?: boolean;
  readonly audioRate?: number;
  /** Delivered media. A picture of the only one's name has its size. */
  readonly media?: readonly MediaReference[];
}

/** Reads one timeline of a document. */
export class OtioReader {
  readonly #timeline: OtioTimeline;
  readonly #stack: OtioNode;
  readonly #fallback: OtioFallback;

  constructor({ timeline, stack }: DocumentTimeline, fallback: OtioFallback) {
    this.#timeline = timeline;
    this.#stack = stack;
    this.#fallback = fallback;
  }

  /** @throws TimelineParseError without a frame rate. */
  read(): Timeline {
    const own = metadataOf(this.#timeline, ownNamespace, ownTimelineSchema);
    const premiere = metadataOf(this.#stack, 'PremierePro_OTIO', premiereStackSchema);
    const { location_style: locationStyle } = own;
    const delivered = mediaByName(this.#fallback.media ?? []);
    const rate = this.#findRate();
    const nesting = new Nesting();
    const found = findTracks(this.#stack, {
      rate,
      nesting,
      useOf: (clip, isPicture) => findUse(clip, isPicture, { delivered, locationStyle }),
    });
    const otherSize = premiere.VideoResolution ?? this.#fallback.size ?? sizeOfPictures(found) ?? fullHd;
    const width = own.width ?? otherSize.width;
    const height = own.height ?? otherSize.height;
    const media = new OtioMediaReader({ rate, width, height, locationStyle, delivered });
    for (const { use } of found.flatMap(clipsWithin)) media.addUse(use);
    const mediaByKey = media.readMedia();
    const context = { mediaByKey, rate, nesting };
    const { tracks, itemsWithoutMedia } = tracksOfFound(found, context);
    const linked = withoutLoneLinks(tracks);
    const covered = coverClips([...mediaByKey.values()], clipsOfTracks(linked));
    const markers = this.#readMarkers(rate, markersOfFound(found, context));
    return {
      name: this.#timeline.name ?? '',
      frameRate: rate,
      width,
      height,
      ...this.#readTimecode(rate, own.is_drop_frame),
      audioRate: own.audio_sample_rate ?? premiere.AudioFrameRate ?? this.#fallback.audioRate ?? 48_000,
      media: covered,
      tracks: transitionsAsRead(linked, covered),
      captionTracks: [],
      ...(markers.length > 0 && { markers }),
      ...(itemsWithoutMedia.length > 0 && { itemsWithoutMedia }),
    };
  }

  #readMarkers(rate: FrameRate, ofTracks: readonly TimelineMarker[]): readonly TimelineMarker[] {
    const ofStack = readOtioMarkers(this.#stack, rate);
    const ofTimeline = readOtioMarkers(this.#timeline, rate);
    if (ofTracks.length + ofTimeline.length === 0) return ofStack;
    return [...ofStack, ...ofTimeline, ...ofTracks].toSorted((a, b) => a.frame - b.frame);
  }

  #readTimecode(
    rate: FrameRate,
    dropsFrames: boolean | undefined,
  ): Pick<Timeline, 'startFrame' | 'isDropFrame'> {
    const { frameRate, startFrame = 0, isDropFrame = false } = this.#fallback;
    const isSame = frameRate !== undefined && isSameRate(rate, frameRate);
    const start = framesOfOtioTime(this.#timeline.global_start_time, rate);
    const unstated = isSame ? startFrame : 0;
    return {
      startFrame: Math.max(0, start ?? unstated),
      isDropFrame: (dropsFrames ?? (isSame && isDropFrame)) && canDropFrames(rate),
    };
  }

  /**
   * Finds the rate: from the start time, else from the first item or media whose time counts frames. Some programs
   * count in seconds, milliseconds or samples; such a rate is taken only if there is no other.
   */
  #findRate(): FrameRate {
    const items = nodesWithin([this.#stack]);
    const times = [
      this.#timeline.global_start_time,
      ...items.map(({ source_range: range }) => range?.duration),
      ...items.map((node) => referenceOf(node)?.available_range?.duration),
    ];
    const rates = [...new Set(times.flatMap((time) => (time ? [time.rate] : [])))];
    const stated = rates.filter((rate) => rate > 0 && rate < slowestSampling);
    const usual = stated.find((rate) => rate > slowest && rate < fastest && frameRateOrNull(rate) !== null);
    if (usual !== undefined) return frameRateOfNumber(usual);
    if (this.#fallback.frameRate) return this.#fallback.frameRate;
    const [unusual] = stated;
    if (unusual === undefined) throw new TimelineParseError('The document says no frame rate.');
    return frameRateOfNumber(unusual);
  }
}

/** Returns the content of compositions, outermost first, down to the depth that is read. */
function nodesWithin(nodes: readonly OtioNode[], depth = 0): readonly OtioNode[] {
  const children = nodes.flatMap((node) => childNodes(node));
  return children.length === 0 || depth > deepestNesting
    ? children
    : [...children, ...nodesWithin(children, depth + 1)];
}
