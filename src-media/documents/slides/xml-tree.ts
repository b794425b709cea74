import { DOMParser, type Element } from '@xmldom/xmldom';
import { MediaError } from '../../media-error.ts';
import { deckLimits } from '../open-limits.ts';

export type { Element } from '@xmldom/xmldom';

/** The root of an XML part. @throws MediaError `unreadable_media`, `media_too_large` */
export function parsePart(bytes: Buffer): Element {
  if (bytes.byteLength > deckLimits.xmlBytes)
    throw new MediaError('media_too_large', 'A slide is too large.');
  const text = bytes.toString('utf8').replace(/^\uFEFF/u, '');
  const broken = (): never => {
    throw new MediaError('unreadable_media', 'A part of the presentation is damaged.');
  };
  // Office writes no document types; entities declared there could be made to grow without end.
  if (/<!DOCTYPE/iu.test(text.slice(0, 4_000))) broken();
  try {
    const onError = (level: string) => (level === 'warning' ? undefined : broken());
    return new DOMParser({ onError }).parseFromString(text, 'text/xml').documentElement ?? broken();
  } catch {
    return broken();
  }
}

/** The elements right inside another, by their name without prefix; all of them without a name. */
export function childrenOf(element: Element | null | undefined, name?: string): Element[] {
  const found: Element[] = [];
  for (let node = element?.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 1 && (name === undefined || node.localName === name)) found.push(node as Element);
  }
  return found;
}

/** The first element down a path of names without prefixes; null when a step is missing. */
export function childOf(element: Element | null | undefined, ...path: readonly string[]): Element | null {
  let current: Element | null = element ?? null;
  for (const name of path) current = childrenOf(current, name)[0] ?? null;
  return current;
}

/** An attribute by its name without prefix; null when it is not there. */
export function attributeOf(element: Element | null | undefined, name: string): string | null {
  const value = element?.getAttribute(name) ?? null;
  return value === '' ? null : value;
}

/** An attribute of the relationships namespace, whatever its prefix is. */
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

/** A whole number of an attribute. */
export function numberOf(element: Element | null | undefined, name: string): number | null {
  const text = attributeOf(element, name);
  const value = text === null ? Number.NaN : Number(text.replace(/%$/u, '000'));
  return Number.isFinite(value) ? value : null;
}

/** Whether an attribute says yes. */
export function flagOf(element: Element | null | undefined, name: string): boolean | null {
  const text = attributeOf(element, name);
  return text === null ? null : text === '1' || text === 'true' || text === 'on';
}
