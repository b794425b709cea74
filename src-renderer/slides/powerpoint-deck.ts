import { unzipSync } from 'fflate';
import type { Deck, DeckSlide } from './deck.ts';

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Maximum unpacked size of one part, and of all read parts together. */
const maxPartBytes = 8 * 1024 ** 2;
const maxBytes = 64 * 1024 ** 2;
const maxParts = 10_000;
const readParts =
  /^(?:_rels|ppt\/(?:_rels|slides|notesSlides)(?:\/_rels)?)\/[^/]*\.(?:xml|rels)$|^ppt\/[^/]+\.xml$/;

/**
 * Reads the titles and speaker notes of a PowerPoint file; its slides are not drawn.
 * @throws Error if the file is no presentation, too large when unpacked, or has an unreadable slide: texts could then
 * no longer be matched to slides.
 */
export function readPowerPoint(bytes: Uint8Array): Deck {
  const unpacked = { parts: 0, bytes: 0 };
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!readParts.test(name)) return false;
      unpacked.parts += 1;
      unpacked.bytes += originalSize;
      if (originalSize > maxPartBytes || unpacked.bytes > maxBytes || unpacked.parts > maxParts)
        throw new Error('The presentation is too large for a preview.');
      return true;
    },
  });
  const presentation = new Parts(parts);
  const main = presentation.related('', 'officeDocument');
  const list = main === null ? null : presentation.read(main);
  if (main === null || !list) throw new Error('The file is no PowerPoint presentation.');
  const ids = elements(list, 'sldId');
  const slides = ids.flatMap((id) => {
    const part = presentation.target(main, id.getAttributeNS(relationships, 'id') ?? '');
    const slide = part === null ? null : presentation.read(part);
    if (part === null || !slide) throw new Error('A slide cannot be read.');
    if (slide.documentElement.getAttribute('show') === '0') return [];
    const notes = presentation.related(part, 'notesSlide');
    return [slideOf(slide, notes === null ? null : presentation.read(notes))];
  });
  return { slides, draw: null, close: () => undefined };
}

function slideOf(slide: Document, notes: Document | null): DeckSlide {
  return {
    title: placeText(slide, ['title', 'ctrTitle']).replace(/\s+/gu, ' '),
    notes: notes ? placeText(notes, ['body']) : '',
  };
}

/** Returns the text of the first shape for one of the placeholders, one line per paragraph. */
function placeText(sheet: Document, places: readonly string[]): string {
  const shape = elements(sheet, 'sp').find((each) =>
    elements(each, 'ph').some((place) => places.includes(place.getAttribute('type') ?? '')),
  );
  const paragraphs = shape ? elements(shape, 'p') : [];
  return paragraphs
    .map((paragraph) =>
      [...paragraph.getElementsByTagNameNS('*', '*')]
        .map(({ localName, textContent }) =>
          localName === 'br' ? '\n' : localName === 't' ? textContent : '',
        )
        .join(''),
    )
    .join('\n')
    .trim();
}

function elements(within: Document | Element, name: string): Element[] {
  return [...within.getElementsByTagNameNS('*', name)];
}

/** XML parts of a package and their relationships. */
class Parts {
  readonly #bytes: Readonly<Record<string, Uint8Array>>;

  constructor(bytes: Readonly<Record<string, Uint8Array>>) {
    this.#bytes = bytes;
  }

  /** Returns null if the part is missing or no XML. */
  read(part: string): Document | null {
    const bytes = this.#bytes[part];
    if (!bytes) return null;
    const document = new DOMParser().parseFromString(new TextDecoder().decode(bytes), 'application/xml');
    return document.querySelector('parsererror') ? null : document;
  }

  /** Returns the part that another part, or the package itself, refers to by id. */
  target(from: string, id: string): string | null {
    return this.#find(from, (relation) => relation.getAttribute('Id') === id);
  }

  /** Returns the first part of a type that another part, or the package itself, refers to. */
  related(from: string, type: string): string | null {
    return this.#find(from, (relation) => relation.getAttribute('Type')?.endsWith(`/${type}`) === true);
  }

  #find(from: string, isMeant: (relation: Element) => boolean): string | null {
    const [, folder = '', name = ''] = /^(.*?)([^/]*)$/.exec(from) ?? [];
    const relations = this.read(`${folder}_rels/${name}.rels`);
    const found = relations ? elements(relations, 'Relationship').find(isMeant) : undefined;
    const target = found?.getAttribute('Target');
    // Targets are relative URLs, based on the folder of the referring part.
    return target ? decodeURI(new URL(target, `file:///${from}`).pathname.slice(1)) : null;
  }
}
