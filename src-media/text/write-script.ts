import { detectLanguage } from '../../src-shared/script/detect-language.ts';
import { stripEnd } from '../../src-shared/script/strip-end.ts';
import { wordsOf } from './content-words.ts';
import { keySentences } from './key-sentences.ts';
import { readText } from './read-text.ts';
import { phrasesOf } from './script-phrases.ts';

export interface ScriptOptions {
  /** Text about the topic, whose sentences become the points. Without it the points are general. */
  readonly source?: string;
  /** Points in order; each becomes a part of the script. */
  readonly points?: readonly string[];
  /** Number of parts between opening and close, 1 to 10; default: 3. */
  readonly pointCount?: number;
  /** Approximate length of the script in words. Determines the number of parts if `pointCount` is missing. */
  readonly wordCount?: number;
  /** BCP 47; detected from the texts if omitted. */
  readonly languageCode?: string;
  /** True if each part begins with a Markdown heading. */
  readonly hasHeadings?: boolean;
  /** Selects the phrases: any integer; the same number gives the same script. */
  readonly variant?: number;
}

interface ScriptPart {
  readonly heading: string;
  readonly text: string;
}

const wordsPerPart = 28;
const maxParts = 10;
const usualParts = 3;

function pick<Item>(items: readonly Item[], variant: number): Item | undefined {
  return items[variant % Math.max(1, items.length)];
}

function partCountOf({ pointCount, wordCount, points }: ScriptOptions): number {
  if (points && points.length > 0) return points.length;
  const wanted =
    pointCount ?? (wordCount === undefined ? usualParts : Math.round(wordCount / wordsPerPart) - 2);
  return Math.max(1, Math.min(maxParts, wanted));
}

function endWithStop(sentence: string): string {
  return /[\p{Sentence_Terminal}…:]["”’»)]*$/u.test(sentence) ? sentence : `${sentence}.`;
}

/** Divides sentences of the source among the parts. */
function partsFromSource(source: string, count: number, wordCount: number | undefined): ScriptPart[] {
  const read = readText(source);
  const perPart = wordCount === undefined ? 2 : 4;
  const chosen = keySentences(read, count * perPart);
  const budget = wordCount ?? Number.POSITIVE_INFINITY;
  const parts: ScriptPart[] = [];
  let words = 0;
  for (let index = 0; index < chosen.length; index += Math.ceil(chosen.length / count)) {
    const text = chosen.slice(index, index + Math.ceil(chosen.length / count)).join(' ');
    words += wordsOf(text, read.languageCode).length;
    if (parts.length > 0 && words > budget) break;
    parts.push({ heading: read.headings[parts.length] ?? '', text });
  }
  return parts;
}

function plainParts(
  topic: string,
  count: number,
  languageCode: string,
  hasPoints: readonly string[],
): ScriptPart[] {
  const { points } = phrasesOf(languageCode);
  if (hasPoints.length > 0) return hasPoints.map((point) => ({ heading: '', text: endWithStop(point) }));
  return points.slice(0, count).map(([heading, text]) => ({ heading, text: text.replace('%', topic) }));
}

/**
 * Writes a script for speech: an opening, some parts, a close. Statements about the topic come only from the source or
 * the given points. Without them the script consists of general phrases.
 *
 * @returns paragraphs with an empty line between them
 */
export function writeScript(topic: string, options: ScriptOptions = {}): string {
  const { source = '', points = [], variant = 0, hasHeadings = false, wordCount } = options;
  const name = stripEnd(topic.trim(), /[.!?]/u);
  const languageCode =
    options.languageCode ?? detectLanguage(source === '' ? [name, ...points].join('. ') : source);
  const phrases = phrasesOf(languageCode);
  const count = partCountOf(options);
  const parts =
    source.trim() === ''
      ? plainParts(name, count, languageCode, points)
      : partsFromSource(source, count, wordCount);
  const fill = (phrase: string | undefined) => (phrase ?? '').replace('%', name);
  const paragraphs = parts.map(({ heading, text }) =>
    hasHeadings && heading !== '' ? `## ${heading}\n\n${text}` : text,
  );
  return [fill(pick(phrases.openings, variant)), ...paragraphs, fill(pick(phrases.closings, variant))].join(
    '\n\n',
  );
}
