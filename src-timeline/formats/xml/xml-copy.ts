import type { TimelineFormat, UnreadPart } from '../../model/timeline.ts';
import { parseXml, type XmlNode } from './xml-reader.ts';
import { inlineElement, writeXmlElement, type XmlElement, xmlElement } from './xml-writer.ts';

/** Converts a read element to one to be written. Text beside child elements is omitted. */
export function elementOfNode({ name, attributes, children, text }: XmlNode): XmlElement {
  return xmlElement(
    name,
    Object.fromEntries(attributes),
    children.length > 0 ? children.map(elementOfNode) : text,
  );
}

/** Returns the text of an element of a read document. */
export function sourceOfNode(node: XmlNode): string {
  return writeXmlElement(inlineElement(elementOfNode(node)));
}

/** Inverse of `sourceOfNode`. @throws TimelineParseError for anything but an element of that name. */
export function elementOfSource(source: string, elementName: string): XmlElement {
  return elementOfNode(parseXml(source, elementName));
}

/** Keeps an element of a read document with its clip. */
export function unreadElement(format: TimelineFormat, name: string, node: XmlNode): UnreadPart {
  return { format, name, source: sourceOfNode(node) };
}

/** Returns the kept elements of a name that go back into a document of their own format. */
export function carriedElements(
  unread: readonly UnreadPart[] | undefined,
  format: TimelineFormat,
  elementName: string,
): readonly XmlElement[] {
  const carried = (unread ?? []).filter(
    (part) => part.format === format && new RegExp(`^<${elementName}[\\s/>]`).test(part.source),
  );
  return carried.map(({ source }) => elementOfSource(source, elementName));
}
