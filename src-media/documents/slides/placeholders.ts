import type { Slide } from './presentation.ts';
import { attributeOf, childOf, childrenOf, type Element } from './xml-tree.ts';

/** What kinds of place a place may take its form from. */
const families: Readonly<Record<string, string>> = { ctrTitle: 'title', subTitle: 'body', obj: 'body' };

function placeOf(shape: Element): Element | null {
  const properties = childrenOf(shape).find(({ localName }) =>
    /^nv(?:Sp|Pic|GraphicFrame)Pr$/u.test(localName ?? ''),
  );
  return childOf(properties, 'nvPr', 'ph');
}

/** The kind of place a shape fills, such as `title` or `body`; null for a shape that stands by itself. */
export function placeKindOf(shape: Element): string | null {
  const place = placeOf(shape);
  if (!place) return null;
  const type = attributeOf(place, 'type') ?? 'obj';
  return families[type] ?? type;
}

function shapesOf(root: Element): Element[] {
  return childrenOf(childOf(root, 'cSld', 'spTree'));
}

/**
 * The shape itself and those of the sheets behind that it inherits place and form from, nearest first. A place is
 * found by its index, or else by its kind.
 */
export function inheritanceOf(shape: Element, slide: Slide, sheetIndex: number): Element[] {
  const place = placeOf(shape);
  if (!place) return [shape];
  const kind = placeKindOf(shape);
  const index = attributeOf(place, 'idx');
  const chain = [shape];
  for (const { root } of slide.sheets.slice(sheetIndex + 1)) {
    const shapes = shapesOf(root);
    const sameIndex = shapes.find(
      (other) =>
        index !== null && attributeOf(placeOf(other), 'idx') === index && placeKindOf(other) !== null,
    );
    const isMaster = root.localName === 'sldMaster';
    const found = (isMaster ? undefined : sameIndex) ?? shapes.find((other) => placeKindOf(other) === kind);
    if (found) chain.push(found);
  }
  return chain;
}
