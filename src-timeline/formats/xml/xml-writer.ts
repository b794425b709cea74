/** An element to be written. Absent attributes are omitted, so that optional parts need no branches. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  /** Elements, or one string, because documents here have no text beside elements. */
  readonly children: readonly XmlElement[] | string;
  /** True to write no white space inside, for elements in which it would count as text. */
  readonly isInline: boolean;
}

export type XmlAttributes = Readonly<Record<string, string | number | null>>;

/** Creates an element and omits children that are null. */
export function xmlElement(
  name: string,
  attributes: XmlAttributes = {},
  children: readonly (XmlElement | null)[] | string = [],
): XmlElement {
  const kept = typeof children === 'string' ? children : children.filter((child) => child !== null);
  return { name, attributes, children: kept, isInline: false };
}

/** Creates an element with one text or number: `<duration>90</duration>`. */
export function textElement(name: string, text: string | number): XmlElement {
  return xmlElement(name, {}, String(text));
}

/** Returns the element, written without white space inside. */
export function inlineElement(element: XmlElement): XmlElement {
  return { ...element, isInline: true };
}

/** Characters that XML 1.0 cannot contain: C0 controls but tab and line ends, lone surrogates, U+FFFE and U+FFFF. */
// eslint-disable-next-line no-control-regex -- control characters are the point
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Removes the characters that XML cannot carry. */
export function writableText(text: string): string {
  return text.toWellFormed().replace(unwritable, '');
}

/** Escapes text as the content of an element. Carriage returns must not become line feeds. */
function escapeXmlText(text: string): string {
  return writableText(text)
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '')
    .replaceAll('\r', '&#13;');
}

/** Escapes text for an attribute in either kind of quotes. Tabs and line ends must not become spaces. */
export function escapeXmlAttribute(text: string): string {
  return escapeXmlText(text).replace(/['\t\n]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

function startTag({ name, attributes }: XmlElement): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === null ? '' : ` ${key}="${escapeXmlAttribute(String(value))}"`,
  );
  return `<${name}${written.join('')}`;
}

function writeElement(element: XmlElement, indentation: string, isInline: boolean): string {
  const { name, children } = element;
  if (typeof children === 'string' && children !== '')
    return `${startTag(element)}>${escapeXmlText(children)}</${name}>`;
  if (children.length === 0 || typeof children === 'string') return `${startTag(element)}/>`;
  const isTight = isInline || element.isInline;
  const inner = `${indentation}  `;
  const between = isTight ? '' : `\n${inner}`;
  const written = children.map((child) => between + writeElement(child, inner, isTight)).join('');
  return `${startTag(element)}>${written}${isTight ? '' : `\n${indentation}`}</${name}>`;
}

/** Writes an element alone, as in a document. */
export function writeXmlElement(element: XmlElement): string {
  return writeElement(element, '', false);
}

/** Writes a whole document: UTF-8 declaration, a doctype named after the root, two spaces a level, LF. */
export function writeXmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${root.name}>\n${writeElement(root, '', false)}\n`;
}
