import type { LocationSpan } from '../../model/text-span.ts';

/** Where an XML document type has media locations: attributes of some elements, or the text of others. */
export interface XmlLocationRule {
  readonly attributes: readonly { readonly element: string; readonly attribute: string }[];
  readonly textElements: readonly string[];
}

/**
 * Comments, character data, instructions, the document type, and tags with their attributes. In well-formed text, each
 * match is one piece of markup and no markup lies between two matches.
 */
const markup =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<(\/?)([^\s/>]+)((?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;

const attributePattern = /([^\s=]+)(\s*=\s*)(?:"([^"]*)"|'([^']*)')/g;

const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescape(text: string): string {
  return text.replace(/&(?:#x([0-9A-Fa-f]{1,6})|#(\d{1,7})|([a-z]+));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) return namedCharacters[String(name)] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function attributeSpans(tag: RegExpExecArray, name: string, rule: XmlLocationRule): readonly LocationSpan[] {
  const wanted = rule.attributes.filter(({ element }) => element === name).map(({ attribute }) => attribute);
  const attributes = tag[3] ?? '';
  if (wanted.length === 0 || attributes === '') return [];
  const offset = tag.index + tag[0].indexOf(attributes, 1 + name.length);
  return [...attributes.matchAll(attributePattern)].flatMap((match) => {
    const [, attribute = '', equals = '', double, single] = match;
    if (!wanted.includes(attribute)) return [];
    const value = double ?? single ?? '';
    const start = offset + match.index + attribute.length + equals.length + 1;
    return { start, end: start + value.length, location: unescape(value) };
  });
}

/** Returns the trimmed text between a tag and the next one. Null unless it is plain text. */
function textSpan(text: string, start: number): LocationSpan | null {
  const end = text.indexOf('<', start);
  const content = end === -1 ? '' : text.slice(start, end);
  const trimmed = content.trim();
  if (trimmed === '') return null;
  const from = start + content.indexOf(trimmed);
  return { start: from, end: from + trimmed.length, location: unescape(trimmed) };
}

/** Finds the locations of a document in order. The text must be well-formed. */
export function findXmlLocations(text: string, rule: XmlLocationRule): readonly LocationSpan[] {
  const spans: LocationSpan[] = [];
  for (const tag of text.matchAll(markup)) {
    const [whole, closing, name] = tag;
    if (name === undefined || closing === '/') continue;
    spans.push(...attributeSpans(tag, name, rule));
    const span =
      rule.textElements.includes(name) && tag[4] === '' ? textSpan(text, tag.index + whole.length) : null;
    if (span !== null) spans.push(span);
  }
  return spans;
}
