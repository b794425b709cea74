import { fileNameOf } from '../../model/media-kind.ts';
import type { ItemKind } from '../../model/timeline.ts';
import { kindOfGeneratorName } from '../generator-kind.ts';
import { locationOfUrl } from '../media-location.ts';
import { childOf, childrenNamed, childText, type XmlNode } from '../xml/xml-reader.ts';

/** Content of an item that shows no media file. */
interface ItemContent {
  readonly kind: ItemKind;
  readonly words: string | null;
}

/** Ids and names of the parameters in which generators keep their words: `str`, `str2`, `Text 1`. */
const wordsId = /^(?:str|string|text)\d*$/i;
const wordsName = /^(?:text|title|line)\s?\d*$/i;

const titleName = /\b(?:text|titles?|lower|crawl|scroll\w*|typewriter|captions?|subtitles?)\b/i;
const adjustmentName = /\badjustment\b/i;

/** Joins lines of words, which some programs end with carriage returns. Null if there are none. */
function joinWords(parts: readonly string[]): string | null {
  const lines = parts.flatMap((part) => part.split(/\r\n?|\n/)).map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n') || null;
}

function wordsOfGenerator(effect: XmlNode): string | null {
  const texts = childrenNamed(effect, 'parameter').filter((parameter) => {
    if (childOf(parameter, 'value')?.children.length !== 0) return false;
    const isNamed = wordsName.test(childText(parameter, 'name') ?? '');
    return isNamed || wordsId.test(childText(parameter, 'parameterid') ?? '');
  });
  return joinWords(texts.map((parameter) => childOf(parameter, 'value')?.text ?? ''));
}

/** Premiere names each text of a graphic after its words. */
function wordsOfGraphic(item: XmlNode): string | null {
  const effects = childrenNamed(item, 'filter').map((filter) => childOf(filter, 'effect'));
  const texts = effects.filter((effect) => effect && childText(effect, 'effectid') === 'GraphicAndType');
  return joinWords(texts.map((effect) => (effect && childText(effect, 'name')) ?? ''));
}

function kindOfGenerator(item: XmlNode, effect: XmlNode | null): ItemContent {
  const words = effect && wordsOfGenerator(effect);
  const names = [effect && childText(effect, 'effectid'), effect && childText(effect, 'name')];
  const shown = [...names, childText(item, 'name')].join(' ');
  if (words !== null || titleName.test(names.join(' '))) return { kind: 'title', words };
  if (adjustmentName.test(shown)) return { kind: 'adjustment', words };
  return { kind: kindOfGeneratorName(shown), words };
}

/** True for the name of a file of a numbered sequence: `shot_[0001-0100].dpx`, `shot.%04d.exr`, `shot_####.png`. */
export function isImageSequence(fileName: string): boolean {
  return /(?:\[\d+-\d+\]|%0?\d*d|#{2,})\.\w+$/.test(fileName);
}

function kindOfFile(item: XmlNode, file: XmlNode): ItemContent {
  const words = wordsOfGraphic(item);
  if (words !== null) return { kind: 'title', words };
  const source = childText(file, 'mediaSource');
  const name = childText(file, 'name') ?? childText(item, 'name') ?? '';
  if (adjustmentName.test(name)) return { kind: 'adjustment', words };
  if (source !== null && /graphic/i.test(source)) return { kind: 'graphic', words };
  const location = childText(file, 'pathurl');
  if (isImageSequence(fileNameOf(name, locationOfUrl(location ?? name))))
    return { kind: 'image-sequence', words };
  if (source === null) return { kind: 'missing-media', words };
  return { kind: kindOfGeneratorName(name), words };
}

/** Name that its program shows: its own, or that of its file or effect. */
export function nameOfItem(item: XmlNode, file: XmlNode | null): string {
  const effect = childOf(item, 'effect');
  const own = childText(item, 'name') ?? (file && childText(file, 'name'));
  return own ?? (effect && childText(effect, 'name')) ?? item.name;
}

/**
 * Tells the kind and the words of an item that shows no media file.
 * @param file Description of the file that a clip names; null if it names none.
 */
export function readContent(item: XmlNode, file: XmlNode | null): ItemContent {
  if (item.name === 'generatoritem') return kindOfGenerator(item, childOf(item, 'effect'));
  if (item.name !== 'clipitem') return { kind: 'other', words: null };
  return file === null ? { kind: 'missing-media', words: wordsOfGraphic(item) } : kindOfFile(item, file);
}
