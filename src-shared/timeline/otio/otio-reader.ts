import { mediaByName } from '../diff/media-keys.ts';
import { canDropFrames, frameRateOfNumber } from '../frame-rate.ts';
import { deepestNesting, Nesting } from '../nested-sequences.ts';
import { clipsOfTracks, coverClips, withoutLoneLinks } from '../placement.ts';
import type { FrameRate } from '../rational-time.ts';
import { transitionsAsRead } from '../read-transitions.ts';
import { isSameRate } from '../sequence-timing.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import type { MediaReference, Timeline } from '../timeline.ts';
import { readOtioMarkers } from './otio-markers.ts';
import { OtioMediaReader } from './otio-media-reader.ts';
import { ownNamespace } from './otio-metadata.ts';
import {
  childNodes,
  framesOfOtioTime,
  kindOfSchema,
  metadataOf,
  parseOtio,
  referenceOf,
} from './otio-nodes.ts';
import { tracksOfFound } from './otio-placer.ts';
import {
  type OtioNode,
  otioNodeSchema,
  type OtioTime,
  otioTimelineSchema,
  ownTimelineSchema,
  premiereStackSchema,
} from './otio-schema.ts';
import { clipsWithin, findTracks, sizeOfPictures } from './otio-track-finder.ts';

const fullHd = { width: 1920, height: 1080 };

/** Rates from here on count audio samples, not frames. */
const slowestSampling = 8000;

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

/** Reads one document. */
export class OtioReader {
  readonly #timeline;
  readonly #stack: OtioNode;
  readonly #fallback: OtioFallback;

  constructor(document: unknown, fallback: OtioFallback) {
    this.#fallback = fallback;
    this.#timeline = parseOtio(otioTimelineSchema, document, 'the document');
    if (kindOfSchema(this.#timeline.OTIO_SCHEMA) !== 'Timeline')
      throw new TimelineParseError('The document is not an OTIO timeline.');
    this.#stack = parseOtio(otioNodeSchema, this.#timeline.tracks, 'the tracks');
  }

  /** @throws TimelineParseError */
  read(): Timeline {
    const own = metadataOf(this.#timeline, ownNamespace, ownTimelineSchema);
    const premiere = metadataOf(this.#stack, 'PremierePro_OTIO', premiereStackSchema);
    const trackNodes = childNodes(this.#stack, 'the tracks').filter(
      (node) => kindOfSchema(node.OTIO_SCHEMA) === 'Track',
    );
    const rate = this.#findRate(trackNodes);
    const nesting = new Nesting();
    const found = findTracks(trackNodes, { rate, nesting });
    const otherSize = premiere.VideoResolution ?? this.#fallback.size ?? sizeOfPictures(found) ?? fullHd;
    const [width, height] = [own.width ?? otherSize.width, own.height ?? otherSize.height];
    const { location_style: locationStyle } = own;
    const delivered = mediaByName(this.#fallback.media ?? []);
    const media = new OtioMediaReader({ rate, width, height, locationStyle, delivered });
    for (const { use } of found.flatMap(clipsWithin)) media.addUse(use);
    const mediaByKey = media.readMedia();
    const tracks = withoutLoneLinks(tracksOfFound(found, { mediaByKey, rate, nesting }));
    const covered = coverClips([...mediaByKey.values()], clipsOfTracks(tracks));
    const sound = transitionsAsRead(tracks, covered);
    const markers = readOtioMarkers(this.#stack, rate);
    return {
      name: this.#timeline.name ?? '',
      frameRate: rate,
      width,
      height,
      ...this.#readTimecode(rate, own.is_drop_frame),
      audioRate: own.audio_sample_rate ?? premiere.AudioFrameRate ?? this.#fallback.audioRate ?? 48_000,
      media: covered,
      tracks: [
        ...sound.filter(({ kind }) => kind === 'video'),
        ...sound.filter(({ kind }) => kind === 'audio'),
      ],
      captionTracks: [],
      ...(markers.length > 0 && { markers }),
    };
  }

  #readTimecode(rate: FrameRate, dropsFrames?: boolean): Pick<Timeline, 'startFrame' | 'isDropFrame'> {
    const { frameRate, startFrame = 0, isDropFrame = false } = this.#fallback;
    const isSame = frameRate !== undefined && isSameRate(rate, frameRate);
    const start = this.#timeline.global_start_time;
    const unstated = isSame ? startFrame : 0;
    return {
      startFrame: start ? Math.max(0, framesOfOtioTime(start, rate, 'the start time')) : unstated,
      isDropFrame: (dropsFrames ?? (isSame && isDropFrame)) && canDropFrames(rate),
    };
  }

  /** Finds the rate: from the start time, else from the first item or media that does not count in samples. */
  #findRate(tracks: readonly OtioNode[]): FrameRate {
    const items = nodesWithin(tracks);
    const framesPerSecond =
      rateOfTimes([this.#timeline.global_start_time]) ??
      rateOfTimes(items.map(({ source_range: range }) => range?.duration)) ??
      rateOfTimes(items.map((node) => referenceOf(node, 'the tracks')?.available_range?.duration));
    if (framesPerSecond !== undefined) return frameRateOfNumber(framesPerSecond);
    if (this.#fallback.frameRate) return this.#fallback.frameRate;
    throw new TimelineParseError('The document says no frame rate.');
  }
}

/** Returns the content of compositions, outermost first, down to the depth that is read. */
function nodesWithin(nodes: readonly OtioNode[], depth = 0): readonly OtioNode[] {
  const children = nodes.flatMap((node) => childNodes(node, 'the tracks'));
  return children.length === 0 || depth > deepestNesting
    ? children
    : [...children, ...nodesWithin(children, depth + 1)];
}

/** Returns the first rate that is a frame rate. */
function rateOfTimes(times: readonly (OtioTime | null | undefined)[]): number | undefined {
  const rates = times.flatMap((time) => (time ? [time.rate] : []));
  return rates.find((rate) => rate > 0 && rate < slowestSampling);
}
