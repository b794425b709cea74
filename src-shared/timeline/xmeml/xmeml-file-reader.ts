import { fileNameOf, mediaKindOfName, uniqueMediaId } from '../media-kind.ts';
import { locationOfUrl } from '../media-location.ts';
import type { FrameRate } from '../rational-time.ts';
import type { MediaReference } from '../timeline.ts';
import {
  childOf,
  childrenNamed,
  childText,
  descendantOf,
  descendantsNamed,
  type XmlNode,
} from '../xml-reader.ts';
import { fileIdPrefix } from './xmeml-file.ts';
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

function readChannels(media: XmlNode | null): 1 | 2 | null {
  const sounds = media === null ? [] : childrenNamed(media, 'audio');
  const channels = sounds.reduce((sum, sound) => sum + (readInteger(sound, 'channelcount') ?? 1), 0);
  return channels === 0 ? null : channels === 1 ? 1 : 2;
}

function readKind(file: XmlNode, fileName: string, channels: 1 | 2 | null): MediaReference['kind'] {
  const byName = mediaKindOfName(fileName);
  if (descendantOf(file, 'media', 'video') === null && channels !== null) return 'audio';
  if (channels !== null || byName === 'audio') return channels === null ? 'audio' : 'video';
  return byName;
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
      if (id !== undefined && node.children.length > 0 && !this.#nodes.has(id)) this.#nodes.set(id, node);
    }
  }

  /** All files requested so far, in that order. */
  get media(): readonly MediaReference[] {
    return [...this.#media.values()];
  }

  /** Marks a file as transparent. Clips state this, not the file. */
  markTransparent(mediaId: string): void {
    const found = [...this.#media].find(([, media]) => media.mediaId === mediaId);
    if (found) this.#media.set(found[0], { ...found[1], isTransparent: true });
  }

  /** Null for a file without a description, and for titles and colours, which are described as files. */
  mediaOf(file: XmlNode): MediaReference | null {
    const id = file.attributes.get('id') ?? `line-${String(file.lineNumber)}`;
    const known = this.#media.get(id);
    if (known !== undefined) return known;
    const node = file.children.length > 0 ? file : this.#nodes.get(id);
    if (node === undefined || childText(node, 'mediaSource') !== null) return null;
    const media = this.#readMedia(node, id);
    this.#media.set(id, media);
    return media;
  }

  #readMedia(file: XmlNode, id: string): MediaReference {
    const { rate, width, height } = this.#sequence;
    const name = childText(file, 'name') ?? '';
    const location = locationOfUrl(childText(file, 'pathurl') ?? name);
    const fileName = fileNameOf(name, location);
    const channels = readChannels(childOf(file, 'media'));
    const kind = readKind(file, fileName, channels);
    const fileRate = readRate(file) ?? rate;
    const toSequence = (frames: number): number => convertFrames(frames, fileRate, rate);
    return {
      mediaId: uniqueMediaId(
        id.startsWith(fileIdPrefix) ? id.slice(fileIdPrefix.length) : id,
        this.#takenIds,
      ),
      fileName,
      location,
      kind,
      durationFrames: kind === 'still' ? null : toSequence(readInteger(file, 'duration') ?? 0),
      startFrame: kind === 'still' ? 0 : toSequence(readTimecode(file, fileRate).startFrame),
      size: kind === 'audio' ? null : (readSize(descendantOf(file, 'media', 'video')) ?? { width, height }),
      audioChannels: kind === 'audio' ? (channels ?? 2) : channels,
    };
  }
}
