import { clipsOfTracks, longestUses } from '../../model/placement.ts';
import type { MediaReference, Timeline, Track } from '../../model/timeline.ts';
import { ownMediaProperty, ownMediaText, resourceOfLocation } from '../mlt/mlt-media.ts';
import { mltElement, type MltProperties } from '../mlt/mlt-parts.ts';
import { type ShownClip, playedLength } from '../mlt/shown-clips.ts';
import { type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { uuidOf } from './kdenlive-document.ts';

/** First free id. Kdenlive reserves lower ones for the root folder, the folder of sequences and the sequence. */
const firstId = 4;

/** Length of a still, longer than its use, so that an editor can extend it. */
const stillSeconds = 300;

const clipTypes = { audio: 1, silent: 2, film: 3, still: 5 } as const;

function clipTypeOf({ kind, audioChannels }: MediaReference): number {
  if (kind !== 'video') return clipTypes[kind];
  return audioChannels === null ? clipTypes.silent : clipTypes.film;
}

/** Identifies the clips of a file that can share a producer. */
interface ProducerUse {
  readonly trackKind: Track['kind'];
  readonly isDisabled: boolean;
  /** Negative when played backwards. */
  readonly speed: number;
}

const useOf = ({ clip }: ShownClip, trackKind: Track['kind']): ProducerUse => ({
  trackKind,
  isDisabled: clip.isDisabled === true,
  speed: (clip.speed ?? 1) * (clip.isReversed === true ? -1 : 1),
});

/** Selects sound or picture of the file for a clip of the timeline. A disabled clip has neither. */
function halfProperties({ trackKind, isDisabled }: ProducerUse): MltProperties {
  const [isHeard, isSeen] = ['audio', 'video'].map((kind) => !isDisabled && kind === trackKind);
  return { 'set.test_audio': isHeard ? 0 : 1, 'set.test_image': isSeen ? 0 : 1 };
}

/** The producers of a document: one in the bin for each file, others for its uses on the timeline. */
export class KdenliveProducers {
  readonly #timeline: Timeline;
  readonly #documentId: string;
  readonly #longest: ReadonlyMap<string, number>;
  readonly #notes: ReadonlyMap<string, string>;
  readonly #uses = new Map<string, XmlElement>();

  constructor(timeline: Timeline, documentId: string) {
    this.#timeline = timeline;
    this.#documentId = documentId;
    this.#longest = longestUses(timeline);
    const noted = clipsOfTracks(timeline.tracks).toReversed();
    this.#notes = new Map(
      noted.flatMap(({ mediaId, note }) => (note === null ? [] : [[mediaId, note] as const])),
    );
  }

  /** First id of the bin that no file has. */
  get nextId(): number {
    return firstId + this.#timeline.media.length;
  }

  idOf({ mediaId }: MediaReference): number {
    return firstId + this.#timeline.media.findIndex((one) => one.mediaId === mediaId);
  }

  binIdOf(media: MediaReference): string {
    return `clip${String(this.idOf(media))}`;
  }

  /** Elements in the order of the media. */
  binElements(): readonly XmlElement[] {
    return this.#timeline.media.map((media) => {
      const length = this.#lengthOf(media);
      return mltElement(
        'producer',
        { id: this.binIdOf(media), in: 0, out: length - 1 },
        { ...this.#fileProperties(media, length), [ownMediaProperty]: ownMediaText(media) },
      );
    });
  }

  binEntries(): readonly XmlElement[] {
    return this.#timeline.media.map((media) =>
      xmlElement('entry', { producer: this.binIdOf(media), in: 0, out: this.#lengthOf(media) - 1 }),
    );
  }

  /** Elements for all ids that `producerIdOf` returned. */
  useElements(): readonly XmlElement[] {
    return [...this.#uses.values()];
  }

  producerIdOf(shown: ShownClip, trackKind: Track['kind']): string {
    const use = useOf(shown, trackKind);
    const { media } = shown;
    const speed = use.speed === 1 ? '' : `_${String(use.speed).replace('-', 'r').replace('.', '_')}`;
    const id = `${trackKind}${String(this.idOf(media))}${speed}${use.isDisabled ? '_off' : ''}`;
    if (!this.#uses.has(id)) this.#uses.set(id, this.#useElement(id, media, use));
    return id;
  }

  #useElement(id: string, media: MediaReference, use: ProducerUse): XmlElement {
    const length = playedLength(media, Math.abs(use.speed)) ?? this.#lengthOf(media);
    const resource = resourceOfLocation(media.location);
    const speed = String(use.speed);
    const warp: MltProperties =
      use.speed === 1
        ? {}
        : {
            resource: `${speed}:${resource}`,
            mlt_service: 'timewarp',
            warp_speed: speed,
            warp_resource: resource,
            warp_pitch: 1,
          };
    const properties = { ...this.#fileProperties(media, length), ...warp, ...halfProperties(use) };
    return mltElement('producer', { id, in: 0, out: length - 1 }, properties);
  }

  #lengthOf(media: MediaReference): number {
    if (media.durationFrames !== null) return media.durationFrames;
    const { numerator, denominator } = this.#timeline.frameRate;
    const room = Math.ceil((stillSeconds * numerator) / denominator);
    return Math.max(room, this.#longest.get(media.mediaId) ?? 1);
  }

  #fileProperties(media: MediaReference, length: number): MltProperties {
    const isStill = media.kind === 'still';
    return {
      length,
      eof: 'pause',
      resource: resourceOfLocation(media.location),
      mlt_service: isStill ? 'qimage' : 'avformat',
      ...(isStill && { ttl: 25, 'kdenlive:duration': this.#longest.get(media.mediaId) ?? length }),
      ...(media.size && { 'meta.media.width': media.size.width, 'meta.media.height': media.size.height }),
      'kdenlive:id': this.idOf(media),
      // Kdenlive considers a document changed if it has to assign one.
      'kdenlive:control_uuid': uuidOf(`${this.#documentId} ${media.mediaId}`),
      'kdenlive:clip_type': clipTypeOf(media),
      'kdenlive:folderid': -1,
      'kdenlive:clipname': media.fileName,
      'kdenlive:description': this.#notes.get(media.mediaId) ?? null,
    };
  }
}
