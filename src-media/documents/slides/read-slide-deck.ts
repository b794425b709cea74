import type { TaskControl } from '../../task-options.ts';
import type { Deck, DeckPage } from '../document-tools.ts';
import { placeKindOf } from './placeholders.ts';
import { Presentation, type Slide, textOf } from './presentation.ts';
import { SlidePackage } from './slide-package.ts';
import { childOf, childrenOf, type Element } from './xml-tree.ts';

/** Placeholders with the same content on every slide. */
const repeatedPlaces = new Set(['dt', 'ftr', 'sldNum', 'hdr']);

/** Returns the shapes with text, including those in groups and tables, in slide order. */
function textShapes(tree: Element | null): Element[] {
  return childrenOf(tree).flatMap((shape) => {
    if (shape.localName === 'grpSp') return textShapes(shape);
    if (shape.localName === 'AlternateContent') return textShapes(childOf(shape, 'Choice'));
    const rows = childrenOf(childOf(shape, 'graphic', 'graphicData', 'tbl'), 'tr');
    if (rows.length > 0) return rows.flatMap((row) => childrenOf(row, 'tc'));
    return shape.localName === 'sp' && !repeatedPlaces.has(placeKindOf(shape) ?? '') ? [shape] : [];
  });
}

function readSlide(slide: Slide, notes: string): DeckPage {
  const shapes = textShapes(childOf(slide.sheets[0].root, 'cSld', 'spTree'));
  const headline = shapes.find((shape) => placeKindOf(shape) === 'title');
  const inOrder = headline ? [headline, ...shapes.filter((shape) => shape !== headline)] : shapes;
  const texts = inOrder.map((shape) => textOf(shape).trim()).filter((text) => text !== '');
  return { title: textOf(headline).replace(/\s+/gu, ' ').trim(), text: texts.join('\n'), notes };
}

/** Reads the text and speaker notes of a PowerPoint file's slides. Skips hidden slides. */
export async function readSlideDeck(path: string, control: TaskControl): Promise<Deck> {
  const slidePackage = await SlidePackage.open(path);
  try {
    const presentation = await Presentation.open(slidePackage);
    const pages: DeckPage[] = [];
    for (let index = 0; index < presentation.slideCount; index += 1) {
      control.checkpoint();
      const slide = await presentation.slide(index);
      pages.push(readSlide(slide, await presentation.notesOf(slide)));
      control.progress((index + 1) / presentation.slideCount);
    }
    return { pages };
  } finally {
    slidePackage.close();
  }
}
