import { canDropFrames } from '../../model/frame-rate.ts';
import { longestUses } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { MediaReference, Timeline } from '../../model/timeline.ts';
import { localhostFileUrl } from '../file-url.ts';
import { urlOfLocation } from '../media-location.ts';
import { textElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { pictureCharacteristics, rateElement, soundCharacteristics, timecodeElement } from './xmeml-parts.ts';
import { convertFrames } from './xmeml-values.ts';

/** Prefix of file ids. Media ids may start with a digit, and file ids must differ from those of other elements. */
export const fileIdPrefix = 'file-';

/** Spelling of a location: Premiere's own with `localhost`, or the plain one. */
export type XmemlLocationStyle = 'localhost' | 'url';

/** Writes a file in full at its first use and as a reference afterwards. */
export class XmemlFileTable {
  readonly #timeline: Timeline;
  readonly #locationStyle: XmemlLocationStyle;
  readonly #written = new Set<string>();
  readonly #lengths: ReadonlyMap<string, number>;

  constructor(timeline: Timeline, locationStyle: XmemlLocationStyle) {
    this.#timeline = timeline;
    this.#locationStyle = locationStyle;
    this.#lengths = longestUses(timeline);
  }

  /** Length of the file in frames. A still has the length of its longest use; without one it is held for hours. */
  lengthOf(media: MediaReference): number {
    return media.durationFrames ?? this.#lengths.get(media.mediaId) ?? 1;
  }

  elementOf(media: MediaReference): XmlElement {
    const id = fileIdPrefix + media.mediaId;
    if (this.#written.has(id)) return xmlElement('file', { id });
    this.#written.add(id);
    const { frameRate, isDropFrame } = this.#timeline;
    const rate = media.frameRate ?? frameRate;
    const own = (frames: number): number => convertFrames(frames, frameRate, rate);
    const url = urlOfLocation(media.location);
    return xmlElement('file', { id }, [
      textElement('name', media.fileName),
      textElement('pathurl', this.#locationStyle === 'url' ? url : localhostFileUrl(url)),
      rateElement(rate),
      textElement('duration', own(this.lengthOf(media))),
      timecodeElement(
        own(media.startFrame),
        rate,
        isDropFrame && canDropFrames(rate) && media.startFrame > 0,
      ),
      xmlElement('media', {}, [this.#pictureElement(media, rate), this.#soundElement(media)]),
    ]);
  }

  #pictureElement({ size }: MediaReference, rate: FrameRate): XmlElement | null {
    if (size === null) return null;
    return xmlElement('video', {}, [pictureCharacteristics(size, rate)]);
  }

  #soundElement({ audioChannels }: MediaReference): XmlElement | null {
    if (audioChannels === null) return null;
    return xmlElement('audio', {}, [
      soundCharacteristics(this.#timeline.audioRate),
      textElement('channelcount', audioChannels),
    ]);
  }
}
