import { DOMParser } from '@xmldom/xmldom';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import { type BuiltDocument, type OnXmlError, type XmlNode, XmlTreeBuilder } from './xml-tree-builder.ts';

export type { XmlNode } from './xml-tree-builder.ts';

/** In characters. */
const longestDocument = 256 * 1024 * 1024;
/** Most tags of a document, about 20 MB of an editor's XML. Its elements take a kilobyte or more for each tag. */
const mostTags = 1_000_000;
/** Number of attributes that take as much memory as a tag. */
const attributesPerTag = 3;

/** Throws before the parser fills the memory, which would end the app. */
function requireReadableSize(text: string): void {
  const weight = countOf(text, '<') + countOf(text, '=') / attributesPerTag;
  if (text.length > longestDocument || weight > mostTags)
    throw new TimelineParseError('The document is too large to be a timeline.');
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** Normalises XML 1.0 line ends only. The parser's own rule would also convert U+0085 and U+2028 inside captions. */
function normalizeLineEndings(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function parseDocument(text: string): BuiltDocument {
  let problem: string | null = null;
  let lineNumber = 0;
  let refusal: TimelineParseError | null = null;
  const onError: OnXmlError = (_level, message, context) => {
    if (message.startsWith('Unicode replacement character')) return;
    problem ??= message;
    lineNumber ||= context.locator?.lineNumber ?? 0;
    throw new Error(message);
  };
  const onRefusal = (error: TimelineParseError): void => {
    refusal ??= error;
  };
  const domHandler = class extends XmlTreeBuilder {
    constructor() {
      super({ onError, onRefusal });
    }
  };
  const parser = new DOMParser({ normalizeLineEndings, onError, domHandler });
  try {
    // The parser gives the document of its handler.
    return parser.parseFromString(text.replace(/^\ufeff/, ''), 'application/xml') as unknown as BuiltDocument;
  } catch {
    if (refusal) throw refusal as TimelineParseError;
    const place = lineNumber > 0 ? `near line ${String(lineNumber)}` : null;
    throw new TimelineParseError(`This is not well-formed XML (${problem ?? 'unreadable'}).`, place);
  }
}

/**
 * Parses a whole document. Refuses entities other than XML's five and a document type with declarations; ignores
 * external references.
 * @throws TimelineParseError for anything that is not well-formed, unsafe, too large, or has another root element.
 */
export function parseXml(text: string, rootName: string): XmlNode {
  requireReadableSize(text);
  const document = parseDocument(text);
  if (document.declarations !== '')
    throw new TimelineParseError('The document declares entities of its own, which is not safe to read.');
  const root = document.documentElement;
  if (root?.name !== rootName)
    throw new TimelineParseError(`The document is not ${rootName}: its root element is another one.`);
  return root;
}

/** Names an element for an error message: `<clipitem name="a.mp4"> on line 12`. */
export function placeOf(node: XmlNode): string {
  const label = node.attributes.get('name') ?? node.attributes.get('id');
  const shown = label === undefined ? '' : ` "${label.slice(0, 60)}"`;
  return `<${node.name}>${shown} on line ${String(node.lineNumber)}`;
}

/** Returns the first child element with a name, or null. */
export function childOf(node: XmlNode, name: string): XmlNode | null {
  return node.children.find((child) => child.name === name) ?? null;
}

/** Returns all child elements with a name, in order. */
export function childrenNamed(node: XmlNode, name: string): readonly XmlNode[] {
  return node.children.filter((child) => child.name === name);
}

/** Follows child names from a node; null where one is missing. */
export function descendantOf(node: XmlNode, ...names: readonly string[]): XmlNode | null {
  return names.reduce<XmlNode | null>((found, name) => found && childOf(found, name), node);
}

/** Returns every element of a name below a node, in document order. */
export function descendantsNamed(node: XmlNode, name: string): readonly XmlNode[] {
  return node.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendantsNamed(child, name),
  ]);
}

/** Returns the trimmed text of a child element; null if missing or empty. */
export function childText(node: XmlNode, name: string): string | null {
  const text = childOf(node, name)?.text.trim() ?? '';
  return text === '' ? null : text;
}

/** @throws TimelineParseError naming the element that lacks the attribute. */
export function requireAttribute(node: XmlNode, name: string): string {
  const value = node.attributes.get(name);
  if (value === undefined) throw new TimelineParseError(`The attribute “${name}” is missing.`, placeOf(node));
  return value;
}
