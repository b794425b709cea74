import { fileNameOf, mediaKindOfName, uniqueMediaId } from '../../model/media-kind.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { channelCountOf, type MediaReference } from '../../model/timeline.ts';
import { locationOfUrl } from '../media-location.ts';
import {
  childOf,
  childrenNamed,
  childText,
  descendantOf,
  descendantsNamed,
  type XmlNode,
} from '../xml/xml-reader.ts';
import { fileIdPrefix } from './xmeml-file.ts';
import { isImageSequence } from './xmeml-item-content.ts';
import { convertFrames, readInteger, readRate, readTimecode } from './xmeml-values.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Reads width and height from the sample characteristics below an element; null if missing. */
export function readSize(node: XmlNode | null): PictureSize | null {
  const characteristics = node === null ? null : childOf(node, 'samplecharacteristics');
  if (characteristics === null) return null;
  const width = readInteger(characteristics, 'width') ?? 0;
  const height = readInteger(characteristics, 'height') ?? 0;
  return width > 0 && height > 0 ? { width, height } : null;
}

function readChannels(media: XmlNode | null): number | null {
  const sounds = media === null ? [] : childrenNamed(media, 'audio');
  const channels = sounds.reduce((sum, sound) => sum + (readInteger(sound, 'channelcount') ?? 1), 0);
  return channels === 0 ? null : channelCountOf(channels);
}

function readKind(file: XmlNode, fileName: string, channels: number | null): MediaReference['kind'] {
  const byName = mediaKindOfName(fileName);
  if (descendantOf(file, 'media', 'video') === null && channels !== null) return 'audio';
  if (channels !== null || byName === 'audio') return channels === null ? 'audio' : 'video';
  return byName;
}

const hasLocation = (file: XmlNode): boolean => childText(file, 'pathurl') !== null;

/** Returns where a file is, by its name if the document does not say, and its name with extension. */
function locate(file: XmlNode): Pick<MediaReference, 'location' | 'fileName'> {
  const name = childText(file, 'name') ?? '';
  const location = locationOfUrl(childText(file, 'pathurl') ?? name);
  return { location, fileName: fileNameOf(name, location) };
}

/** True if a described file is a single one on disk. Without a location, only a name with an extension tells so. */
function showsFile(file: XmlNode): boolean {
  if (childText(file, 'mediaSource') !== null) return false;
  const { fileName } = locate(file);
  const hasName = hasLocation(file) || /[^./\\]\.(?=\w*[a-z])\w{2,5}$/i.test(fileName);
  return hasName && !isImageSequence(fileName);
}

/** Name of a described file by which a cut is recognized; null for what is no file. */
export function nameOfFile(file: XmlNode): string | null {
  return showsFile(file) ? locate(file).fileName : null;
}

/** Finds the files of a document by id. The first use describes a file; later uses only refer to it. */
export class XmemlFileReader {
  readonly #nodes = new Map<string, XmlNode>();
  readonly #media = new Map<string, MediaReference>();
  readonly #takenIds = new Set<string>();
  readonly #sequence: PictureSize & { readonly rate: FrameRate };

  constructor(root: XmlNode, sequence: PictureSize & { readonly rate: FrameRate }) {
    this.#sequence = sequence;
    for (const node of descendantsNamed(root, 'file')) {
      const id = node.attributes.get('id');
      if (id === undefined || node.children.length === 0) continue;
      const known = this.#nodes.get(id);
      if (known === undefined || (!hasLocation(known) && hasLocation(node))) this.#nodes.set(id, node);
    }
  }

  /** All files requested so far, in that order. */
  get media(): readonly MediaReference[] {
    return [...this.#media.values()];
  }

  /** Marks a file as transparent. Clips state this, not the file. */
  markTransparent(mediaId: string): void {
    this.#change(mediaId, (media) => ({ ...media, isTransparent: true }));
  }

  /** Marks a file as one with sound, which some documents only tell by a clip on a track of sound. */
  markHeard(mediaId: string, channel: number): void {
    const channels = channel === 1 ? 1 : 2;
    this.#change(mediaId, (media) => ({ ...media, audioChannels: media.audioChannels ?? channels }));
  }

  #change(mediaId: string, change: (media: MediaReference) => MediaReference): void {
    const found = [...this.#media].find(([, media]) => media.mediaId === mediaId);
    if (found) this.#media.set(found[0], change(found[1]));
  }

  /** Returns the description of a file, its own or the one by its id; null if the document has none. */
  describe(file: XmlNode): XmlNode | null {
    if (hasLocation(file)) return file;
    return this.#nodes.get(file.attributes.get('id') ?? '') ?? (file.children.length > 0 ? file : null);
  }

  /**
   * Null for a file without a description or a name, for a sequence of images, and for titles and colours, which are
   * described as files. Files of one id at different locations are different ones.
   */
  mediaOf(file: XmlNode): MediaReference | null {
    const node = this.describe(file);
    if (node === null || !showsFile(node)) return null;
    const id = file.attributes.get('id') ?? `line-${String(file.lineNumber)}`;
    const key = JSON.stringify([id, locate(node).location]);
    const known = this.#media.get(key);
    if (known !== undefined) return known;
    const media = this.#readMedia(node, id);
    this.#media.set(key, media);
    return media;
  }

  #readMedia(file: XmlNode, id: string): MediaReference {
    const { rate, width, height } = this.#sequence;
    const { location, fileName } = locate(file);
    const channels = readChannels(childOf(file, 'media'));
    const kind = readKind(file, fileName, channels);
    const fileRate = readRate(file) ?? rate;
    const duration = Math.max(0, readInteger(file, 'duration') ?? 0);
    const toSequence = (frames: number): number => convertFrames(frames, fileRate, rate);
    return {
      mediaId: uniqueMediaId(
        id.startsWith(fileIdPrefix) ? id.slice(fileIdPrefix.length) : id,
        this.#takenIds,
      ),
      fileName,
      location,
      kind,
      durationFrames: kind === 'still' ? null : toSequence(duration),
      startFrame: kind === 'still' ? 0 : toSequence(readTimecode(file, fileRate).startFrame),
      size: kind === 'audio' ? null : (readSize(descendantOf(file, 'media', 'video')) ?? { width, height }),
      audioChannels: kind === 'audio' ? (channels ?? 2) : channels,
    };
  }
}
