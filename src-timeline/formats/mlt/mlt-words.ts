import type { UnreadPart } from '../../model/timeline.ts';
import { textOfHtml } from '../html-text.ts';
import { childrenNamed, parseXml, type XmlNode } from '../xml/xml-reader.ts';
import { propertiesOf } from './mlt-nodes.ts';

type Properties = ReadonlyMap<string, string>;

/** Services of producers and filters that show words: Shotcut's simple, rich and GPS text, and those of Kdenlive. */
export const textServices: readonly string[] = ['qtext', 'pango', 'dynamictext', 'gpstext'];

const isText = (properties: Properties): boolean =>
  textServices.includes(properties.get('mlt_service') ?? '');

/** Returns the words that a text producer or a text filter shows. */
export function wordsOfText(properties: Properties): string {
  const html = properties.get('html') ?? '';
  if (html !== '') return textOfHtml(html).trim();
  const argument = properties.get('argument')?.replaceAll('\\#', '#');
  return (argument ?? properties.get('text') ?? properties.get('markup') ?? '').trim();
}

/** Returns the words that filters lay over a picture. */
export function wordsOfFilters(nodes: readonly XmlNode[]): string {
  return nodes
    .flatMap((node) => childrenNamed(node, 'filter'))
    .map(propertiesOf)
    .filter((filter) => isText(filter) && filter.get('disable') !== '1')
    .map(wordsOfText)
    .filter((words) => words !== '')
    .join('\n');
}

/** Returns the words that an effect of a clip lays over it; null for an effect that is no text of MLT. */
export function wordsOfEffect({ format, source }: UnreadPart): string | null {
  const mayBeText = format === 'KDENLIVE' || format === 'SHOTCUT';
  if (!mayBeText || !textServices.some((service) => source.includes(service))) return null;
  const properties = propertiesOf(parseXml(source, 'filter'));
  return isText(properties) ? wordsOfText(properties) : null;
}
