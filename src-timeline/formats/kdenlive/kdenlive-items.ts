import type { ItemWithoutMedia, Timeline } from '../../model/timeline.ts';
import { mltElement } from '../mlt/mlt-parts.ts';
import { producerLength, withProperties, type WrittenItem } from '../mlt/mlt-written-items.ts';
import { inlineElement, writeXmlElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { uuidOf } from './kdenlive-document.ts';

/** Part of the frame's height for a line of a title. */
const lineShare = 1 / 14;

/**
 * Writes a title as Kdenlive's titler stores it: white words in the middle of the frame. It names no font, because
 * Kdenlive asks about one that the computer does not have.
 */
function titleText(words: string, { width, height }: Timeline, durationFrames: number): string {
  const size = Math.max(1, Math.round(height * lineShare));
  const boxHeight = Math.round(words.split('\n').length * size * 1.4);
  const left = Math.round(width * 0.05);
  const identity = xmlElement('transform', {}, '1,0,0,0,1,0,0,0,1');
  const position = xmlElement('position', { x: left, y: Math.round((height - boxHeight) / 2) }, [identity]);
  const content = xmlElement(
    'content',
    {
      'font-pixel-size': size,
      'font-weight': 700,
      'font-italic': 0,
      'font-underline': 0,
      'font-color': '255,255,255,255',
      'font-outline': 0,
      'font-outline-color': '0,0,0,255',
      'letter-spacing': 0,
      'line-spacing': 0,
      'tab-width': 80,
      shadow: '1;#a0000000;3;2;2',
      alignment: 4,
      'box-width': width - 2 * left,
      'box-height': boxHeight,
      typewriter: '0;2;1;0;0',
    },
    words,
  );
  const viewport = `0,0,${String(width)},${String(height)}`;
  const title = xmlElement(
    'kdenlivetitle',
    { LC_NUMERIC: 'C', width, height, duration: durationFrames, out: durationFrames - 1 },
    [
      xmlElement('item', { type: 'QGraphicsTextItem', 'z-index': 0 }, [position, content]),
      xmlElement('startviewport', { rect: viewport }),
      xmlElement('endviewport', { rect: viewport }),
      xmlElement('background', { color: '0,0,0,0' }),
    ],
  );
  return writeXmlElement(inlineElement(title));
}

/** Makes a title of words. */
export function kdenliveTitle(
  { name, durationFrames }: ItemWithoutMedia,
  words: string,
  timeline: Timeline,
): Pick<WrittenItem, 'producer' | 'parts'> {
  const producer = mltElement(
    'producer',
    { id: null, in: 0, out: durationFrames - 1 },
    {
      length: durationFrames,
      eof: 'pause',
      resource: '',
      aspect_ratio: 1,
      seekable: 1,
      mlt_service: 'kdenlivetitle',
      'kdenlive:duration': durationFrames,
      'kdenlive:clipname': name,
      xmldata: titleText(words, timeline, durationFrames),
      'kdenlive:clip_type': 2,
      force_reload: 0,
      'meta.media.width': timeline.width,
      'meta.media.height': timeline.height,
    },
  );
  return { producer, parts: [] };
}

/** The producers of items without media. Each is in the bin, and equal ones are one. */
export class KdenliveItems {
  readonly #documentId: string;
  readonly #firstId: number;
  readonly #producers = new Map<string, { readonly element: XmlElement; readonly length: number }>();

  /** @param firstId first free id of the bin. */
  constructor(documentId: string, firstId: number) {
    this.#documentId = documentId;
    this.#firstId = firstId;
  }

  /** Elements for all items that `entryElement` wrote. */
  binElements(): readonly XmlElement[] {
    return [...this.#producers.values()].map(({ element }) => element);
  }

  binEntries(): readonly XmlElement[] {
    return [...this.#producers.values()].map(({ element, length }) =>
      xmlElement('entry', { producer: element.attributes['id'] ?? '', in: 0, out: length - 1 }),
    );
  }

  entryElement(item: WrittenItem): XmlElement {
    const { producer, id } = this.#producerOf(item);
    const { inFrame, durationFrames } = item;
    const entry = xmlElement(
      'entry',
      { producer, in: inFrame, out: inFrame + durationFrames - 1 },
      item.parts,
    );
    return withProperties(entry, {}, { 'kdenlive:id': id });
  }

  #producerOf(item: WrittenItem): { readonly producer: string; readonly id: number } {
    const off = item.isDisabled ? { 'set.test_audio': 1, 'set.test_image': 1 } : {};
    const key = `${writeXmlElement(item.producer)}${JSON.stringify(off)}`;
    const known = [...this.#producers.keys()].indexOf(key);
    const id = this.#firstId + (known === -1 ? this.#producers.size : known);
    const producer = `item${String(id)}`;
    const length = Math.max(this.#producers.get(key)?.length ?? 0, producerLength(item));
    const element = withProperties(
      item.producer,
      { id: producer, in: 0, out: length - 1 },
      {
        length,
        'kdenlive:id': id,
        'kdenlive:folderid': -1,
        'kdenlive:control_uuid': uuidOf(`${this.#documentId} ${key}`),
        ...off,
      },
    );
    this.#producers.set(key, { element, length });
    return { producer, id };
  }
}
