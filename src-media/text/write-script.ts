import { detectLanguage } from '../../src-shared/script/detect-language.ts';
import { stripEnd } from '../../src-shared/script/strip-end.ts';
import { wordsOf } from './content-words.ts';
import { keySentences } from './key-sentences.ts';
import { readText } from './read-text.ts';
import { phrasesOf } from './script-phrases.ts';

export interface ScriptOptions {
  /** What is known about the topic: the points are sentences of it. Without it they are general. */
  readonly source?: string;
  /** What to speak about, in order; each becomes a part of its own. */
  readonly points?: readonly string[];
  /** How many parts between opening and close, 1 to 10; 3 when nothing else tells. */
  readonly pointCount?: number;
  /** About how long the script is, in words; tells how many parts when `pointCount` does not. */
  readonly wordCount?: number;
  /** BCP 47; detected from the texts when left out. */
  readonly languageCode?: string;
  /** Whether each part begins with a Markdown heading. */
  readonly hasHeadings?: boolean;
  /** Which of the phrases to use: any whole number, the same script for the same number. */
  readonly variant?: number;
}

/** A part of a script. */
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

/** Sentences of the source, a few to each part. */
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
 * A script to be spoken: an opening, some parts, a close. What it says about the topic comes from the source or the
 * points given; without them it stays general, since it is put together from phrases and knows nothing.
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
