import type { Slide } from './presentation.ts';
import { attributeOf, childOf, childrenOf, type Element } from './xml-tree.ts';

/** Maps types of placeholders to the type they inherit their format from. */
const families: Readonly<Record<string, string>> = { ctrTitle: 'title', subTitle: 'body', obj: 'body' };

function placeOf(shape: Element): Element | null {
  const properties = childrenOf(shape).find(({ localName }) =>
    /^nv(?:Sp|Pic|GraphicFrame)Pr$/u.test(localName ?? ''),
  );
  return childOf(properties, 'nvPr', 'ph');
}

/** Returns the type of placeholder a shape fills, such as `title` or `body`; null if it fills none. */
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
 * Returns the shape and the shapes it inherits from, nearest first. Matches placeholders by index, else by type; on
 * masters only by type.
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
