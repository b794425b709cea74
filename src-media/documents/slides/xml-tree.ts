import { DOMParser, type Element } from '@xmldom/xmldom';
import { MediaError } from '../../media-error.ts';
import { deckLimits } from '../open-limits.ts';

export type { Element } from '@xmldom/xmldom';

/** Parses an XML part and returns its root. @throws MediaError `unreadable_media`, `media_too_large` */
export function parsePart(bytes: Buffer): Element {
  if (bytes.byteLength > deckLimits.xmlBytes)
    throw new MediaError('media_too_large', 'A slide is too large.');
  const text = bytes.toString('utf8').replace(/^\uFEFF/u, '');
  const broken = (): never => {
    throw new MediaError('unreadable_media', 'A part of the presentation is damaged.');
  };
  // Office writes no DOCTYPE. Rejecting it prevents entity expansion attacks.
  if (/<!DOCTYPE/iu.test(text.slice(0, 4_000))) broken();
  try {
    const onError = (level: string) => (level === 'warning' ? undefined : broken());
    return new DOMParser({ onError }).parseFromString(text, 'text/xml').documentElement ?? broken();
  } catch {
    return broken();
  }
}

/** Returns the direct children with a name, ignoring prefixes; all of them if no name is given. */
export function childrenOf(element: Element | null | undefined, name?: string): Element[] {
  const found: Element[] = [];
  for (let node = element?.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 1 && (name === undefined || node.localName === name)) found.push(node as Element);
  }
  return found;
}

/** Returns the first element along a path of names, ignoring prefixes; null if a step is missing. */
export function childOf(element: Element | null | undefined, ...path: readonly string[]): Element | null {
  let current: Element | null = element ?? null;
  for (const name of path) current = childrenOf(current, name)[0] ?? null;
  return current;
}

/** Returns an attribute by its name, ignoring prefixes; null if it does not exist. */
export function attributeOf(element: Element | null | undefined, name: string): string | null {
  const value = element?.getAttribute(name) ?? null;
  return value === '' ? null : value;
}

/** Returns an attribute of the relationships namespace, whatever its prefix. */
export function relationOf(element: Element | null | undefined, name: string): string | null {
  const namespaces = [
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
    'http://purl.oclc.org/ooxml/officeDocument/relationships',
  ];
  for (const namespace of namespaces) {
    const value = element?.getAttributeNS(namespace, name);
    if (value) return value;
  }
  return null;
}

/** Returns an attribute as an integer. */
export function numberOf(element: Element | null | undefined, name: string): number | null {
  const text = attributeOf(element, name);
  const value = text === null ? Number.NaN : Number(text.replace(/%$/u, '000'));
  return Number.isFinite(value) ? value : null;
}

/** Returns an attribute as a boolean. */
export function flagOf(element: Element | null | undefined, name: string): boolean | null {
  const text = attributeOf(element, name);
  return text === null ? null : text === '1' || text === 'true' || text === 'on';
}
