import type { ItemWithoutMedia } from '../../model/timeline.ts';
import { elementOfNode } from '../xml/xml-copy.ts';
import { parseXml, type XmlNode } from '../xml/xml-reader.ts';
import {
  inlineElement,
  textElement,
  writeXmlElement,
  type XmlElement,
  xmlElement,
} from '../xml/xml-writer.ts';
import { booleanElement } from './xmeml-parts.ts';
import { readInteger } from './xmeml-values.ts';

/** Children of an item that the model or its place determines. */
const determined = ['start', 'end', 'in', 'out', 'enabled', 'link', 'marker', 'pproTicksIn', 'pproTicksOut'];

/**
 * Returns the text of an item for writing it back elsewhere: without its place, ids and links, with the description of
 * its file. Null for an item that a document cannot hold on its own, such as a use of another sequence.
 * @param file Description of the file that a clip names; null if it names none.
 */
export function sourceOfItem(item: XmlNode, file: XmlNode | null, firstFrame: number): string | null {
  const isKnown = item.name === 'clipitem' || item.name === 'generatoritem';
  if (!isKnown || item.children.some(({ name }) => name === 'sequence' || name === 'multiclip')) return null;
  const kept = item.children.filter(({ name }) => !determined.includes(name) && name !== 'file');
  const element = xmlElement(item.name, attributesOf(item), [
    ...kept.map(elementOfNode),
    textElement('in', firstFrame),
    file && xmlElement('file', attributesOf(file), file.children.map(elementOfNode)),
  ]);
  return writeXmlElement(inlineElement(element));
}

function attributesOf(node: XmlNode): Readonly<Record<string, string>> {
  return Object.fromEntries([...node.attributes].filter(([name]) => name !== 'id'));
}

/** True for an item that a document of this format can hold again. */
export function isOwnItem({ source }: ItemWithoutMedia): boolean {
  return source?.format === 'PREMIERE_XML' && /^<(?:clip|generator)item[\s/>]/.test(source.text);
}

/** True for an own item that is written as a clip, not as a generator. */
export function isClipElement({ source }: ItemWithoutMedia): boolean {
  return source?.text.startsWith('<clipitem') === true;
}

/**
 * Writes an item back at its place. `isOwnItem` must hold for it.
 * @param number Makes the ids of the item and its file unique in the document.
 */
export function itemElement(item: ItemWithoutMedia, number: number): XmlElement {
  const { startFrame, durationFrames, isDisabled, source } = item;
  const text = source?.text ?? '';
  const node = parseXml(text, isClipElement(item) ? 'clipitem' : 'generatoritem');
  const firstFrame = readInteger(node, 'in') ?? 0;
  const id = String(number);
  const kept = node.children.filter(({ name }) => name !== 'in').map(elementOfNode);
  return xmlElement(node.name, { id: `item-${id}`, ...Object.fromEntries(node.attributes) }, [
    ...kept.filter(({ name }) => name !== 'file'),
    booleanElement('enabled', isDisabled !== true),
    textElement('start', startFrame),
    textElement('end', startFrame + durationFrames),
    textElement('in', firstFrame),
    textElement('out', firstFrame + durationFrames),
    ...kept
      .filter(({ name }) => name === 'file')
      .map((file) => ({ ...file, attributes: { id: `item-file-${id}`, ...file.attributes } })),
  ]);
}
